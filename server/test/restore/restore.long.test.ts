import { isDeepStrictEqual } from 'node:util';
import { createClient, idempotencyKey } from '@kantor/contract/client.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { TAGS } from '@kantor/contract/plain/tags.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { createPool } from '../../src/db/pool.ts';
import { fanOut } from '../../src/modules/webhooks/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { listen } from '../events/event-client.ts';
import { kantorTest } from '../support/fixtures.ts';
import { injectFetch, ORIGIN } from '../support/inject-fetch.ts';
import { fanOutAll } from '../support/outbox-reading.ts';
import { startServer } from '../support/server-process.ts';
import { startShop } from '../webhooks/shop.ts';
import { dump, restore, startCluster, useUpTransactions } from './fixture.ts';

const SOON = { timeout: 90_000, interval: 20 };
const ORDERS = 30;

const test = kantorTest
  .extend('shop', { scope: 'file' }, () => startShop())
  .override('options', { scope: 'file' }, ({ shop }, { onCleanup }) => {
    onCleanup(shop.close);
    return { now: 'running', simulatorUrl: shop.url };
  })
  .extend('url', { scope: 'file' }, ({ kantor }) => kantor.app.listen({ port: 0 }));

test('after a dump under load and a restore into another cluster every event arrives, once and in order', async ({
  kantor,
  url,
  shop,
}) => {
  const cluster = await startCluster();
  onTestFinished(() => cluster.stop());
  const trader = await kantor.createTrader({ balance: '100000' });
  await kantor.createRequisite(trader.id);
  const merchant = await kantor.createMerchant();
  const token = await trader.token();
  const source = new pg.Client({ connectionString: kantor.ownerUrl });
  source.on('error', () => undefined);
  await source.connect();
  await useUpTransactions(source, 20_000);
  const before = await listen(url, token);

  // Orders come and are paid, several at once, while the reader goes on now and then and the dump is made.
  const trade = async (n: number) => {
    const { id } = await merchant.order(String(1000 + n), { callback_url: `${shop.url}/` });
    if (n % 2 === 0) await trader.call(confirmOrder, { params: { id } });
  };
  const reading = { isOn: true };
  const reader = (async () => {
    while (reading.isOn) await fanOut(kantor);
  })();
  const trading = Array.from({ length: 3 }, async (_, lane) => {
    for (let n = lane; n < ORDERS; n += 3) await trade(n);
  });
  // Changes of one moment come as one, but each order by its id.
  const untilToldOf = (count: number) =>
    before.until((told) => new Set(told.flatMap(({ tag, id }) => (tag === 'Order' && id ? [id] : []))).size >= count);
  await untilToldOf(ORDERS / 3);
  reading.isOn = false;
  await reader;
  await untilToldOf((2 * ORDERS) / 3);
  const dumped = await dump(source);
  await Promise.all(trading);
  await source.end();
  const cursor = before.cursor();
  before.leave();

  await restore(cluster.url, dumped);
  const db = createPool(cluster.url);
  try {
    // Before anything was anchored, orders come there, too.
    const app = await buildApi({ db, settings: kantor.settings });
    const shopClient = createClient({ base: ORIGIN + MERCHANT_API_BASE, token: merchant.key, fetch: injectFetch(app) });
    const body = { amount: '7000', method: 'sbp', external_id: 'after', callback_url: `${shop.url}/` } as const;
    const { id } = await shopClient.call(createMerchantOrder, { body, headers: idempotencyKey() });
    const traderClient = createClient({ base: ORIGIN + API_BASE, token, fetch: injectFetch(app) });
    await traderClient.call(confirmOrder, { params: { id } });
    await app.close();

    const { rows: orders } = await sql<{ id: string; status: string }>`select id, status from orders`.execute(db);
    expect(orders.length).toBeGreaterThan(3);
    expect((await verify(db)).map(({ table }) => table)).toContain('outbox_reader');

    const server = await startServer(cluster.url, 'all', { KANTOR_DEMO: 'on', KANTOR_SIMULATOR_URL: shop.url });
    try {
      expect(server.output()).toMatch(/another cluster.*"event":"reader_anchored"/);
      // A screen of before shows anew all that it shows, and hears what happens from now on.
      const screen = await listen(server.url, token, cursor);
      await screen.until((told) => told.length >= TAGS.length);
      expect(screen.told().slice(0, TAGS.length)).toEqual(TAGS.map((tag) => ({ tag })));
      const wanted = orders.map((order) => [
        order.id,
        ['order.active', ...(order.status === 'CLOSED' ? ['order.closed'] : [])],
      ]);
      const heard = () => orders.map((order) => [order.id, shop.types(order.id)]);
      await vi.waitUntil(() => isDeepStrictEqual(heard(), wanted), SOON).catch(() => undefined);
      expect(heard()).toEqual(wanted);

      const next = createClient({ base: server.url + MERCHANT_API_BASE, token: merchant.key });
      const later = await next.call(createMerchantOrder, {
        body: { ...body, amount: '7001', external_id: 'later' },
        headers: idempotencyKey(),
      });
      await screen.until((told) => told.some((change) => change.id === later.id));
      await vi.waitUntil(() => shop.types(later.id).length === 1, SOON);
      expect(await verify(db)).toEqual([]);
      screen.leave();
    } finally {
      await server.kill('SIGTERM');
    }
  } finally {
    await db.destroy();
  }
});

test('a screen shows everything anew when the database comes into another cluster under it', async ({
  kantor,
  url,
}) => {
  const trader = await kantor.createTrader();
  const merchant = await kantor.createMerchant();
  await kantor.createRequisite(trader.id);
  const client = await listen(url, await merchant.token());
  const { id } = await merchant.order('3000');
  await client.until((told) => told.some((change) => change.id === id));
  // As after a restore: the place of the reader is of a cluster that is not this one.
  await sql`update outbox_reader set system_identifier = 1`.execute(kantor.db);
  expect(await verify(kantor.db)).toMatchObject([
    { table: 'outbox_reader', row: 'alerts' },
    { table: 'outbox_reader', row: 'lists' },
    { table: 'outbox_reader', row: 'rollups' },
    { table: 'outbox_reader', row: 'webhooks' },
  ]);
  await fanOutAll(kantor);
  expect(await verify(kantor.db)).toEqual([]);
  await client.until((told) =>
    TAGS.every((tag) => told.some((change) => change.tag === tag && change.id === undefined)),
  );
  const next = await merchant.order('3001');
  await client.until((told) => told.some((change) => change.id === next.id));
  client.leave();
});
