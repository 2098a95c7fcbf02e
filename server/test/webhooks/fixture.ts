import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { listWebhooks, updateWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import { sql } from 'kysely';
import { MINUTE } from '../../src/kernel/clock.ts';
import { kantorTest } from '../support/fixtures.ts';
import { JWT_SECRET, type Kantor } from '../support/kantor.ts';
import { fanOutAll } from '../support/outbox-reading.ts';
import type { Merchant as Person, Trader } from '../support/people.ts';
import { type Shop, startShop } from './shop.ts';
import { startWorker } from './worker.ts';

let amounts = 100;

/** A merchant whose server is the shop, without an endpoint yet. */
async function createMerchant({ kantor, shop, trader }: { kantor: Kantor; shop: Shop; trader: Trader }) {
  kantor.pass(MINUTE);
  const person = await kantor.createMerchant();
  return {
    ...person,
    setEndpoint: (url = `${shop.url}/webhooks`, isActive = true) =>
      person.call(updateWebhookEndpoint, { body: { url, is_active: isActive } }),
    order: (fields?: Parameters<Person['order']>[1]) => person.order((amounts += 1), fields),
    confirm: (id: string) => trader.call(confirmOrder, { params: { id } }),
    /** The newest delivery of the journal. */
    async newest() {
      const [newest] = (await person.call(listWebhooks)).results;
      if (newest === undefined) throw new Error('The journal is empty.');
      return newest;
    },
  };
}
export type Merchant = Awaited<ReturnType<typeof createMerchant>>;

/** The test of webhooks: a trader who takes every order and a merchant's server for all tests of a file, a merchant for each. */
export const test = kantorTest
  .extend('shop', { scope: 'file' }, () => startShop())
  .override('options', { scope: 'file' }, ({ shop }, { onCleanup }) => {
    onCleanup(shop.close);
    return { simulatorUrl: shop.url };
  })
  .extend('trader', { scope: 'file' }, async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '100000' });
    await kantor.createRequisite(trader.id);
    return trader;
  })
  /** Makes another merchant. */
  .extend(
    'enter',
    { scope: 'file' },
    ({ kantor, shop, trader }) =>
      () =>
        createMerchant({ kantor, shop, trader }),
  )
  .extend('hasEndpoint', true)
  .extend('merchant', { auto: true }, async ({ kantor, shop, enter, hasEndpoint }, { onCleanup }) => {
    const merchant = await enter();
    if (hasEndpoint) await merchant.setEndpoint();
    // Deliveries left by one test do not come in another.
    onCleanup(async () => {
      await sql`update webhook_endpoint set is_active = false`.execute(kantor.db);
      shop.heard.length = 0;
      shop.answerWith(() => 200);
    });
    return merchant;
  })
  /** Starts another worker. */
  .extend(
    'startWorker',
    { scope: 'file' },
    ({ kantor, shop }) =>
      (clock = kantor.clock) =>
        startWorker({ db: kantor.db, clock }, { trusted: shop.url, secret: JWT_SECRET }),
  )
  /** One worker makes and sends all that is due. */
  .extend('deliver', { scope: 'file' }, ({ startWorker }) => startWorker().deliver)
  /** A merchant's deliveries, oldest first. */
  .extend(
    'messages',
    ({ kantor, merchant }) =>
      ({ id } = merchant) =>
        readMessages(kantor, id),
  )
  /** Their types. */
  .extend(
    'types',
    ({ messages }) =>
      async () =>
        (await messages()).map(({ type }) => type),
  );

interface Message {
  type: string;
  url: string;
  body: { type: string; timestamp: string; data: { id: string } };
}

/** A merchant's deliveries, oldest first. */
async function readMessages(kantor: Kantor, merchantId: string): Promise<Message[]> {
  await fanOutAll(kantor);
  const { rows } = await sql<{ type: string; url: string; body: string }>`
    select type, url, body from webhook where merchant_id = ${merchantId} order by merchant_seq`.execute(kantor.db);
  return rows.map(({ body, ...message }) => ({ ...message, body: JSON.parse(body) }));
}
