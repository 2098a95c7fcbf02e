import { text } from 'node:stream/consumers';
import { DEVICE_API_BASE, sendNotifications } from '@kantor/contract/plain/device-routes.ts';
import { login } from '@kantor/contract/plain/routes.ts';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { systemClock } from '@kantor/server/src/kernel/clock.ts';
import { PASSWORD } from '@kantor/server/test/support/people.ts';
import { pairPhone } from '@kantor/server/test/support/phone.ts';
import { createBalances } from '../src/balances.ts';
import { createMerchantClient } from '../src/http.ts';
import { createPayers } from '../src/payer.ts';
import { readShares, USUAL_PROFILE } from '../src/payer-profile.ts';
import { openPhones, type PhonesOptions } from '../src/phones.ts';
import { runShop } from '../src/shop.ts';
import { SOON, test as base } from './fixture.ts';

const NUMBER = '+79990010101';
const NOTIFICATIONS = DEVICE_API_BASE + sendNotifications.path;

const test = base
  .extend('options', () => ({ now: new Date() }))
  .extend('trader', ({ kantor }) => kantor.createTrader({ balance: '1000000' }))
  /** Makes a cabinet whose phone has never been paired. */
  .extend('createCabinet', ({ kantor, trader }) => async (phone: string, isActive = true) => {
    const id = await kantor.createCabinet(trader.id, { isActive, hasPhone: false });
    await sql`update cabinet set phone = ${phone}, last_heard_at = null, is_heard = false where id = ${id}`.execute(
      kantor.db,
    );
    return id;
  })
  .extend('cabinetId', { auto: true }, async ({ kantor, trader, createCabinet }) => {
    const cabinetId = await createCabinet(NUMBER);
    await kantor.createRequisite(trader.id, { cabinetId, phone: NUMBER });
    return cabinetId;
  })
  /** Starts a server in the time that phones live in. */
  .extend(
    'startServer',
    ({ serve }) =>
      (port = 0) =>
        serve({ port, clock: systemClock }),
  )
  /** The address of such a server. */
  .extend('url', async ({ startServer }) => (await startServer()).url)
  /** A server of the test's own between the phones and Kantor: it may answer by itself. @returns its address. */
  .extend(
    'standBetween',
    ({ url, listen }) =>
      (answer: (path?: string) => number | undefined) =>
        listen(async (request, response) => {
          const status = answer(request.url);
          if (status !== undefined) {
            const told = { type: 'about:blank', title: '', status, detail: 'Позже', code: 'later' };
            response.writeHead(status, { 'retry-after': '0' }).end(JSON.stringify(told));
            return;
          }
          const { host: _ours, connection: _also, ...headers } = request.headers as Record<string, string>;
          const body = request.method === 'POST' ? await text(request) : null;
          const method = request.method ?? 'GET';
          const answered = await fetch(new URL(request.url ?? '', url), { method, headers, body }).catch(
            () => undefined,
          );
          if (answered === undefined) return void response.destroy();
          response.writeHead(answered.status, { 'content-type': answered.headers.get('content-type') ?? '' });
          response.end(await answered.bytes());
        }),
  )
  /** Switches the phones on; those of the cabinet, unless the test says otherwise. */
  .extend('switchOn', ({ day, trader, database }) => (url: URL, options: Partial<PhonesOptions> = {}) => {
    const { log, signal } = day;
    const phones = openPhones({
      ...{ url, traders: [{ username: trader.username, password: PASSWORD }], numbers: new Set([NUMBER]) },
      ...{ balances: createBalances(), log, signal, pingEvery: 20, noisePerMinute: 0, ...options },
    });
    day.atEnd(() => phones.ended);
    const heardCounter = 'select max(last_counter) as n from device where ended_at is null';
    const counter = async () => Number((await database.rows<{ n: bigint }>(heardCounter))[0]?.n);
    return {
      ...phones,
      counter,
      untilOnline: () => database.until('cabinet where is_heard', 1),
      /** Resolves once the phone has spoken some more. */
      untilHeard: async () => {
        const before = await counter();
        await vi.waitUntil(async () => (await counter()) > before + 2, SOON);
      },
    };
  });

/** An account of the requisite's, and what its bank says of money. */
const account = { phone: NUMBER, bank: 'Сбербанк', tail: '4321' };
const income = (roubles: string) => ({
  application: '900',
  text: `СЧЁТ4321 12:01 Перевод из ВТБ +${roubles}р от ИВАН И. Баланс: 90000р`,
});

test('pairs by the picture, and is heard', async ({ day, url, trader, database, switchOn }) => {
  const sessions = await database.count('session where revoked_at is null');
  const phones = switchOn(url);
  await phones.untilOnline();
  await phones.untilHeard();
  expect(await database.count("device_ping where text like 'На связи%'")).toBe(1);
  expect(day.lines).toEqual([`the phone «Телефон» of ${trader.username} is on`]);
  // It signed in, and out again.
  expect(await database.count('session where revoked_at is null')).toBe(sessions);
});

test('leaves alone the phones that are not the demo’s, cabinets that are off, and blocked ones', async ({
  kantor,
  url,
  database,
  cabinetId,
  createCabinet,
  switchOn,
}) => {
  const others = [await createCabinet('+79991112233'), await createCabinet(NUMBER, false), await createCabinet(NUMBER)];
  await sql`update cabinet set is_active = false, blocked_forever_at = now() where id = ${others[2]}`.execute(
    kantor.db,
  );
  const phones = switchOn(url);
  await database.until('device', 1);
  await phones.untilHeard();
  expect(await database.rows('select cabinet_id from device')).toEqual([{ cabinet_id: cabinetId }]);
});

