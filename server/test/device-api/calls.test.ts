import { DEVICE_API_BASE } from '@kantor/contract/plain/device-routes.ts';
import { blockCabinet, getCabinet } from '@kantor/contract/wire/cabinets.ts';
import { pairDevice, sendNotifications, sendPing } from '@kantor/contract/wire/device-api.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { countEvents } from '../support/outbox-reading.ts';
import { type Answer, pairPhone, type Phone, postRaw, type Tampering } from '../support/phone.ts';
import { test as base } from './fixture.ts';

/** A refused call changes nothing. */
const refusalOf =
  (snapshot: () => Promise<unknown>) => async (call: () => Promise<Answer>, status: number, code: string) => {
    const before = await snapshot();
    const answer = await call();
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.detail).toMatch(/[а-я]/);
    expect(await snapshot()).toEqual(before);
    return answer;
  };

const test = base
  /** Everything that a call of this trader's phones may change. */
  .extend('snapshot', ({ kantor, trader }) => async () => {
    const { rows } = await sql`
      select (select json_agg(cabinet order by id) from cabinet where trader_id = ${trader.id})::text as cabinets,
        (select json_agg(device order by device.id) from device join cabinet on cabinet.id = cabinet_id
          where trader_id = ${trader.id})::text as devices,
        (select count(*) from device_ping where trader_id = ${trader.id}) as pings,
        (select count(*) from notification where trader_id = ${trader.id}) as notifications,
        (select count(*) from outbox) as events`.execute(kantor.db);
    return rows;
  })
  .extend('expectRefused', ({ snapshot }) => refusalOf(snapshot));

/** A body that the call takes. */
const contentOf = (path: string, phone: Phone) =>
  path === sendPing.path ? { text: 'ping' } : { sent_at: phone.message('').time, notifications: [phone.message('a')] };

