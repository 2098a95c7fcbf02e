import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '../src/kernel/clock.ts';
import { type Answer, type Kantor, startKantor } from './harness.ts';
import { pairPhone, type Phone, postRaw, type Tampering } from './phone.ts';

let kantor: Kantor;
let trader: Awaited<ReturnType<Kantor['createTrader']>>;
let cabinet: string;
let phone: Phone;

beforeAll(async () => {
  kantor = await startKantor();
});
afterAll(() => kantor.close());
beforeEach(async () => {
  kantor.pass(MINUTE);
  trader = await kantor.createTrader();
  cabinet = await kantor.createCabinet(trader.id, { hasPhone: false });
  phone = await pairPhone(kantor, trader, cabinet);
});

const read = async (path: string) => (await kantor.send(`/api/v1/${path}`, { token: trader.token })).body;
const pings = () => read('devicenotificationpings/');
const notifications = () => read('devicenotifications/?page_size=100');

/** Everything that a call of this trader's phones may change. */
async function snapshot() {
  const { rows } = await sql`
    select (select json_agg(cabinet order by id) from cabinet where trader_id = ${trader.id})::text as cabinets,
      (select json_agg(device order by device.id) from device join cabinet on cabinet.id = cabinet_id
        where trader_id = ${trader.id})::text as devices,
      (select count(*) from device_ping where trader_id = ${trader.id}) as pings,
      (select count(*) from notification where trader_id = ${trader.id}) as notifications,
      (select count(*) from outbox) as events`.execute(kantor.db);
  return rows;
}

async function expectRefused(call: () => Promise<Answer>, status: number, code: string): Promise<Answer> {
  const before = await snapshot();
  const answer = await call();
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(answer.body.detail).toMatch(/[а-я]/);
  expect(await snapshot()).toEqual(before);
  return answer;
}

const PATHS = ['/pings', '/notifications'] as const;
const content = (path: (typeof PATHS)[number], id = 'a') =>
  path === '/pings' ? { text: 'ping' } : { sent_at: kantor.clock().toISOString(), notifications: [phone.message(id)] };

