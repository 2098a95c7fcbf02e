import { DEVICE_API_BASE } from '@kantor/contract/plain/device-routes.ts';
import { blockCabinet, connectCabinet } from '@kantor/contract/wire/cabinets.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { type Answer, pairPhone, postRaw } from '../support/phone.ts';
import { forwarderPath, pathOf } from './forwarder-apps.ts';
import { NAMES, test as base } from './forwarder-fixture.ts';

// Behaviour of every application that forwards messages.

/** Nothing is kept of what is refused. */
const refusalOf = (texts: () => Promise<string[]>) => async (answer: Promise<Answer>, status: number, code: string) => {
  const { status: found, body } = await answer;
  expect([found, body.code]).toEqual([status, code]);
  expect(await texts()).toEqual([]);
};

const test = base.extend('refuse', ({ texts }) => refusalOf(texts));

describe.for(NAMES)('%s', (name) => {
  test('is given an address of this server and a key', async ({ kantor, connected }) => {
    const given = await connected(name);
    const address = `http://localhost:80${DEVICE_API_BASE}${forwarderPath(name, '')}`;
    expect(given).toEqual({
      address: expect.stringMatching(new RegExp(String.raw`^${address}[\da-f-]{36}$`)),
      key: expect.stringMatching(/^[\w-]{43}$/),
      template: name === 'sms_forwarder' ? expect.stringContaining('[org_content]') : '',
      qr: '',
    });
    const { rows } = await sql<{ text: string }>`select device::text as text from device`.execute(kantor.db);
    for (const { text } of rows) expect(text).not.toContain(given.key);
  });

  test('forwards a bank’s message', async ({ kantor, open, isHeard, newest }) => {
    const text = 'СЧЁТ4417 09:41 Перевод 1 500р от "Ивана И."\nБаланс: 20 321.15р';
    const application = await open(name);
    expect((await application.post(application.message(text))).status).toBe(200);
    expect(await newest()).toMatchObject({ application: '900', text, heardAt: kantor.clock() });
    expect((await newest()).phone).toMatch(/SIM/);
    expect((await newest()).plain_request).toContain('СЧЁТ4417');
    expect(await isHeard()).toBe(true);
  });

  test('is dated by our clock, and asked to repeat itself by the phone’s', async ({ kantor, texts, open, newest }) => {
    const application = await open(name);
    kantor.pass(MINUTE - (kantor.clock().getTime() % MINUTE) + 28_000);
    // Half a minute fast: what is one minute to the phone are two to us.
    const phoneTime = (ago: number) => new Date(kantor.clock().getTime() + 30_000 - ago);
    await application.post(application.message('Зачисление 1', phoneTime(53_000)), { sentAt: phoneTime(0) });
    expect((await newest()).heardAt).toEqual(new Date(kantor.clock().getTime() - 53_000));
    await application.post(application.message('Зачисление 1', phoneTime(3000)), { sentAt: phoneTime(-1) });
    expect(await texts()).toHaveLength(1);
  });

  test('that repeats a message changes nothing', async ({ texts, open }) => {
    const application = await open(name);
    const message = application.message('Зачисление 1');
    const answers = [
      await application.post(message),
      ...(await Promise.all([application.post(message), application.post(message)])),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await texts()).toHaveLength(1);
  });

  test('pings', async ({ pings, texts, open, isHeard }) => {
    const application = await open(name);
    expect((await application.post(application.ping())).status).toBe(200);
    const { count, results } = await pings();
    expect([count, results[0]?.text]).toEqual([1, name === 'sms_gateway' ? 'SMS Gateway на связи' : 'Заряд 80%']);
    expect(await isHeard()).toBe(true);
    expect(await texts()).toEqual([]);
  });

  test('is heard as long ago as its last call: a ping caught on the way brings nothing back', async ({
    kantor,
    open,
    isHeard,
  }) => {
    const application = await open(name);
    const [ping, message] = [application.ping(), application.message('Зачисление 1')];
    const sentAt = kantor.clock();
    expect((await application.post(ping, { sentAt })).status).toBe(200);
    expect((await application.post(message, { sentAt: new Date(sentAt.getTime() + 1000) })).status).toBe(200);
    kantor.pass(2 * MINUTE + 1000);
    expect(await isHeard()).toBe(false);
    const replayed = await application.post(ping, { sentAt });
    expect([replayed.status, replayed.body.code]).toEqual([409, 'replayed']);
    // A message may be late: it is kept, but says nothing about now.
    expect((await application.post(message, { sentAt: new Date(sentAt.getTime() + 1000) })).status).toBe(200);
    expect(await isHeard()).toBe(false);
    expect((await application.post(ping)).status).toBe(200);
    expect(await isHeard()).toBe(true);
  });

  test.for([
    ['later', 5 * MINUTE + 1000],
    ['earlier', -5 * MINUTE - 1000],
  ] as const)(
    'signed more than five minutes %s is refused',
    async ([_when, shift], { kantor, texts, open, isHeard }) => {
      const application = await open(name);
      const [inside, outside] = [0.9 * shift, shift].map((by) => new Date(kantor.clock().getTime() + by));
      const refused = await application.post(application.message('Зачисление 1'), { sentAt: outside as Date });
      expect([refused.status, refused.body.code]).toEqual([403, 'stale']);
      expect(refused.body.detail).toContain('точное время');
      expect(await texts()).toEqual([]);
      expect(await isHeard()).toBe(false);
      expect((await application.post(application.message('Зачисление 1'), { sentAt: inside as Date })).status).toBe(
        200,
      );
    },
  );

  test('with another key, or without, is refused', async ({ kantor, connected, applications, refuse }) => {
    const given = await connected(name);
    const application = applications[name](given);
    const message = application.message('Зачисление 1');
    await refuse(application.post(message, { key: 'x'.repeat(43) }), 401, 'bad_signature');
    await refuse(application.post(message, { key: '' }), 401, 'bad_signature');
    await refuse(postRaw(kantor, pathOf(given.address), JSON.stringify(message)), 401, 'bad_signature');
    for (const sent of ['', 'null', '{}', '[1', 'x'.repeat(1000)]) {
      await refuse(postRaw(kantor, pathOf(given.address), sent), 401, 'bad_signature');
    }
  });

  test('at the address of another device is refused', async ({ addCabinet, connected, applications, refuse }) => {
    const mine = await connected(name);
    const other = await connected(name, await addCabinet());
    const application = applications[name]({ ...other, key: mine.key });
    await refuse(application.post(application.message('Зачисление 1')), 401, 'bad_signature');
  });

  test('at the address of another application, or of no device, is refused', async ({
    kantor,
    connected,
    applications,
    refuse,
  }) => {
    const foreign = NAMES.find((each) => each !== name) ?? name;
    const { template } = await connected(foreign);
    const given = await connected(name);
    const address = given.address.replace(forwarderPath(name, ''), forwarderPath(foreign, ''));
    const elsewhere = applications[foreign]({ ...given, address, template });
    await refuse(elsewhere.post(elsewhere.message('Зачисление 1')), 401, 'unknown_device');
    for (const id of ['nobody', '01a1f82f-1e80-72c9-8bf3-323678fe0475', '%00']) {
      await refuse(postRaw(kantor, forwarderPath(name, id), '{}'), 401, 'bad_signature');
    }
  });

  test('whose key has ended is refused', async ({ kantor, trader, cabinet, open, refuse }) => {
    const application = await open(name);
    await pairPhone(kantor, trader, cabinet);
    await refuse(application.post(application.message('Зачисление 1')), 403, 'device_ended');
    await refuse(application.post(application.ping()), 403, 'device_ended');
  });

  test('of a blocked cabinet is refused', async ({ trader, cabinet, open, refuse }) => {
    const application = await open(name);
    const params = { id: cabinet };
    await trader.call(blockCabinet, { params });
    await refuse(application.post(application.message('Зачисление 1')), 403, 'cabinet_blocked');
    const refused = await trader.refusal(connectCabinet, { params, body: { application: name } });
    expect(refused).toMatchObject({ status: 409, code: 'cabinet_blocked' });
  });

  test('signed rightly, but of another form, is refused', async ({ connected, applications, refuse }) => {
    const given = await connected(name);
    const application = applications[name]({ ...given, template: '{"timestamp":"[timestamp]","sign":"[sign]"}' });
    await refuse(application.post({ event: 'sms:received', id: '1', payload: {} }), 400, 'malformed');
  });

  test.for([
    ['a long text with a NUL', `\u0000${'ж'.repeat(5000)}`, 'ж'.repeat(4000)],
    ['half a character', 'а\uDC00', 'а\uFFFD'],
    ['letters that run backwards', 'Сумма \u202E001\u202C\u0007', 'Сумма 001'],
    ['nothing', '', ''],
  ] as const)(
    'that was sent %s forwards it cleaned and cut, and is not asked to repeat it',
    async ([_what, sent, shown], { open, newest }) => {
      const application = await open(name);
      expect((await application.post(application.message(sent))).status).toBe(200);
      expect((await newest()).text).toBe(shown);
    },
  );

  test('that sends more than any message is refused before it is read', async ({ open, refuse }) => {
    const application = await open(name);
    await refuse(application.post(application.message('ж'.repeat(40_000))), 413, 'too_large');
  });

  test('takes over from a phone, and a phone from it', async ({ phone, open }) => {
    expect((await phone.ping()).status).toBe(200);
    const application = await open(name);
    expect((await phone.ping()).body.code).toBe('device_ended');
    expect((await application.post(application.ping())).status).toBe(200);
  });
});
