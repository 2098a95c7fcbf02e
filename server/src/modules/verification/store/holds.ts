import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';
import type { Check } from './check.ts';

/** Micro-USDT of a payout with the fee that its merchant sets aside, or the reward that its trader is to get. */
const payoutWith = (share: 'fee_bp' | 'reward_bp') =>
  sql`amount_usdt + div(amount_usdt::numeric * ${sql.ref(share)}, 10000)`;

/**
 * Everything that holds money, as (table, id, owner_id, held, since), in micro-USDT: a line for each kind of object. Nothing else
 * may be on a `held` account. An appeal's hold is its order's.
 */
const LIVING: readonly RawBuilder<unknown>[] = [
  sql`select 'orders' as "table", id, trader_id as owner_id, held, created_at as since from orders where held <> 0`,
  sql`select 'withdrawal', id, owner_id, amount_usdt, created_at from withdrawal where status = 'OPEN'`,
  sql`select 'payout', id, merchant_id, ${payoutWith('fee_bp')}, created_at from payout where status in ('OPEN', 'IN_WORK')`,
  sql`select 'payout', id, trader_id, ${payoutWith('reward_bp')}, done_at from payout
    where settlement in ('contestable', 'contested')`,
];
const living = sql.join(LIVING, sql` union all `);

/** What the ledger holds of an owner for an object. */
const posted = sql`
  select coalesce(appeal.order_id, journal.cause) as id, account.owner_id, sum(entry.amount) as held
  from ledger_account account
  join ledger_entry entry on entry.account_id = account.id
  join ledger_journal journal on journal.id = entry.journal_id
  left join appeal on appeal.id = journal.cause and journal.kind in ('appeal_hold', 'appeal_release')
  where account.kind = 'held' group by 1, 2 having sum(entry.amount) <> 0`;

/** What is held against what lives. */
export const HOLD_CHECKS: readonly Check[] = [
  {
    invariant: "A user's held account is what their living objects hold",
    ofRecent: 'left out',
    find: sql`
      select 'account' as "table", account.id::text as row,
        format('the account holds %s, the objects %s', coalesce(balance, 0), coalesce(total, 0)) as problem
      from account
      left join ledger_account ledger on ledger.owner_id = account.id and ledger.kind = 'held'
      left join (
        select owner_id, sum(held) as total from (${living}) as object group by owner_id
      ) held on held.owner_id = account.id
      where coalesce(balance, 0) <> coalesce(total, 0)`,
  },
  {
    invariant: 'Every hold has a living object of that sum, and every such object its hold',
    ofRecent: 'narrowed',
    find: sql`
      select coalesce(object."table", 'ledger_journal') as "table", coalesce(object.id, posted.id)::text as row,
        format('holds %s of %s, in the ledger %s', coalesce(object.held, 0), coalesce(object.owner_id, posted.owner_id),
          coalesce(posted.held, 0)) as problem
      from (${living}) as object
      full join (${posted}) as posted on posted.id = object.id and posted.owner_id = object.owner_id
      where object.held is distinct from posted.held`,
  },
];

/** The hold that has lasted longest of those on one table. */
export interface OldestHold {
  table: string;
  id: string;
  /** The owner's name. */
  owner: string;
  /** Micro-USDT. */
  held: bigint;
  since: Date;
}

/** The oldest hold of each kind. @param narrowed what stands for the tables; empty: themselves. */
export async function readOldestHolds(db: Reader, narrowed: RawBuilder<unknown> = sql``): Promise<OldestHold[]> {
  const { rows } = await sql<OldestHold>`${narrowed}
    select distinct on ("table") "table", object.id, name as owner, held::bigint as held, since
    from (${living}) as object join account on account.id = object.owner_id
    order by "table", since, object.id`.execute(db);
  return rows;
}