describe.each(PATHS)('POST %s', (path) => {
  const send = (tampering?: Tampering, of = phone) => of.post(path, content(path), tampering);

  test('is heard when it is signed', async () => {
    const answer = await send();
    expect(answer.status).toBe(200);
    expect(answer.body.server_time).toBe(kantor.clock().toISOString());
    expect((await read(`cabinets/${cabinet}/`)).last_heard_at).toBe(kantor.clock().toISOString());
  });

  const forged: [what: string, tampering: () => Tampering | Promise<Tampering>][] = [
    ['no key’s signature', () => ({ signature: 'ab'.repeat(32) })],
    ['a signature cut short', () => ({ signature: 'ab'.repeat(31) })],
    ['no signature', () => ({ signature: '' })],
    ['another key', () => ({ key: 'x'.repeat(43) })],
    ['an empty key', () => ({ key: '' })],
    ['another body than was signed', () => ({ sentBody: JSON.stringify({ text: 'ping ' }) })],
    ['the same body, written otherwise', () => ({ sentBody: JSON.stringify(content(path), null, 1) })],
    ['no body', () => ({ sentBody: '' })],
    ['another path', () => ({ signedPath: '/device/v1/pair' })],
    ['a path without its base', () => ({ signedPath: path })],
    ['another method', () => ({ signedMethod: 'PUT' })],
    ['the id of another device', async () => ({ device: (await another()).id })],
    ['the key of another device', async () => ({ key: (await another()).key })],
    ['the id of no device', () => ({ device: '01a1f82f-1e80-72c9-8bf3-323678fe0475' })],
    ['an id that is none', () => ({ device: "' or true --" })],
    ['an id in capitals', () => ({ device: phone.id.toUpperCase() })],
    ['no counter', () => ({ counter: '' })],
    ['a counter of 0', () => ({ counter: 0 })],
    ['a counter below 0', () => ({ counter: -1 })],
    ['a counter in parts', () => ({ counter: '1.5' })],
    ['a counter with an exponent', () => ({ counter: '1e3' })],
    ['a counter too large to count on', () => ({ counter: '9007199254740993' })],
  ];
  const another = async () => pairPhone(kantor, trader, await kantor.createCabinet(trader.id, { hasPhone: false }));

  test.each(forged)('with %s is refused and changes nothing', async (_what, tampering) => {
    const given = await tampering();
    await expectRefused(() => send(given), 401, 'bad_signature');
  });

  test.each(['kantor-device', 'kantor-counter', 'kantor-signature'])('without %s is refused', async (name) => {
    const headers: Record<string, string> = {
      'kantor-device': phone.id,
      'kantor-counter': '1',
      'kantor-signature': 'ab'.repeat(32),
    };
    delete headers[name];
    await expectRefused(() => postRaw(kantor, path, '{}', headers), 401, 'bad_signature');
  });

  test('with a person’s token instead of a signature is refused', async () => {
    const authorization = `Bearer ${await trader.token()}`;
    await expectRefused(() => postRaw(kantor, path, '{}', { authorization }), 401, 'bad_signature');
  });

  test('sent a second time is refused, and the phone is told where it was', async () => {
    expect((await send({ counter: 41 })).status).toBe(200);
    for (const counter of [41, 40, 1]) {
      const refused = await expectRefused(() => send({ counter }), 409, 'replayed');
      expect(refused.body.last_counter).toBe(41);
    }
    expect((await send({ counter: 42 })).status).toBe(200);
  });

  test('with one counter twice at once is heard once', async () => {
    const answers = await Promise.all([send({ counter: 7 }), send({ counter: 7 }), send({ counter: 7 })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  test('may leave counters out', async () => {
    expect((await send({ counter: 5 })).status).toBe(200);
    expect((await send({ counter: 9_007_199_254_740_991 })).status).toBe(200);
    await expectRefused(() => send({ counter: 6 }), 409, 'replayed');
  });

  test('of a phone whose key has ended is refused', async () => {
    await pairPhone(kantor, trader, cabinet);
    await expectRefused(() => send(), 403, 'device_ended');
  });

  test('of a blocked cabinet is refused', async () => {
    await kantor.send(`/api/v1/cabinets/${cabinet}/block_forever/`, { method: 'POST', token: trader.token });
    await expectRefused(() => send(), 403, 'cabinet_blocked');
  });

  test('of a device that the database does not know is refused', async () => {
    await sql`delete from device where id = ${phone.id}`.execute(kantor.db);
    await expectRefused(() => send(), 401, 'unknown_device');
  });

  test('with parameters is refused', async () => {
    await expectRefused(
      () => phone.post(`${path}?a=1`, content(path), { signedPath: `/device/v1${path}` }),
      400,
      'invalid',
    );
  });

  test('of no JSON, of no text, or of something else is refused', async () => {
    for (const nonsense of ['', 'null', '[]', '"text"']) {
      await expectRefused(() => phone.post(path, nonsense), 400, 'invalid');
    }
    for (const broken of ['{"text":', 'text=1', '{"text":"a"} ,']) {
      await expectRefused(() => phone.post(path, broken), 400, 'malformed');
    }
    await expectRefused(() => phone.post(path, { ...content(path), surprise: 1 }), 400, 'invalid');
  });

  test('that is too large is refused before it is read', async () => {
    const large = JSON.stringify({ text: 'x'.repeat(300 * 1024) });
    await expectRefused(() => phone.post(path, large), 413, 'too_large');
  });

  test('is not read, changed or deleted', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'] as const) {
      const answer = await kantor.app.inject({ method, url: `/device/v1${path}` });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    }
  });
});

test('an address of the device API that is none is a 404 in the same form', async () => {
  const answer = await postRaw(kantor, '/nothing', '{}');
  expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
});

describe('a ping', () => {
  test('is seen by the trader, about once a minute, with what it said', async () => {
    const said: string[] = [];
    for (let second = 0; second <= 120; second += 10) {
      expect((await phone.ping(`${second}`)).status).toBe(200);
      kantor.pass(10_000);
    }
    const { count, results } = await pings();
    for (const { text } of results) said.push(text);
    expect([count, said]).toEqual([3, ['100', '50', '0']]);
  });

  test('that comes each minute, now early, now late, is seen each time', async () => {
    for (const jitter of [0, -4000, 4000, -4000, 0]) {
      await phone.ping();
      kantor.pass(MINUTE + jitter);
    }
    expect((await pings()).count).toBe(5);
  });

  test('of one cabinet does not hide that of another', async () => {
    const other = await pairPhone(kantor, trader, await kantor.createCabinet(trader.id, { hasPhone: false }));
    await phone.ping();
    await other.ping();
    expect((await pings()).count).toBe(2);
  });

  test('of many at once is kept once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => phone.ping()));
    // Counters that were overtaken on the way are refused; the newest never is.
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await pings()).count).toBe(1);
  });

  test('is told to the screens once kept', async () => {
    await phone.ping();
    kantor.pass(10_000);
    await phone.ping();
    const { rows } = await sql<{ n: bigint }>`
      select count(*) as n from outbox where kind = 'ping.new' and owners = ${[trader.id]}::uuid[]`.execute(kantor.db);
    expect(rows[0]?.n).toBe(1n);
  });

  test.each(['', 'На связи, заряд 80%', 'x'.repeat(500), ' с краю '])('may say %j', async (text) => {
    expect((await phone.ping(text)).status).toBe(200);
    expect((await pings()).results[0].text).toBe(text.trim());
  });

  test.each([
    ['x'.repeat(501), 'x'.repeat(500)],
    ['\u0000', ''],
    ['заряд\u0000 80%\uD800', 'заряд 80%\uFFFD'],
  ])('is shown without what cannot be shown of %j', async (text, shown) => {
    expect((await phone.ping(text)).status).toBe(200);
    expect((await pings()).results[0].text).toBe(shown);
  });

  test('says something, or nothing at all', async () => {
    const refused = await expectRefused(() => phone.post('/pings', { text: 1 }), 400, 'invalid');
    expect(Object.keys(refused.body.errors)).toEqual(['text']);
    expect((await phone.post('/pings', {})).status).toBe(200);
  });
});

