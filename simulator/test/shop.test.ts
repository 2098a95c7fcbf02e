import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildApi } from '@kantor/server/src/app/build-api.ts';
import { type Kantor, startKantor } from '@kantor/server/test/support/kantor.ts';
import { createMerchantClient } from '../src/http.ts';
import { runShop, type ShopOptions } from '../src/shop.ts';

const FAST = 3000;
const SOON = { timeout: 20_000, interval: 10 };

let kantor: Kantor;
let apiKey: string;
const stopping: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  kantor = await startKantor();
  const trader = await kantor.createTrader({ balance: '1000000' });
  await kantor.createRequisite(trader.id);
  apiKey = (await kantor.createMerchant()).key;
});
afterEach(async () => {
  for (const stop of stopping.splice(0).toReversed()) await stop();
  // The shop may have connected without asking anything, which a server that closes would wait for.
  kantor.app.server.closeAllConnections();
  await kantor.close();
});

/** A shop with its own log, stopped at the end of the test. */
function openShop(url: string, options: Partial<ShopOptions> = {}) {
  const lines: string[] = [];
  const day = new AbortController();
  const { signal } = day;
  const log = (line: string) => lines.push(line);
  const client = createMerchantClient({ url: new URL(url), log, signal }, apiKey);
  const ended = runShop({ client, ordersPerMinute: FAST, log, signal, pay: () => Promise.resolve(), ...options });
  const stop = () => {
    day.abort();
    return ended;
  };
  stopping.push(stop);
  return { lines, stop };
}

/** A server of the test's own between the shop and Kantor. */
async function listen(handle: RequestListener): Promise<string> {
  const server: Server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stopping.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const count = async (from: string): Promise<number> =>
  Number((await sql.raw<{ n: bigint }>(`select count(*) as n from ${from}`).execute(kantor.db)).rows[0]?.n);

/** Kantor's answer to a request that reached a server of the test. */
async function ask(request: IncomingMessage) {
  const answer = await kantor.app.inject({
    method: 'POST',
    url: request.url ?? '',
    headers: request.headers,
    payload: await text(request),
  });
  return (response: ServerResponse) => {
    response.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(answer.body);
  };
}

it('creates orders of believable amounts, and stops at once', async () => {
  const url = await kantor.app.listen({ port: 0 });
  const shop = openShop(url);
  await vi.waitUntil(async () => (await count('orders')) >= 10, SOON);
  const since = performance.now();
  await shop.stop();
  expect(performance.now() - since).toBeLessThan(12_000);
  // The shop's latest calls may still be on their way: no two counts of them need be equal.
  expect(await count('orders where amount not between 100_00 and 100_000_00')).toBe(0);
  expect(shop.lines.filter((line) => !line.includes('no requisite'))).toEqual([]);
});

it('cancels orders of payers who change their minds', async () => {
  const url = await kantor.app.listen({ port: 0 });
  openShop(url, { pay: (_order, { cancel }) => cancel() });
  await vi.waitUntil(async () => (await count("orders where status = 'DECLINED'")) >= 5, SOON);
});

it('opens appeals of payers who complain, with what they paid and a receipt', async () => {
  const url = await kantor.app.listen({ port: 0 });
  const shop = openShop(url, { pay: ({ amount }, { complain }) => complain(amount - 1_00n) });
  await vi.waitUntil(async () => (await count("appeal where status = 'OPEN'")) >= 5, SOON);
  await shop.stop();
  expect(await count('appeal join orders on orders.id = order_id where appeal.amount <> orders.amount - 100')).toBe(0);
  expect(
    await count(
      "appeal left join stored_file on file_id = stored_file.id where media_type is distinct from 'image/png'",
    ),
  ).toBe(0);
});

it('sends a request whose answer was lost again with the same key, so that its effect is there once', async () => {
  const attempts = new Map<string, number>();
  const url = await listen(async (request, response) => {
    const key = String(request.headers['idempotency-key']);
    const n = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, n);
    const reply = await ask(request);
    if (n === 1) request.socket.destroy();
    else reply(response);
  });
  const shop = openShop(url, { ordersPerMinute: 600 });
  const repeated = () => [...attempts.values()].filter((n) => n >= 2).length;
  await vi.waitUntil(async () => repeated() >= 5 && (await count('orders')) >= 5, SOON);
  await shop.stop();
  // Under a new key, the number of the order would be taken.
  expect(shop.lines.filter((line) => line.includes('external_id_taken'))).toEqual([]);
  expect(shop.lines).toContain(`${url} does not answer; trying again`);
});

it.each([
  [503, { code: 'unavailable' }],
  [429, { code: 'rate_limited' }],
  [409, { code: 'idempotency_running' }],
])('tries again after %i %j', async (status, { code }) => {
  const keys: string[] = [];
  const told = { type: 'about:blank', title: '', status, detail: 'Позже', code };
  const url = await listen((request, response) => {
    keys.push(String(request.headers['idempotency-key']));
    response.writeHead(status, { 'content-type': 'application/problem+json' }).end(JSON.stringify(told));
  });
  openShop(url, { ordersPerMinute: 60 });
  await vi.waitUntil(() => keys.length > new Set(keys).size, SOON);
});

it('takes a refusal for an answer', async () => {
  await sql`update requisite set is_active = false`.execute(kantor.db);
  const keys: string[] = [];
  const url = await listen(async (request, response) => {
    keys.push(String(request.headers['idempotency-key']));
    (await ask(request))(response);
  });
  const shop = openShop(url);
  await vi.waitUntil(() => shop.lines.length >= 10, SOON);
  await shop.stop();
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(shop.lines)).toEqual(new Set(['no requisite takes the order just now']));
});

it('outlives a restart of the server', async () => {
  const url = await kantor.app.listen({ port: 0 });
  const shop = openShop(url);
  await vi.waitUntil(async () => (await count('orders')) >= 3, SOON);
  await kantor.app.close();
  await vi.waitUntil(() => shop.lines.some((line) => line.includes('does not answer')), SOON);
  const before = await count('orders');
  const app = await buildApi({ db: kantor.db, settings: kantor.settings, clock: kantor.clock });
  stopping.unshift(() => app.close());
  await app.listen({ port: Number(new URL(url).port) });
  await vi.waitUntil(async () => (await count('orders')) > before + 3, SOON);
});

it('turns payers away while too many wait for the server', async () => {
  const keys = new Set<string>();
  const url = await listen((request) => {
    keys.add(String(request.headers['idempotency-key']));
  });
  let drawn = 0;
  const random = () => {
    drawn += 1;
    return Math.random();
  };
  openShop(url, { ordersPerMinute: 6000, random });
  await vi.waitUntil(() => keys.size >= 50, SOON);
  const then = drawn;
  await vi.waitUntil(() => drawn > then + 20, SOON);
  expect(keys.size).toBe(50);
});
