import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { sql } from 'kysely';
import { buildApi } from '../../src/app/build-api.ts';
import { createPool } from '../../src/db/pool.ts';
import { breaks, transaction } from '../../src/db/tx.ts';
import { after, MINUTE } from '../../src/kernel/clock.ts';
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

const NOT_KEPT = new Error('Written, and not to be kept');

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
  /** Whether the database refuses to write orders of amounts at requisites, whoever has chosen them; none is kept. */
  .extend('isRefused', ({ kantor, merchant }) => async (...wanted: [requisite: string, amount: string][]) => {
    const at = kantor.clock();
    const issued = transaction(kantor.db, async (tx) => {
      await sql`
            select orders_issue(array_agg(gen_random_uuid()), array_agg(${merchant.id}::uuid), array_agg(trader_id), array_agg(id),
              array_agg(payee_version), array_agg(gen_random_uuid()::text), array_agg(true), array_agg(amount),
              array_agg(920000::bigint), array_agg(amount), array_agg(600), array_agg(350), array_agg(null::text),
              array_agg(${at}::timestamptz), array_agg(${after(at, MINUTE)}::timestamptz), ${slotGraceBefore(at)})
            from unnest(${wanted.map(([id]) => id)}::uuid[], ${wanted.map(([, amount]) => rub(amount))}::bigint[]) as wanted (id, amount)
            join requisite using (id)`.execute(tx);
      throw NOT_KEPT;
    });
    const end = await issued.catch((error: unknown) => error);
    if (end !== NOT_KEPT && !breaks(end, 'order_amount_taken')) throw end;
    return end !== NOT_KEPT;
  })
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
