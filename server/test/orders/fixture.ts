import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { sql } from 'kysely';
import { buildApi } from '../../src/app/build-api.ts';
import { createPool } from '../../src/db/pool.ts';
import { breaks } from '../../src/db/tx.ts';
import { newId } from '../../src/kernel/ids.ts';
import { openAppeal } from '../../src/modules/appeals/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { slotGraceBefore } from '../../src/modules/orders/rules.ts';
import { atOnce } from '../support/at-once.ts';
import { kantorTest } from '../support/fixtures.ts';
import { holdOpen } from '../support/hold-open.ts';
import { rub } from '../support/money.ts';
import { createTestClient } from '../support/test-client.ts';

type Issued = Wire<typeof createMerchantOrder>;

/** Each test has one trader who receives orders, with one requisite, which is asked for 1500 roubles. */
export const test = kantorTest
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant())
  /** The only one who receives orders. */
  .extend('trader', ({ kantor }) => kantor.createSoleTrader({ balance: '100000' }))
  .extend('requisite', { auto: true }, ({ kantor, trader }) => kantor.createRequisite(trader.id))
  .extend(
    'isFree',
    ({ merchant }) =>
      () =>
        merchant.findsRequisite('1500'),
  )
  .extend(
    'expire',
    ({ kantor }) =>
      () =>
        expireDueOrders(kantor),
  )
  /** The merchant contests an order. @returns the appeal's id. */
  .extend(
    'contest',
    ({ kantor, merchant }) =>
      ({ id }: { id: string }) =>
        openAppeal(kantor, { merchantId: merchant.id, orderId: id, amount: rub('1500') }),
  )
  /** Whether the database refuses amounts at requisites to a statement that would write orders of them. */
  .extend(
    'isRefused',
    ({ kantor }) =>
      (...wanted: [requisite: string, amount: string][]) =>
        sql`select orders_assert_amount_free(${wanted.map(([id]) => id)}::uuid[], ${wanted.map(([, amount]) => rub(amount))}::bigint[],
          ${slotGraceBefore(kantor.clock())})`
          .execute(kantor.db)
          .then(
            () => false,
            (error: unknown) => breaks(error, 'order_amount_taken'),
          ),
  )
  /** How many orders were refused because their amount was kept. */
  .extend('countRefusals', ({ kantor }) => async () => {
    const { rows } = await sql<{ n: bigint }>`
      select coalesce(sum(n), 0)::bigint as n from issue_refusal where gate = 'amount_slot'`.execute(kantor.db);
    return Number(rows[0]?.n);
  })
  /** Orders of two processes that have both chosen, and wait for the requisites, which nobody has changed yet. */
  .extend('race', ({ kantor }) => async (ask: () => Promise<Issued>[]) => {
    const release = await holdOpen(kantor.db, (tx) => sql`select from requisite for no key update`.execute(tx));
    const asked = atOnce(ask());
    await kantor.untilBlocked(2).finally(release);
    return asked;
  })
  /** The merchant's server asks another process, on the same database, for an order. */
  .extend('orderElsewhere', { scope: 'file' }, async ({ kantor, merchant }, { onCleanup }) => {
    const db = createPool(kantor.databaseUrl);
    const app = await buildApi({ db, settings: kantor.settings, clock: kantor.clock });
    onCleanup(async () => {
      await app.close();
      await db.destroy();
    });
    const client = createTestClient(app, MERCHANT_API_BASE, merchant.key, () => ({
      'idempotency-key': newId(kantor.clock()),
    }));
    return async (amount: string) => {
      await kantor.heartbeat();
      return client.call(createMerchantOrder, { body: { amount, method: 'sbp', external_id: newId(kantor.clock()) } });
    };
  });
