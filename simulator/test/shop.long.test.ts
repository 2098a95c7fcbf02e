import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { createMerchantClient } from '../src/http.ts';
import { createPaymentPage } from '../src/payment-page.ts';
import { runShop, type ShopOptions } from '../src/shop.ts';
import { SOON, test as base } from './fixture.ts';

const FAST = 3000;

const test = base
  .extend('merchant', { auto: true }, async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '1000000' });
    await kantor.createRequisite(trader.id);
    return kantor.createMerchant();
  })
  /** Opens the merchant's shop. @returns a function that stops it. */
  .extend('openShop', ({ merchant, day }) => (url: URL, options: Partial<ShopOptions> = {}) => {
    const { log, signal } = day;
    const client = createMerchantClient({ url, log, signal }, merchant.key);
    const claim = createPaymentPage({ url, log, signal });
    const pay = () => Promise.resolve();
    const ended = runShop({ client, ordersPerMinute: FAST, log, signal, pay, claim, ...options });
    day.atEnd(() => ended);
    return () => {
      day.end();
      return ended;
    };
  })
  /** Sends the marketplace a request that reached a server of the test. @returns a function that gives its answer. */
  .extend('ask', ({ kantor }) => async (request: IncomingMessage) => {
    const answer = await kantor.app.inject({
      method: 'POST',
      url: request.url ?? '',
      headers: request.headers,
      payload: await text(request),
    });
    return (response: ServerResponse) => {
      response.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(answer.body);
    };
  });

test('creates orders of believable amounts, and stops at once', async ({ day, url, database, openShop }) => {
  const stop = openShop(url);
  await database.until('orders', 10);
  const since = performance.now();
  await stop();
  expect(performance.now() - since).toBeLessThan(12_000);
  // The shop's latest calls may still be on their way: no two counts of them need be equal.
  expect(await database.count('orders where amount not between 100_00 and 100_000_00')).toBe(0);
  expect(day.lines.filter((line) => !line.includes('no requisite'))).toEqual([]);
});

test('cancels orders of payers who change their minds', async ({ url, database, openShop }) => {
  openShop(url, { pay: (_order, { cancel }) => cancel() });
  await database.until("orders where status = 'DECLINED'", 5);
});

test('opens appeals of payers who complain, with what they paid and a receipt', async ({ url, database, openShop }) => {
  const stop = openShop(url, { pay: ({ amount }, { complain }) => complain(amount - 1_00n) });
  await database.until("appeal where status = 'OPEN'", 5);
  await stop();
  expect(
    await database.count('appeal join orders on orders.id = order_id where appeal.amount <> orders.amount - 100'),
  ).toBe(0);
  expect(
    await database.count(
      "appeal left join stored_file on file_id = stored_file.id where media_type is distinct from 'image/png'",
    ),
  ).toBe(0);
});

test('has payers say on the payment page that they have paid, some with a receipt', async ({
  url,
  database,
  openShop,
}) => {
  openShop(url, { pay: (_order, { claim }) => claim({ hasReceipt: true }) });
  await database.until('payer_claim_file', 3);
});

test('sends a request whose answer was lost again with the same key, so that its effect is there once', async ({
  day,
  database,
  listen,
  openShop,
  ask,
}) => {
  const attempts = new Map<string, number>();
  const url = await listen(async (request, response) => {
    const key = String(request.headers['idempotency-key']);
    const n = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, n);
    const reply = await ask(request);
    if (n === 1) request.socket.destroy();
    else reply(response);
  });
  const stop = openShop(url, { ordersPerMinute: 600 });
  const repeated = () => [...attempts.values()].filter((n) => n >= 2).length;
  await vi.waitUntil(async () => repeated() >= 5 && (await database.count('orders')) >= 5, SOON);
  await stop();
  // Under a new key, the number of the order would be taken.
  expect(day.lines.filter((line) => line.includes('external_id_taken'))).toEqual([]);
  expect(day.lines).toContain(`${url.origin} does not answer; trying again`);
});

test.for([
  [503, { code: 'unavailable' }],
  [429, { code: 'rate_limited' }],
  [409, { code: 'idempotency_running' }],
] as const)('tries again after %i %j', async ([status, { code }], { listen, openShop }) => {
  const keys: string[] = [];
  const told = { type: 'about:blank', title: '', status, detail: 'Позже', code };
  const url = await listen((request, response) => {
    keys.push(String(request.headers['idempotency-key']));
    response.writeHead(status, { 'content-type': 'application/problem+json' }).end(JSON.stringify(told));
  });
  openShop(url, { ordersPerMinute: 60 });
  await vi.waitUntil(() => keys.length > new Set(keys).size, SOON);
});

test('takes a refusal for an answer', async ({ kantor, day, listen, openShop, ask }) => {
  await sql`update requisite set is_active = false`.execute(kantor.db);
  const keys: string[] = [];
  const url = await listen(async (request, response) => {
    keys.push(String(request.headers['idempotency-key']));
    (await ask(request))(response);
  });
  const stop = openShop(url);
  await vi.waitUntil(() => day.lines.length >= 10, SOON);
  await stop();
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(day.lines)).toEqual(new Set(['no requisite takes the order just now']));
});

test('outlives a restart of the server', async ({ kantor, day, url, database, serve, openShop }) => {
  openShop(url);
  await database.until('orders', 3);
  await kantor.app.close();
  await vi.waitUntil(() => day.lines.some((line) => line.includes('does not answer')), SOON);
  const before = await database.count('orders');
  await serve({ port: Number(url.port) });
  await vi.waitUntil(async () => (await database.count('orders')) > before + 3, SOON);
});

test('turns payers away while too many wait for the server', async ({ listen, openShop }) => {
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
