import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { listen } from '../events/event-client.ts';
import { startServer } from '../support/server-process.ts';
import { SOON, test as base } from './fixture.ts';

// The database's machine vanishes without a word: old connections are never answered nor reset, later new ones succeed.

/** The people come first: a database of nobody would be filled with a demo. */
const test = base
  .extend('market', async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '100000' });
    await kantor.createRequisite(trader.id);
    return { trader, merchant: await kantor.createMerchant() };
  })
  .extend('processes', async ({ market, proxy, shop }, { onCleanup }) => {
    const environment = {
      KANTOR_HEALTH_PORT: '0',
      KANTOR_LOG_LEVEL: 'info',
      // The demo's servers may send webhooks to one private address.
      KANTOR_DEMO: 'on',
      KANTOR_SIMULATOR_URL: shop.url,
    };
    const [api, worker] = await Promise.all([
      startServer(proxy.url, 'api', environment),
      startServer(proxy.url, 'worker', environment),
    ]);
    onCleanup(async () => {
      await Promise.all([api.kill('SIGKILL'), worker.kill('SIGKILL')]);
    });
    return { ...market, api, worker };
  });

interface Health {
  status: number;
  database: boolean;
  late: string[];
  ages: Record<string, number>;
}

async function healthOf(url: string): Promise<Health> {
  const answer = await fetch(`${url}/ready`);
  return { ...((await answer.json()) as Health), status: answer.status };
}

const untilHealth = (url: string, isIt: (health: Health) => boolean) =>
  vi.waitUntil(async () => isIt(await healthOf(url)), SOON);

test('screens, webhooks and expiry go on by themselves; /ready says so meanwhile', async ({
  kantor,
  shop,
  proxy,
  processes: { trader, merchant, api, worker },
}) => {
  const order = (amount: string) => merchant.order(amount, { callback_url: `${shop.url}/` });
  const client = await listen(api.url, await trader.token());
  const first = await order('1500');
  const [paid, forgotten] = [await order('1501'), await order('1502')];
  await client.until((told) => told.some(({ id }) => id === forgotten.id));
  await vi.waitUntil(() => shop.types().length === 3, SOON);
  for (const url of [api.url, api.healthUrl, worker.healthUrl]) await untilHealth(url, ({ status }) => status === 200);
  expect(Object.keys((await healthOf(worker.healthUrl)).ages)).toEqual(
    expect.arrayContaining(['expire_orders', 'fan_out_webhooks', 'send_webhooks']),
  );
  expect(Object.keys((await healthOf(api.url)).ages)).toEqual(['fold_lists', 'fold_rollups', 'live_screens']);

  proxy.swallow();
  await trader.call(confirmOrder, { params: { id: paid.id } });
  await sql`update orders set expires_at = now() where id = ${forgotten.id}`.execute(kantor.db);
  await untilHealth(api.url, ({ status, database, late }) => status === 503 && !database && late.length === 1);
  await untilHealth(worker.healthUrl, ({ status, late }) => status === 503 && late.includes('fan_out_webhooks'));

  proxy.serveNew();
  await vi.waitUntil(() => shop.types(paid.id).includes('order.closed'), SOON);
  await vi.waitUntil(() => shop.types(forgotten.id).includes('order.expired'), SOON);
  const timesTold = (id: string) => client.told().filter((change) => change.id === id).length;
  await vi.waitUntil(() => timesTold(paid.id) > 1 && timesTold(forgotten.id) > 1, SOON);
  expect(timesTold(first.id)).toBe(1);
  for (const url of [api.url, api.healthUrl, worker.healthUrl]) await untilHealth(url, ({ status }) => status === 200);
  expect(client.isEnded()).toBe(false);
  expect(api.output()).toMatch(/"event":"live_reader_failed"/);
  expect(worker.output()).toMatch(/"event":"job_failed"/);
  await vi.waitUntil(() => /"event":"job_failed_recovered"/.test(worker.output()), SOON);
  client.leave();
});