test('money that a payer sends closes the order of the shop', async ({ kantor, day, url, database, switchOn }) => {
  // The least of all: a clock that is a minute and a half behind.
  const phones = switchOn(url, { random: () => 0 });
  const { key } = await kantor.createMerchant();
  const { log, signal } = day;
  const shares = readShares('paid=1') ?? USUAL_PROFILE.shares;
  const pay = createPayers({
    phones,
    balances: createBalances(),
    signal,
    profile: { ...USUAL_PROFILE, shares, payAfter: [50, 300], claimShare: 0 },
  });
  const client = createMerchantClient({ url, log, signal }, key);
  const shop = runShop({ client, ordersPerMinute: 1000, log, signal, pay, claim: () => Promise.resolve() });
  day.atEnd(() => shop);
  await database.until("orders where status = 'CLOSED'", 10);
  day.end();
  const closed = await database.rows<{ actor: string }>(`
    select distinct actor::text from order_status_change where status = 'CLOSED'`);
  expect(closed).toEqual([{ actor: 'device' }]);
  // A phone whose clock is wrong is believed about how long ago it heard.
  expect(await database.count("notification where outcome <> 'paid'")).toBe(0);
});

test('outlives a restart of the server, and tells what it heard meanwhile', async ({
  day,
  database,
  startServer,
  switchOn,
}) => {
  const first = await startServer();
  const phones = switchOn(first.url);
  await phones.untilOnline();
  await first.stop();
  await vi.waitUntil(() => day.lines.some((line) => line.includes('does not answer')), SOON);
  phones.deliver(account, income('1500'));
  await startServer(Number(first.url.port));
  await database.until('notification', 1);
  expect(await database.count('device')).toBe(1);
});

test('goes on from the counter that the server has', async ({ kantor, url, database, switchOn }) => {
  const phones = switchOn(url);
  await database.until('device', 1);
  await sql`update device set last_counter = 1000000`.execute(kantor.db);
  await phones.untilHeard();
});

test('waits when the server refuses for too many calls, and when it is unwell; each message is there once', async ({
  database,
  standBetween,
  switchOn,
}) => {
  const statuses = [429, 503, 429];
  let told = 0;
  const between = await standBetween((path) => {
    if (path !== NOTIFICATIONS) return undefined;
    told += 1;
    return statuses[told - 1];
  });
  const phones = switchOn(between);
  await phones.untilOnline();
  for (const roubles of ['1500', '1600', '1700']) phones.deliver(account, income(roubles));
  await database.until('notification', 3);
  expect(told).toBeGreaterThan(statuses.length);
  // Kept messages are not sent again.
  const then = told;
  await phones.untilHeard();
  expect(told).toBe(then);
  expect(await database.count('notification')).toBe(3);
});

test('sends again, behind the others, what the server fails at', async ({ kantor, url, database, switchOn }) => {
  await kantor.ownerDb.schema
    .alterTable('notification')
    .addCheckConstraint('unforeseen', sql`text <> 'Беда'`)
    .execute();
  const phones = switchOn(url);
  await phones.untilOnline();
  phones.deliver(account, { application: '900', text: 'Беда' });
  phones.deliver(account, income('1500'));
  await database.until('notification', 1);
  await kantor.ownerDb.schema.alterTable('notification').dropConstraint('unforeseen').execute();
  await database.until('notification', 2);
  await phones.untilHeard();
  expect(await database.rows('select text from notification order by created_at')).toEqual([
    { text: income('1500').text },
    { text: 'Беда' },
  ]);
});

test('forgets what will never be kept', async ({ database, standBetween, switchOn }) => {
  let told = 0;
  const between = await standBetween((path) => {
    if (path === NOTIFICATIONS) told += 1;
    return undefined;
  });
  const phones = switchOn(between);
  await phones.untilOnline();
  phones.deliver(account, { application: undefined as never, text: 'Без отправителя' });
  await vi.waitUntil(() => told === 1, SOON);
  await phones.untilHeard();
  expect(told).toBe(1);
  expect(await database.count('notification')).toBe(0);
});

test('tells at once, not when it would be heard anyway', async ({ url, database, switchOn }) => {
  const phones = switchOn(url, { pingEvery: 3_600_000 });
  await vi.waitUntil(async () => (await phones.counter()) === 1, SOON);
  phones.deliver(account, income('1500'));
  await database.until('notification', 1);
});

test('gives way to a phone that was paired in its place', async ({ kantor, day, url, trader, cabinetId, switchOn }) => {
  const phones = switchOn(url);
  await phones.untilOnline();
  await pairPhone(kantor, trader, cabinetId);
  await phones.ended;
  expect(day.lines.at(-1)).toMatch(/^the phone \+79990010101 is off: .* is refused: 403 device_ended/);
});

test('says whose phones are off, and why', async ({ day, url, trader, switchOn }) => {
  const wrong = { username: trader.username, password: 'wrong' };
  await switchOn(url, { traders: [wrong] }).ended;
  expect(day.lines).toHaveLength(1);
  expect(day.lines[0]).toContain(
    `the phones of ${trader.username} are off: Error: POST ${login.path} is refused: 401 bad_credentials`,
  );
});

test('hears all day what has nothing to do with orders', async ({ url, database, switchOn }) => {
  switchOn(url, { noisePerMinute: 3000 });
  await database.until('notification', 20);
  expect(await database.count("notification where outcome not in ('outgoing', 'unread', 'one_time_code')")).toBe(0);
});

test('begins with a purchase, so that balances which begin anew stand against none of before', async ({
  url,
  database,
  switchOn,
}) => {
  switchOn(url, { noisePerMinute: 0.001 });
  await database.until('notification', 1);
  expect(await database.rows('select outcome from notification')).toEqual([{ outcome: 'outgoing' }]);
});
