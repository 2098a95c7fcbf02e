import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmExpiredOrder, confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { transaction } from '../../src/db/tx.ts';
import { foldRollups } from '../../src/modules/analytics/index.ts';
import { confirmAppeal, openAppeal } from '../../src/modules/appeals/index.ts';
import { expireDueOrders, reverseOrder } from '../../src/modules/orders/index.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import { rub } from '../support/money.ts';
import { untilShown } from '../support/outbox-reading.ts';

/** Two merchants at two traders' requisites, what may become of their orders, and the reader of their figures. */
async function openMarket(kantor: Kantor) {
  const traders = [
    await kantor.createTrader({ balance: '1000000', rewardBp: 137 }),
    await kantor.createTrader({ balance: '1000000', rewardBp: 250 }),
  ];
  for (const [n, { id }] of traders.entries())
    for (const bankId of [1, 2]) await kantor.createRequisite(id, { bankId: bankId + n });
  const merchants = [await kantor.createMerchant({ feeBp: 391 }), await kantor.createMerchant({ feeBp: 500 })] as const;
  const operator = await kantor.createOperator();
  const traderOf = async (id: string) => {
    const { rows } = await sql<{ trader: string }>`select trader_id as trader from orders where id = ${id}`.execute(
      kantor.db,
    );
    const found = traders.find((trader) => trader.id === rows[0]?.trader);
    if (found === undefined) throw new Error(`There is no order ${id}`);
    return found;
  };
  let made = 0;
  /** Asks for an order; undefined when there was no requisite. */
  const issue = async (roubles: number) => {
    made += 1;
    const merchant = merchants[made % 2] ?? merchants[0];
    await kantor.heartbeat();
    const sum = `${roubles}.${String(10 + (made % 90))}`;
    if (!(await merchant.findsRequisite(sum))) return undefined;
    const { rows } = await sql<{ id: string }>`
      select id from orders where merchant_id = ${merchant.id} order by merchant_seq desc limit 1`.execute(kantor.db);
    const id = rows[0]?.id ?? '';
    const claim = { merchantId: merchant.id, orderId: id };
    return {
      id,
      merchant,
      confirm: async () => (await traderOf(id)).call(confirmOrder, { params: { id } }),
      confirmLate: async () => (await traderOf(id)).call(confirmExpiredOrder, { params: { id } }),
      cancel: () => merchant.api.call(cancelMerchantOrder, { params: { id } }),
      contest: (amount: string) => openAppeal(kantor, { ...claim, amount: rub(amount) }),
      /** An appeal for a sum, which its trader confirms. */
      pay: async (amount: string) =>
        confirmAppeal(
          kantor,
          { role: 'trader', id: (await traderOf(id)).id },
          await openAppeal(kantor, { ...claim, amount: rub(amount) }),
        ),
      reverse: (amount: string) =>
        transaction(kantor.db, (tx) =>
          reverseOrder(tx, { orderId: id, amount: rub(amount), reason: 'Банк вернул' }, 30, kantor.clock()),
        ),
    };
  };
  const fold = async () => {
    await untilShown(kantor.db);
    await foldRollups(kantor);
  };
  const unfolded = async () => {
    const { rows } = await sql<{ n: bigint }>`select count(*) as n from unrolled_event`.execute(kantor.db);
    return Number(rows[0]?.n);
  };
  return { traders, merchants, operator, issue, fold, unfolded, expire: () => expireDueOrders(kantor) };
}

export type Market = Awaited<ReturnType<typeof openMarket>>;

export const test = freshKantorTest.extend('market', ({ kantor }) => openMarket(kantor));
