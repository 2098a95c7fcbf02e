import { updateWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { Stalled, watched } from '../../src/db/watch.ts';
import { JWT_SECRET } from '../support/kantor.ts';
import { fanOutAll } from '../support/outbox-reading.ts';
import { startWorker } from '../webhooks/worker.ts';
import { SOON, test as base } from './fixture.ts';

// What a merchant may have under way at once is not taken up by what the database's silence left, until its leases end: here,
// where the worker's clock stands still, they never do.

const LIMIT_MS = 300;
/** Under way to one merchant at once. */
const LANE = 8;

const test = base
  /** A merchant with more deliveries than may be under way. */
  .extend('orders', async ({ kantor, shop }) => {
    const trader = await kantor.createTrader({ balance: '100000' });
    await kantor.createRequisite(trader.id);
    const merchant = await kantor.createMerchant();
    await merchant.call(updateWebhookEndpoint, { body: { url: shop.url, is_active: true } });
    const orders: string[] = [];
    for (let n = 0; n < LANE + 2; n += 1) orders.push((await merchant.order(1000 + n)).id);
    await fanOutAll(kantor);
    shop.heard.length = 0;
    return orders;
  })
  .extend('leased', ({ kantor }) => async () => {
    const { rows } = await sql`select from webhook where leased_until is not null`.execute(kantor.db);
    return rows.length;
  })
  /** Sends over the proxy, by a clock that stands still. */
  .extend('dispatcher', ({ kantor, shop, far, orders: _made }) => {
    const now = kantor.clock();
    return startWorker({ db: far, clock: () => now }, { trusted: shop.url, secret: JWT_SECRET }).dispatcher;
  });

test('what was leased by an answer that never came is given back, also when that is not answered either', async ({
  shop,
  proxy,
  far,
  orders,
  leased,
  dispatcher,
}) => {
  for (const left of [LANE, 0]) {
    await sql`select`.execute(far);
    proxy.swallowAnswers();
    const unanswered = watched(LIMIT_MS, () => dispatcher.dispatch());
    await expect(unanswered).rejects.toThrow(Stalled);
    await vi.waitUntil(async () => (await leased()) === left, SOON);
  }
  await vi.waitUntil(async () => {
    await dispatcher.dispatch();
    await dispatcher.settled();
    return shop.heard.length >= orders.length;
  }, SOON);
  expect(shop.heard.map(({ objectId }) => objectId).toSorted()).toEqual(orders.toSorted());
  expect(await leased()).toBe(0);
});

test('what was sent while the database fell silent is recorded when it is back', async ({
  shop,
  proxy,
  orders,
  leased,
  dispatcher,
}) => {
  const answer = shop.holdAnswers();
  await dispatcher.dispatch();
  await shop.untilHeard(LANE);
  proxy.swallow();
  answer();
  proxy.serveNew();
  // The real limit, waited for once.
  await dispatcher.settled();
  expect(await leased()).toBe(0);
  await dispatcher.dispatch();
  await dispatcher.settled();
  expect(shop.heard.map(({ objectId }) => objectId).toSorted()).toEqual(orders.toSorted());
});