describe('a batch of messages', () => {
  test('is kept, and its ids are told, new and repeated', async () => {
    const first = await phone.notify([phone.message('1'), phone.message('2')]);
    expect([first.status, first.body.accepted]).toEqual([200, ['1', '2']]);
    const second = await phone.notify([phone.message('2'), phone.message('3')]);
    expect([second.status, second.body.accepted]).toEqual([200, ['2', '3']]);
    const { count, results } = await notifications();
    expect([count, results.map(({ text }: { text: string }) => text)]).toEqual([
      3,
      ['Зачисление 3', 'Зачисление 2', 'Зачисление 1'],
    ]);
  });

  test('posted twice at once is kept once', async () => {
    const batch = Array.from({ length: 20 }, (_, n) => phone.message(String(n)));
    const answers = await Promise.all([phone.notify(batch), phone.notify(batch)]);
    const heard = answers.filter(({ status }) => status === 200);
    expect(heard.length).toBeGreaterThan(0);
    for (const { body } of heard) expect(body.accepted).toHaveLength(20);
    expect((await notifications()).count).toBe(20);
  });

  test('keeps what the phone sent, as it was', async () => {
    const sent = { ...phone.message('1'), phone: '+79990010101', application: 'ru.sberbankmobile' };
    await phone.notify([sent]);
    const [{ id }] = (await notifications()).results;
    const message = await read(`devicenotifications/${id}/`);
    expect(message).toMatchObject({ phone: sent.phone, application: sent.application, text: sent.text });
    expect(JSON.parse(message.plain_request)).toMatchObject({ ...sent, sent_at: kantor.clock().toISOString() });
  });

  const heardAt = async (id: string) => {
    const { rows } = await sql<{ at: Date }>`
      select heard_at as at from notification where cabinet_id = ${cabinet} and message_id = ${id}`.execute(kantor.db);
    return rows[0]?.at.getTime();
  };
  const shifted = (milliseconds: number) => new Date(kantor.clock().getTime() + milliseconds).toISOString();

  test.each([
    ['is right', 0],
    ['is an hour fast', 60 * MINUTE],
    ['is three hours slow', -180 * MINUTE],
    ['stands in another century', -50 * 365 * 24 * 60 * MINUTE],
  ])('is dated by our clock when the phone’s %s', async (_how, skew) => {
    const message = { ...phone.message('1'), time: shifted(skew - 5 * MINUTE) };
    const answer = await phone.post('/notifications', { sent_at: shifted(skew), notifications: [message] });
    expect(answer.status).toBe(200);
    expect(await heardAt('1')).toBe(kantor.clock().getTime() - 5 * MINUTE);
  });

  test('is never dated in the future, nor before there were phones', async () => {
    const messages = [
      { ...phone.message('future'), time: shifted(10 * MINUTE) },
      { ...phone.message('far future', 'Не скоро'), time: '9999-12-31T23:59:59.999Z' },
      { ...phone.message('past', 'Давно'), time: '0001-01-01T00:00:00Z' },
    ];
    expect((await phone.notify(messages)).status).toBe(200);
    expect(await heardAt('future')).toBe(kantor.clock().getTime());
    expect(await heardAt('far future')).toBe(kantor.clock().getTime());
    expect(await heardAt('past')).toBe(kantor.clock().getTime() - 30 * 24 * 60 * MINUTE);
  });

  test('takes times of any zone', async () => {
    const time = new Date(kantor.clock().getTime() + 180 * MINUTE).toISOString().replace('Z', '+03:00');
    await phone.notify([{ ...phone.message('1'), time }]);
    expect(await heardAt('1')).toBe(kantor.clock().getTime());
  });

  test('has one to a hundred messages', async () => {
    const many = (n: number) => Array.from({ length: n }, (_, index) => phone.message(`${n}/${index}`));
    await expectRefused(() => phone.notify([]), 400, 'invalid');
    await expectRefused(() => phone.notify(many(101)), 400, 'invalid');
    const answer = await phone.notify(many(100));
    expect([answer.status, answer.body.accepted.length]).toEqual([200, 100]);
  });

  test('with one name twice keeps what it said first', async () => {
    const answer = await phone.notify([phone.message('1', 'Раз'), phone.message('1', 'Два'), phone.message('2')]);
    expect(answer.body.accepted).toEqual(['1', '1', '2']);
    const { results } = await notifications();
    expect(results.map(({ text }: { text: string }) => text)).toEqual(['Зачисление 2', 'Раз']);
  });

  const hostile: [what: string, sent: object, shown: object][] = [
    ['a NUL', { text: 'Перевод\u0000 1р' }, { text: 'Перевод 1р' }],
    ['half a character', { text: 'а\uDC00б\uD800' }, { text: 'а\uFFFDб\uFFFD' }],
    ['controls', { text: '\u0007\u001B[2Jа\tб\r\nв\u0085\u007F' }, { text: '[2Jа\tб\r\nв' }],
    ['letters that run backwards', { text: 'Сумма \u202E001\u202C \u2066р\u2069' }, { text: 'Сумма 001 р' }],
    ['a long text', { text: 'ж'.repeat(100_000) }, { text: 'ж'.repeat(4000) }],
    ['a character where it is cut', { text: `${'ж'.repeat(3999)}😀` }, { text: `${'ж'.repeat(3999)}\uFFFD` }],
    ['no text', { text: '' }, { text: '' }],
    ['a text of nothing that is seen', { text: ' \u0000\n' }, { text: '' }],
    ['a sender that is too long', { application: 'x'.repeat(300) }, { application: 'x'.repeat(255) }],
    ['a sender of nothing that is seen', { application: '\u0000' }, { application: 'SMS' }],
    ['a sender of half a character', { application: '9\uD83D00' }, { application: '9\uFFFD00' }],
    ['a number that is too long', { phone: '7'.repeat(65) }, { phone: '7'.repeat(64) }],
    ['a number with a NUL', { phone: '+7\u0000999' }, { phone: '+7999' }],
  ];

  test.each(hostile)('with %s, as anybody may have written it, is kept cleaned and cut', async (_what, sent, shown) => {
    const messages = [phone.message('1'), { ...phone.message('2'), ...sent }, phone.message('3')];
    const answer = await phone.notify(messages);
    expect(answer.body).toMatchObject({ accepted: ['1', '2', '3'], rejected: [] });
    const { count, results } = await notifications();
    expect(count).toBe(3);
    const message = await read(`devicenotifications/${results[1].id}/`);
    expect(message).toMatchObject(shown);
    // What was sent stays beside it, as far as it is not endless.
    expect(message.plain_request.length).toBeLessThanOrEqual(64 * 1024);
    expect(message.plain_request).toContain(JSON.stringify(Object.values(sent)[0]).slice(1, 60_000).replace(/"$/, ''));
  });

  test('is signed as it was sent, before it is cleaned', async () => {
    const hostileText = { ...phone.message('1'), text: 'а\u0000\uD800' };
    const body = { sent_at: kantor.clock().toISOString(), notifications: [hostileText] };
    const cleaned = JSON.stringify(body).replaceAll('\\u0000', '');
    await expectRefused(() => phone.post('/notifications', body, { sentBody: cleaned }), 401, 'bad_signature');
    expect((await phone.post('/notifications', body)).body.accepted).toEqual(['1']);
  });

  test('with bytes that are no UTF-8 is kept', async () => {
    const body = { sent_at: kantor.clock().toISOString(), notifications: [phone.message('1', 'Перевод ?р')] };
    const bytes = Buffer.from(JSON.stringify(body));
    bytes[bytes.indexOf('?')] = 0xff;
    expect((await phone.post('/notifications', bytes)).body.accepted).toEqual(['1']);
    expect((await notifications()).results[0].text).toBe('Перевод \uFFFDр');
  });

  test.each([
    ['message_id', { message_id: '' }],
    ['message_id', { message_id: 'x'.repeat(129) }],
    ['message_id', { message_id: 'a\u0000' }],
    ['message_id', { message_id: undefined }],
    ['application', { application: undefined }],
    ['text', { text: 1 }],
    ['time', { time: 'вчера' }],
    ['time', { time: '2026-11-20T09:00:00' }],
    ['time', { time: '2026-02-30T09:00:00Z' }],
    ['phone', { phone: null }],
    ['surprise', { surprise: 1 }],
  ])('with a wrong %s is kept without it, and the field is named', async (field, change) => {
    const messages = [phone.message('1'), { ...phone.message('2'), ...change }, phone.message('3')];
    const { status, body } = await phone.notify(messages);
    expect([status, body.accepted, body.rejected.length]).toEqual([200, ['1', '3'], 1]);
    expect([body.rejected[0].index, Object.keys(body.rejected[0].errors)]).toEqual([1, [field]]);
    expect((await notifications()).count).toBe(2);
  });

  test.each([null, 'text', 7, []])('with %j for a message is kept without it', async (nonsense) => {
    const messages = [nonsense, phone.message('1')];
    const { body } = await phone.notify(messages);
    expect([body.accepted, body.rejected]).toEqual([['1'], [{ index: 0, errors: { message: [expect.anything()] } }]]);
  });

  test.each([
    ['sent_at', { sent_at: 'вчера' }],
    ['sent_at', { sent_at: undefined }],
    ['notifications', { notifications: {} }],
  ])('that is none, by its %s, is refused', async (field, change) => {
    const body = { sent_at: kantor.clock().toISOString(), notifications: [phone.message('1')], ...change };
    const refused = await expectRefused(() => phone.post('/notifications', body), 400, 'invalid');
    expect(Object.keys(refused.body.errors)).toEqual([field]);
  });

  test('of which one cannot be kept, for a reason that nobody foresaw, is kept without it until it can', async () => {
    await sql`alter table notification add constraint unforeseen check (text <> 'Беда') not valid`.execute(kantor.db);
    const batch = [phone.message('1'), phone.message('2', 'Беда'), phone.message('3')];
    try {
      const { status, body } = await phone.notify(batch);
      expect([status, body.accepted, body.rejected]).toEqual([200, ['1', '3'], []]);
    } finally {
      await sql`alter table notification drop constraint unforeseen`.execute(kantor.db);
    }
    expect((await phone.notify(batch)).body.accepted).toEqual(['1', '2', '3']);
    expect((await notifications()).count).toBe(3);
  });
});
