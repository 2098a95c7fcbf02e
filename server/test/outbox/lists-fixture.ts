import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import type { Tx } from '../../src/db/tx.ts';
import type { Owner } from '../../src/kernel/owner.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import type { KantorOptions } from '../support/kantor.ts';
import { compareLists } from './lists-compared.ts';

/** Declines an active order, but for its money and its requisite. */
export async function decline(tx: Tx, id: string): Promise<void> {
  await sql`update orders set status = 'DECLINED', held = 0 where id = ${id}`.execute(tx);
  await sql`
    insert into outbox (kind, object_id, owners, numbers, was, amount, created_at)
    select 'order.declined', id, array[trader_id, merchant_id], array[trader_seq, merchant_seq], 'ACTIVE', amount, now()
    from orders where id = ${id}`.execute(tx);
}

export const test = freshKantorTest
  .extend('options', { now: 'running' } as KantorOptions)
  /** Two merchants at a trader's requisites, their steps and their lists. */
  .extend('market', async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '1000000' });
    for (let n = 0; n < 3; n += 1) await kantor.createRequisite(trader.id);
    const merchants = [await kantor.createMerchant(), await kantor.createMerchant()] as const;
    const owners: Owner[] = [
      { role: 'trader', id: trader.id },
      ...merchants.map(({ id }) => ({ role: 'merchant' as const, id })),
    ];
    let made = 0;
    const issue = async () => {
      made += 1;
      const merchant = made % 2 === 0 ? merchants[0] : merchants[1];
      const { id } = await merchant.order(String(1000 + made));
      const params = { id };
      return {
        id,
        merchant,
        confirm: () => trader.call(confirmOrder, { params }),
        cancel: () => merchant.api.call(cancelMerchantOrder, { params }),
      };
    };
    /** How many events are not folded. */
    const unfolded = async () => {
      const { rows } = await sql<{ n: bigint }>`select count(*) as n from unfolded_event`.execute(kantor.db);
      return Number(rows[0]?.n);
    };
    return { trader, merchants, issue, unfolded, compare: () => compareLists(kantor.db, owners) };
  });
