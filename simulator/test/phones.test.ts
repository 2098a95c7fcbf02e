import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { DEVICE_API_BASE, sendNotifications } from '@kantor/contract/plain/device-routes.ts';
import { login } from '@kantor/contract/plain/routes.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildApi } from '@kantor/server/src/app/build-api.ts';
import { systemClock } from '@kantor/server/src/kernel/clock.ts';
import { type Kantor, startKantor } from '@kantor/server/test/support/kantor.ts';
import { PASSWORD } from '@kantor/server/test/support/people.ts';
import { pairPhone } from '@kantor/server/test/support/phone.ts';
import { createBalances } from '../src/balances.ts';
import { createMerchantClient } from '../src/http.ts';
import { createPayers } from '../src/payer.ts';
import { readShares, USUAL_PROFILE } from '../src/payer-profile.ts';
import { openPhones, type PhonesOptions } from '../src/phones.ts';
import { runShop } from '../src/shop.ts';

const SOON = { timeout: 20_000, interval: 10 };
const NUMBER = '+79990010101';
const NOTIFICATIONS = DEVICE_API_BASE + sendNotifications.path;

let kantor: Kantor;
let trader: Awaited<ReturnType<Kantor['createTrader']>>;
let cabinetId: string;
let day: AbortController;
let lines: string[];
const stopping: (() => Promise<unknown>)[] = [];

/** A cabinet whose phone has never been paired. */
async function createCabinet(phone: string, isActive = true): Promise<string> {
  const id = await kantor.createCabinet(trader.id, { isActive, hasPhone: false });
  await sql`update cabinet set phone = ${phone}, last_heard_at = null, is_heard = false where id = ${id}`.execute(
    kantor.db,
  );
  return id;
}

beforeEach(async () => {
  kantor = await startKantor({ now: new Date() });
  trader = await kantor.createTrader({ balance: '1000000' });
  cabinetId = await createCabinet(NUMBER);
  await kantor.createRequisite(trader.id, { cabinetId, phone: NUMBER });
  day = new AbortController();
  lines = [];
});
afterEach(async () => {
  day.abort();
  for (const stop of stopping.splice(0).toReversed()) await stop();
  await kantor.close();
});

/** A server in the time that phones live in, on a port. */
async function serve(port = 0) {
  const app = await buildApi({ db: kantor.db, settings: kantor.settings, clock: systemClock });
  const url = await app.listen({ port, host: '127.0.0.1' });
  const stop = () => {
    app.server.closeAllConnections();
    return app.close();
  };
  stopping.push(stop);
  return { url, stop };
}

