import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { JWT_SECRET, type Kantor, startKantor } from '../support/harness.ts';
import { startDelivery } from './webhook-delivery.ts';
import { startShop } from './webhook-shop.ts';

type Shop = Awaited<ReturnType<typeof startShop>>;
type Trader = Awaited<ReturnType<Kantor['createTrader']>>;

let amounts = 100;

/** A merchant whose server is the shop, and what it does on its screens. */
async function createMerchant(kantor: Kantor, shop: Shop, trader: Trader) {
  kantor.pass(MINUTE);
  const merchant = await kantor.createMerchant();
  const call = (path = '', body?: object) => {
    const method = body === undefined ? 'GET' : 'POST';
    return kantor.send(`/api/v1/webhooks/${path}`, { method, token: merchant.token, ...(body && { body }) });
  };
  return {
    ...merchant,
    /** Of the webhooks' calls. */
    call,
    setEndpoint: (url = `${shop.url}/webhooks`, isActive = true) => call('endpoint/', { url, is_active: isActive }),
    order: async (body: object = {}) => (await kantor.order(merchant.key, (amounts += 1), { body })).body,
    confirm: (id: string) => kantor.send(`/api/v1/orders/${id}/confirm/`, { method: 'POST', token: trader.token }),
    /** The newest message of the journal. */
    newest: async () => (await call()).body.results[0],
  };
}
export type Merchant = Awaited<ReturnType<typeof createMerchant>>;

/**
 * A marketplace with a trader who takes every order, and a merchant's server, for all tests of a file; each test has a merchant
 * of its own. All of them are there once the tests begin.
 */
export function useScene({ hasEndpoint = true } = {}) {
  const [kantor, shop, trader, merchant] = [{} as Kantor, {} as Shop, {} as Trader, {} as Merchant];
  const startWorker = (clock = kantor.clock) =>
    startDelivery({ db: kantor.db, clock }, { trusted: shop.url, secret: JWT_SECRET });
  let worker: ReturnType<typeof startWorker>;
  const enter = () => createMerchant(kantor, shop, trader);

  beforeAll(async () => {
    Object.assign(shop, await startShop());
    Object.assign(kantor, await startKantor({ simulatorUrl: shop.url }));
    Object.assign(trader, await kantor.createTrader({ balance: '100000' }));
    await kantor.createRequisite(trader.id);
    worker = startWorker();
  });
  beforeEach(async () => {
    Object.assign(merchant, await enter());
    if (hasEndpoint) await merchant.setEndpoint();
  });
  // What is left of one test does not come in another.
  afterEach(async () => {
    await sql`update webhook_endpoint set is_active = false`.execute(kantor.db);
    shop.heard.length = 0;
    shop.answerWith(() => 200);
  });
  afterAll(async () => {
    await kantor.close();
    await shop.close();
  });

  return {
    kantor,
    shop,
    trader,
    merchant,
    /** Another merchant. */
    enter,
    /** What one worker does. */
    deliver: () => worker.deliver(),
    /** Another worker. */
    startWorker,
  };
}
