import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { ADDRESS_TRIES_PER_MINUTE, DEVICE_MESSAGES_PER_MINUTE } from '../../src/modules/device-api/limits.ts';
import { smsGateway } from './forwarder-apps.ts';
import type { Answer } from '../support/calls.ts';
import { type Kantor, startKantor } from '../support/harness.ts';
import { pairPhone, type Phone, postRaw } from '../support/phone.ts';

let kantor: Kantor;
let trader: Awaited<ReturnType<Kantor['createTrader']>>;
let phone: Phone;
let other: Phone;

beforeAll(async () => {
  kantor = await startKantor();
  trader = await kantor.createTrader();
});
afterAll(() => kantor.close());
beforeEach(async () => {
  kantor.pass(MINUTE);
  [phone, other] = [await pair(), await pair()];
});
const pair = async () => pairPhone(kantor, trader, await kantor.createCabinet(trader.id, { hasPhone: false }));

const kept = async (of: Phone) => {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from notification join device on device.cabinet_id = notification.cabinet_id
    where device.id = ${of.id}`.execute(kantor.db);
  return Number(rows[0]?.n);
};
const lastCounter = async (of: Phone) => {
  const { rows } = await sql<{ n: bigint }>`select last_counter as n from device where id = ${of.id}`.execute(
    kantor.db,
  );
  return Number(rows[0]?.n);
};
const byStatus = (answers: readonly Answer[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, of]) => [status, of.length] as const),
  );

describe('a phone that floods', () => {
  test('with ten thousand messages in a minute is refused beyond the limit, and another phone is heard', async () => {
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
    // What is sent at once may overtake on the way: its counter is then too low.
    expect(heard + overtaken).toBe(DEVICE_MESSAGES_PER_MINUTE);
    expect(refused).toBe(FLOOD - DEVICE_MESSAGES_PER_MINUTE);
    expect(await kept(phone)).toBe(heard);
    expect(await kept(other)).toBe(10);
    // The database was not even asked.
    expect(await lastCounter(phone)).toBeLessThanOrEqual(DEVICE_MESSAGES_PER_MINUTE + AT_ONCE);
  }, 120_000);

  test('is told when to come back, and then is heard again', async () => {
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
    kantor.pass(seconds * 1000);
    expect((await phone.ping()).status).toBe(200);
  });

  test('through a forwarder is refused beyond the same limit', async () => {
    const cabinet = await kantor.createCabinet(trader.id, { hasPhone: false });
    const path = `/api/v1/cabinets/${cabinet}/connect/`;
    const body = { application: 'sms_gateway' };
    const given = await kantor.send(path, { method: 'POST', token: trader.token, body });
    const application = smsGateway(kantor, given.body);
    const message = application.message('Зачисление 1');
    for (let n = 0; n < DEVICE_MESSAGES_PER_MINUTE; n += 1) expect((await application.post(message)).status).toBe(200);
    const refused = await application.post(message);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    // Nothing that it sends is read.
    expect((await application.post(message, { sent: 'x'.repeat(100 * 1024) })).status).toBe(429);
    expect((await phone.ping()).status).toBe(200);
  });

  test('with batches is counted by their messages', async () => {
    const batch = (name: string, size: number) =>
      phone.notify(Array.from({ length: size }, (_, n) => phone.message(`${name}${n}`)));
    for (const name of ['a', 'b', 'c']) expect((await batch(name, 100)).status).toBe(200);
    expect((await phone.ping()).status).toBe(429);
    kantor.pass(1000);
    const refused = await batch('d', 100);
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, 19]);
    kantor.pass(19_000);
    expect((await batch('d', 100)).status).toBe(200);
    expect(await kept(phone)).toBe(400);
  });

  test('may have its limit used up by nobody else', async () => {
    for (let n = 0; n < DEVICE_MESSAGES_PER_MINUTE + 10; n += 1) {
      await phone.ping('', { key: 'x'.repeat(43), counter: n + 1, address: `203.0.113.${n % 250}` });
    }
    expect((await phone.ping()).status).toBe(200);
  });
});

describe('an address that sends what no phone has signed', () => {
  const forge = (address: string) => phone.ping('', { key: 'x'.repeat(43), address });
  const guesses: [what: string, guess: (address: string) => Promise<Answer>][] = [
    ['a forged signature', forge],
    ['nothing that could be one', (address) => postRaw(kantor, '/pings', '{}', {}, address)],
    ['a forged post of a forwarder', (address) => postRaw(kantor, `/sms-gateway/${phone.id}`, '{}', {}, address)],
    ['a post of no forwarder', (address) => postRaw(kantor, '/sms-forwarder/nobody', '{}', {}, address)],
  ];

  test.each(guesses)('is refused after so many tries a minute: %s', async (_what, guess) => {
    const address = '198.51.100.1';
    for (let n = 0; n < ADDRESS_TRIES_PER_MINUTE; n += 1) expect((await guess(address)).status).toBe(401);
    const refused = await guess(address);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await guess('198.51.100.2')).status).toBe(401);
  });

  test('does not keep its neighbours at the same address from being heard', async () => {
    for (let n = 0; n < ADDRESS_TRIES_PER_MINUTE + 5; n += 1) await forge('100.64.0.1');
    expect((await other.ping('', { address: '100.64.0.1' })).status).toBe(200);
  });
});