describe.for([sendPing.path, sendNotifications.path])('POST %s', (path) => {
  const send = (phone: Phone, tampering?: Tampering) => phone.post(path, contentOf(path, phone), tampering);

  test('is heard when it is signed', async ({ kantor, trader, cabinet, phone }) => {
    const answer = await send(phone);
    expect(answer.status).toBe(200);
    expect(answer.body.server_time).toBe(kantor.clock().toISOString());
    const { last_heard_at } = await trader.call(getCabinet, { params: { id: cabinet } });
    expect(last_heard_at).toBe(kantor.clock().toISOString());
  });

  const forged: [
    what: string,
    tampering: (phone: Phone, addPhone: () => Promise<Phone>) => Tampering | Promise<Tampering>,
  ][] = [
    ['no key’s signature', () => ({ signature: 'ab'.repeat(32) })],
    ['a signature cut short', () => ({ signature: 'ab'.repeat(31) })],
    ['no signature', () => ({ signature: '' })],
    ['another key', () => ({ key: 'x'.repeat(43) })],
    ['an empty key', () => ({ key: '' })],
    ['another body than was signed', () => ({ sentBody: JSON.stringify({ text: 'ping ' }) })],
    ['the same body, written otherwise', (phone) => ({ sentBody: JSON.stringify(contentOf(path, phone), null, 1) })],
    ['no body', () => ({ sentBody: '' })],
    ['another path', () => ({ signedPath: DEVICE_API_BASE + pairDevice.path })],
    ['a path without its base', () => ({ signedPath: path })],
    ['another method', () => ({ signedMethod: 'PUT' })],
    ['the id of another device', async (_, addPhone) => ({ device: (await addPhone()).id })],
    ['the key of another device', async (_, addPhone) => ({ key: (await addPhone()).key })],
    ['the id of no device', () => ({ device: '01a1f82f-1e80-72c9-8bf3-323678fe0475' })],
    ['an id that is none', () => ({ device: "' or true --" })],
    ['an id in capitals', (phone) => ({ device: phone.id.toUpperCase() })],
    ['no counter', () => ({ counter: '' })],
    ['a counter of 0', () => ({ counter: 0 })],
    ['a counter below 0', () => ({ counter: -1 })],
    ['a counter in parts', () => ({ counter: '1.5' })],
    ['a counter with an exponent', () => ({ counter: '1e3' })],
    ['a counter too large to count on', () => ({ counter: '9007199254740993' })],
  ];

  test.for(forged)(
    'with %s is refused and changes nothing',
    async ([_what, tampering], { phone, addPhone, expectRefused }) => {
      const given = await tampering(phone, addPhone);
      await expectRefused(() => send(phone, given), 401, 'bad_signature');
    },
  );

  test.for(['kantor-device', 'kantor-counter', 'kantor-signature'])(
    'without %s is refused',
    async (name, { kantor, phone, expectRefused }) => {
      const headers: Record<string, string> = {
        'kantor-device': phone.id,
        'kantor-counter': '1',
        'kantor-signature': 'ab'.repeat(32),
      };
      delete headers[name];
      await expectRefused(() => postRaw(kantor, path, '{}', headers), 401, 'bad_signature');
    },
  );

  test('with a person’s token instead of a signature is refused', async ({ kantor, trader, expectRefused }) => {
    const authorization = `Bearer ${await trader.token()}`;
    await expectRefused(() => postRaw(kantor, path, '{}', { authorization }), 401, 'bad_signature');
  });

  test('sent a second time is refused, and the answer has the last counter', async ({ phone, expectRefused }) => {
    expect((await send(phone, { counter: 41 })).status).toBe(200);
    for (const counter of [41, 40, 1]) {
      const refused = await expectRefused(() => send(phone, { counter }), 409, 'replayed');
      expect(refused.body.last_counter).toBe(41);
    }
    expect((await send(phone, { counter: 42 })).status).toBe(200);
  });

  test('with one counter twice at once is heard once', async ({ phone }) => {
    const answers = await Promise.all([
      send(phone, { counter: 7 }),
      send(phone, { counter: 7 }),
      send(phone, { counter: 7 }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  test('may leave counters out', async ({ phone, expectRefused }) => {
    expect((await send(phone, { counter: 5 })).status).toBe(200);
    expect((await send(phone, { counter: 9_007_199_254_740_991 })).status).toBe(200);
    await expectRefused(() => send(phone, { counter: 6 }), 409, 'replayed');
  });

  test('of a phone whose key has ended is refused', async ({ kantor, trader, cabinet, phone, expectRefused }) => {
    await pairPhone(kantor, trader, cabinet);
    await expectRefused(() => send(phone), 403, 'device_ended');
  });

  test('of a blocked cabinet is refused', async ({ trader, cabinet, phone, expectRefused }) => {
    await trader.call(blockCabinet, { params: { id: cabinet } });
    await expectRefused(() => send(phone), 403, 'cabinet_blocked');
  });

  test('of a device that the database does not know is refused', async ({ kantor, phone, expectRefused }) => {
    await sql`delete from device where id = ${phone.id}`.execute(kantor.ownerDb);
    await expectRefused(() => send(phone), 401, 'unknown_device');
  });

  test('with parameters is refused', async ({ phone, expectRefused }) => {
    await expectRefused(
      () => phone.post(`${path}?a=1`, contentOf(path, phone), { signedPath: DEVICE_API_BASE + path }),
      400,
      'invalid',
    );
  });

  test('of no JSON, of no text, or of something else is refused', async ({ phone, expectRefused }) => {
    for (const nonsense of ['', 'null', '[]', '"text"']) {
      await expectRefused(() => phone.post(path, nonsense), 400, 'invalid');
    }
    for (const broken of ['{"text":', 'text=1', '{"text":"a"} ,']) {
      await expectRefused(() => phone.post(path, broken), 400, 'malformed');
    }
    await expectRefused(() => phone.post(path, { ...contentOf(path, phone), surprise: 1 }), 400, 'invalid');
  });

  test('that is too large is refused before it is read', async ({ phone, expectRefused }) => {
    const large = JSON.stringify({ text: 'x'.repeat(300 * 1024) });
    await expectRefused(() => phone.post(path, large), 413, 'too_large');
  });

  test('is not read, changed or deleted', async ({ kantor }) => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'] as const) {
      const answer = await kantor.app.inject({ method, url: DEVICE_API_BASE + path });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    }
  });
});

test('an address of the device API that is none is a 404 in the same form', async ({ kantor }) => {
  const answer = await postRaw(kantor, '/nothing', '{}');
  expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
});

describe('a ping', () => {
  test('is seen by the trader, about once a minute, with what it said', async ({ kantor, phone, pings }) => {
    const said: string[] = [];
    for (let second = 0; second <= 120; second += 10) {
      expect((await phone.ping(`${second}`)).status).toBe(200);
      kantor.pass(10 * SECOND);
    }
    const { count, results } = await pings();
    for (const { text } of results) said.push(text);
    expect([count, said]).toEqual([3, ['100', '50', '0']]);
  });

  test('that comes each minute, now early, now late, is seen each time', async ({ kantor, phone, pings }) => {
    for (const jitter of [0, -4 * SECOND, 4 * SECOND, -4 * SECOND, 0]) {
      await phone.ping();
      kantor.pass(MINUTE + jitter);
    }
    expect((await pings()).count).toBe(5);
  });

  test('of one cabinet does not hide that of another', async ({ phone, addPhone, pings }) => {
    const other = await addPhone();
    await phone.ping();
    await other.ping();
    expect((await pings()).count).toBe(2);
  });

  test('of many at once is kept once', async ({ phone, pings }) => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => phone.ping()));
    // Counters that were overtaken on the way are refused; the newest never is.
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await pings()).count).toBe(1);
  });

  test('has little to say: more is not even read', async ({ phone, expectRefused }) => {
    await expectRefused(() => phone.ping('x'.repeat(4 * 1024)), 413, 'too_large');
    expect((await phone.ping('x'.repeat(4000))).status).toBe(200);
  });

  test('makes an event for the screens once kept', async ({ kantor, trader, phone, pings }) => {
    await phone.ping();
    kantor.pass(10 * SECOND);
    await phone.ping();
    const [ping] = (await pings()).results;
    expect(await countEvents(kantor.db, 'ping.new', ping?.id ?? '', trader.id)).toBe(1);
  });

  test.for(['', 'На связи, заряд 80%', 'x'.repeat(500), ' с краю '])('may say %j', async (text, { phone, pings }) => {
    expect((await phone.ping(text)).status).toBe(200);
    expect((await pings()).results[0]?.text).toBe(text.trim());
  });

  test.for([
    ['x'.repeat(501), 'x'.repeat(500)],
    ['\u0000', ''],
    ['заряд\u0000 80%\uD800', 'заряд 80%\uFFFD'],
  ] as const)('is shown without what cannot be shown of %j', async ([text, shown], { phone, pings }) => {
    expect((await phone.ping(text)).status).toBe(200);
    expect((await pings()).results[0]?.text).toBe(shown);
  });

  test('says something, or nothing at all', async ({ phone, expectRefused }) => {
    const refused = await expectRefused(() => phone.post(sendPing.path, { text: 1 }), 400, 'invalid');
    expect(Object.keys(refused.body.errors)).toEqual(['text']);
    expect((await phone.post(sendPing.path, {})).status).toBe(200);
  });
});