/** A server of the test's own between the phones and Kantor: it may answer by itself. */
async function standBetween(url: string, answer: (request: IncomingMessage) => number | undefined): Promise<string> {
  const proxy = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const status = answer(request);
    if (status !== undefined) {
      const told = { type: 'about:blank', title: '', status, detail: 'Позже', code: 'later' };
      response.writeHead(status, { 'retry-after': '0' }).end(JSON.stringify(told));
      return;
    }
    const { host: _ours, connection: _also, ...headers } = request.headers as Record<string, string>;
    const body = request.method === 'POST' ? await text(request) : null;
    const method = request.method ?? 'GET';
    const answered = await fetch(new URL(request.url ?? '', url), { method, headers, body }).catch(() => undefined);
    if (answered === undefined) return void response.destroy();
    response.writeHead(answered.status, { 'content-type': answered.headers.get('content-type') ?? '' });
    response.end(await answered.bytes());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  stopping.push(async () => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

function switchOn(url: string, options: Partial<PhonesOptions> = {}) {
  const log = (line: string) => lines.push(line);
  const phones = openPhones({
    ...{ url: new URL(url), traders: [{ username: trader.username, password: PASSWORD }], numbers: new Set([NUMBER]) },
    ...{ balances: createBalances(), log, signal: day.signal, pingEvery: 20, noisePerMinute: 0, ...options },
  });
  stopping.push(() => phones.ended);
  return phones;
}

const rows = async <Row>(statement: string): Promise<Row[]> => (await sql.raw<Row>(statement).execute(kantor.db)).rows;
const count = async (from: string): Promise<number> =>
  Number((await rows<{ n: bigint }>(`select count(*) as n from ${from}`))[0]?.n);
const counter = async () =>
  Number((await rows<{ n: bigint }>('select max(last_counter) as n from device where ended_at is null'))[0]?.n);

/** Until the phone has spoken some more. */
async function untilHeard(): Promise<void> {
  const before = await counter();
  await vi.waitUntil(async () => (await counter()) > before + 2, SOON);
}

/** An account of the requisite's, and what its bank says of money. */
const account = { phone: NUMBER, bank: 'Сбербанк', tail: '4321' };
const income = (roubles: string) => ({
  application: '900',
  text: `СЧЁТ4321 12:01 Перевод из ВТБ +${roubles}р от ИВАН И. Баланс: 90000р`,
});

it('pairs by the picture, and is heard', async () => {
  const sessions = await count('session where revoked_at is null');
  const { url } = await serve();
  switchOn(url);
  await vi.waitUntil(async () => (await count('cabinet where is_heard')) === 1, SOON);
  await untilHeard();
  expect(await count("device_ping where text like 'На связи%'")).toBe(1);
  expect(lines).toEqual([`the phone «Телефон» of ${trader.username} is on`]);
  // It signed in, and out again.
  expect(await count('session where revoked_at is null')).toBe(sessions);
});

it('leaves alone the phones that are not the demo’s, cabinets that are off, and blocked ones', async () => {
  const others = [await createCabinet('+79991112233'), await createCabinet(NUMBER, false), await createCabinet(NUMBER)];
  await sql`update cabinet set is_active = false, blocked_forever_at = now() where id = ${others[2]}`.execute(
    kantor.db,
  );
  const { url } = await serve();
  switchOn(url);
  await vi.waitUntil(async () => (await count('device')) === 1, SOON);
  await untilHeard();
  expect(await rows('select cabinet_id from device')).toEqual([{ cabinet_id: cabinetId }]);
});

it('money that a payer sends closes the order of the shop', async () => {
  const { url } = await serve();
  // The least of all: a clock that is a minute and a half behind.
  const phones = switchOn(url, { random: () => 0 });
  const { key } = await kantor.createMerchant();
  const log = (line: string) => lines.push(line);
  const { signal } = day;
  const shares = readShares('paid=1') ?? USUAL_PROFILE.shares;
  const pay = createPayers({
    phones,
    balances: createBalances(),
    signal,
    profile: { ...USUAL_PROFILE, shares, payAfter: [50, 300] },
  });
  const client = createMerchantClient({ url: new URL(url), log, signal }, key);
  const shop = runShop({ client, ordersPerMinute: 1000, log, signal, pay });
  stopping.push(() => shop);
  await vi.waitUntil(async () => (await count("orders where status = 'CLOSED'")) >= 10, SOON);
  day.abort();
  const closed = await rows<{ actor: string }>(`
    select distinct actor::text from order_status_change where status = 'CLOSED'`);
  expect(closed).toEqual([{ actor: 'device' }]);
  // A phone whose clock is wrong is believed about how long ago it heard.
  expect(await count("notification where outcome <> 'paid'")).toBe(0);
});

it('outlives a restart of the server, and tells what it heard meanwhile', async () => {
  const first = await serve();
  const phones = switchOn(first.url);
  await vi.waitUntil(async () => (await count('cabinet where is_heard')) === 1, SOON);
  await first.stop();
  await vi.waitUntil(() => lines.some((line) => line.includes('does not answer')), SOON);
  phones.deliver(account, income('1500'));
  await serve(Number(new URL(first.url).port));
  await vi.waitUntil(async () => (await count('notification')) === 1, SOON);
  expect(await count('device')).toBe(1);
});

it('goes on from the counter that the server has', async () => {
  const { url } = await serve();
  switchOn(url);
  await vi.waitUntil(async () => (await count('device')) === 1, SOON);
  await sql`update device set last_counter = 1000000`.execute(kantor.db);
  await untilHeard();
});

it('waits when the server refuses for too many calls, and when it is unwell; each message is there once', async () => {
  const { url } = await serve();
  const statuses = [429, 503, 429];
  let told = 0;
  const between = await standBetween(url, ({ url: path }) => {
    if (path !== NOTIFICATIONS) return undefined;
    told += 1;
    return statuses[told - 1];
  });
  const phones = switchOn(between);
  await vi.waitUntil(async () => (await count('cabinet where is_heard')) === 1, SOON);
  for (const roubles of ['1500', '1600', '1700']) phones.deliver(account, income(roubles));
  await vi.waitUntil(async () => (await count('notification')) === 3, SOON);
  expect(told).toBeGreaterThan(statuses.length);
  // Kept messages are not sent again.
  const then = told;
  await untilHeard();
  expect(told).toBe(then);
  expect(await count('notification')).toBe(3);
});

it('sends again, behind the others, what the server fails at', async () => {
  const { url } = await serve();
  await kantor.db.schema
    .alterTable('notification')
    .addCheckConstraint('unforeseen', sql`text <> 'Беда'`)
    .execute();
  const phones = switchOn(url);
  await vi.waitUntil(async () => (await count('cabinet where is_heard')) === 1, SOON);
  phones.deliver(account, { application: '900', text: 'Беда' });
  phones.deliver(account, income('1500'));
  await vi.waitUntil(async () => (await count('notification')) === 1, SOON);
  await kantor.db.schema.alterTable('notification').dropConstraint('unforeseen').execute();
  await vi.waitUntil(async () => (await count('notification')) === 2, SOON);
  await untilHeard();
  expect(await rows('select text from notification order by created_at')).toEqual([
    { text: income('1500').text },
    { text: 'Беда' },
  ]);
});

it('forgets what will never be kept', async () => {
  const { url } = await serve();
  let told = 0;
  const between = await standBetween(url, ({ url: path }) => {
    if (path === NOTIFICATIONS) told += 1;
    return undefined;
  });
  const phones = switchOn(between);
  await vi.waitUntil(async () => (await count('cabinet where is_heard')) === 1, SOON);
  phones.deliver(account, { application: undefined as never, text: 'Без отправителя' });
  await vi.waitUntil(() => told === 1, SOON);
  await untilHeard();
  expect(told).toBe(1);
  expect(await count('notification')).toBe(0);
});

it('tells at once, not when it would be heard anyway', async () => {
  const { url } = await serve();
  const phones = switchOn(url, { pingEvery: 3_600_000 });
  await vi.waitUntil(async () => (await counter()) === 1, SOON);
  phones.deliver(account, income('1500'));
  await vi.waitUntil(async () => (await count('notification')) === 1, SOON);
});

it('gives way to a phone that was paired in its place', async () => {
  const { url } = await serve();
  const phones = switchOn(url);
  await vi.waitUntil(async () => (await count('cabinet where is_heard')) === 1, SOON);
  await pairPhone(kantor, trader, cabinetId);
  await phones.ended;
  expect(lines.at(-1)).toMatch(/^the phone \+79990010101 is off: .* is refused: 403 device_ended/);
});

it('says whose phones are off, and why', async () => {
  const { url } = await serve();
  const wrong = { username: trader.username, password: 'wrong' };
  await switchOn(url, { traders: [wrong] }).ended;
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(
    `the phones of ${trader.username} are off: Error: POST ${login.path} is refused: 401 bad_credentials`,
  );
});

it('hears all day what has nothing to do with orders', async () => {
  const { url } = await serve();
  switchOn(url, { noisePerMinute: 3000 });
  await vi.waitUntil(async () => (await count('notification')) >= 20, SOON);
  expect(await count("notification where outcome not in ('outgoing', 'unread')")).toBe(0);
});
