import { connectCabinet } from '@kantor/contract/wire/cabinets.ts';
import { sendPing } from '@kantor/contract/wire/device-api.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { SECOND } from '../../src/kernel/clock.ts';
import { ADDRESS_TRIES_PER_MINUTE, DEVICE_MESSAGES_PER_MINUTE } from '../../src/modules/device-api/limits.ts';
import type { Kantor } from '../support/kantor.ts';
import { type Answer, type Phone, postRaw } from '../support/phone.ts';
import { test as base } from './fixture.ts';
import { forwarderPath, smsGateway } from './forwarder-apps.ts';

const test = base
  /** A phone beside the one that floods. */
  .extend('other', ({ addPhone }) => addPhone())
  /** The number of a phone's kept messages. */
  .extend('kept', ({ kantor }) => async ({ id }: Phone) => {
    const { rows } = await sql<{ n: bigint }>`
      select count(*) as n from notification join device on device.cabinet_id = notification.cabinet_id
      where device.id = ${id}`.execute(kantor.db);
    return Number(rows[0]?.n);
  })
  .extend('lastCounter', ({ kantor }) => async ({ id }: Phone) => {
    const { rows } = await sql<{ n: bigint }>`select last_counter as n from device where id = ${id}`.execute(kantor.db);
    return Number(rows[0]?.n);
  });

const byStatus = (answers: readonly Answer[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, of]) => [status, of.length] as const),
  );
const forge = (phone: Phone, address: string) => phone.ping('', { key: 'x'.repeat(43), address });

describe('a phone that floods', () => {
  test('with ten thousand messages in a minute is refused beyond the limit, and another phone is heard', async ({
    phone,
    other,
    kept,
    lastCounter,
  }) => {
    const FLOOD = 10_000;
    const AT_ONCE = 50;
    const answers: Answer[] = [];
    for (let sent = 0; sent < FLOOD; sent += AT_ONCE) {
      const wave = Array.from({ length: AT_ONCE }, (_, n) => phone.notify([phone.message(String(sent + n))]));
      if (sent % 1000 === 0) {
        const heard = await other.notify([other.message(String(sent))]);
        expect([heard.status, heard.body.accepted]).toEqual([200, [String(sent)]]);
      }
      answers.push(...(await Promise.all(wave)));
    }
    const { 200: heard = 0, 409: overtaken = 0, 429: refused } = byStatus(answers);
    // Calls at once may overtake each other: the later one's counter is then too low.
    expect(heard + overtaken).toBe(DEVICE_MESSAGES_PER_MINUTE);
    expect(refused).toBe(FLOOD - DEVICE_MESSAGES_PER_MINUTE);
    expect(await kept(phone)).toBe(heard);
    expect(await kept(other)).toBe(10);
    // The database was not even asked.
    expect(await lastCounter(phone)).toBeLessThanOrEqual(DEVICE_MESSAGES_PER_MINUTE + AT_ONCE);
  });

  test('learns when to come back, and then is heard again', async ({ kantor, phone, other, lastCounter }) => {
    for (let n = 0; n < DEVICE_MESSAGES_PER_MINUTE; n += 1) expect((await phone.ping()).status).toBe(200);
    const counter = await lastCounter(phone);
    const refused = await phone.ping();
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(refused.body.detail).toMatch(/[а-я]/);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(await lastCounter(phone)).toBe(counter);
    // Nothing that it sends is read.
    expect((await phone.ping('x'.repeat(300 * 1024))).status).toBe(429);
    expect((await other.ping()).status).toBe(200);
    kantor.pass(seconds * SECOND);
    expect((await phone.ping()).status).toBe(200);
  });

  test('through a forwarder is refused beyond the same limit', async ({ kantor, trader, addCabinet, phone }) => {
    const request = { params: { id: await addCabinet() }, body: { application: 'sms_gateway' } } as const;
    const application = smsGateway(kantor, await trader.call(connectCabinet, request));
    const message = application.message('Зачисление 1');
    for (let n = 0; n < DEVICE_MESSAGES_PER_MINUTE; n += 1) expect((await application.post(message)).status).toBe(200);
    const refused = await application.post(message);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    // Nothing that it sends is read.
    expect((await application.post(message, { sent: 'x'.repeat(100 * 1024) })).status).toBe(429);
    expect((await phone.ping()).status).toBe(200);
  });

  test('with batches is counted by their messages', async ({ kantor, phone, kept }) => {
    const batch = (name: string, size: number) =>
      phone.notify(Array.from({ length: size }, (_, n) => phone.message(`${name}${n}`)));
    for (const name of ['a', 'b', 'c']) expect((await batch(name, 100)).status).toBe(200);
    expect((await phone.ping()).status).toBe(429);
    kantor.pass(SECOND);
    const refused = await batch('d', 100);
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, 19]);
    kantor.pass(19 * SECOND);
    expect((await batch('d', 100)).status).toBe(200);
    expect(await kept(phone)).toBe(400);
  });

  test('may have its limit used up by nobody else', async ({ phone }) => {
    for (let n = 0; n < DEVICE_MESSAGES_PER_MINUTE + 10; n += 1) {
      await phone.ping('', { key: 'x'.repeat(43), counter: n + 1, address: `203.0.113.${n % 250}` });
    }
    expect((await phone.ping()).status).toBe(200);
  });
});

describe('an address that sends what no phone has signed', () => {
  const guesses: [what: string, guess: (address: string, phone: Phone, kantor: Kantor) => Promise<Answer>][] = [
    ['a forged signature', (address, phone) => forge(phone, address)],
    ['nothing that could be one', (address, _, kantor) => postRaw(kantor, sendPing.path, '{}', {}, address)],
    [
      'a forged post of a forwarder',
      (address, { id }, kantor) => postRaw(kantor, forwarderPath('sms_gateway', id), '{}', {}, address),
    ],
    [
      'a post of no forwarder',
      (address, _, kantor) => postRaw(kantor, forwarderPath('sms_forwarder', 'nobody'), '{}', {}, address),
    ],
  ];

  test.for(guesses)('is refused after so many tries a minute: %s', async ([_what, guess], { kantor, phone }) => {
    const address = '198.51.100.1';
    for (let n = 0; n < ADDRESS_TRIES_PER_MINUTE; n += 1)
      expect((await guess(address, phone, kantor)).status).toBe(401);
    const refused = await guess(address, phone, kantor);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await guess('198.51.100.2', phone, kantor)).status).toBe(401);
  });

  test('does not keep its neighbours at the same address from being heard', async ({ phone, other }) => {
    for (let n = 0; n < ADDRESS_TRIES_PER_MINUTE + 5; n += 1) await forge(phone, '100.64.0.1');
    expect((await other.ping('', { address: '100.64.0.1' })).status).toBe(200);
  });
});
