import { sql } from 'kysely';
import { entriesWithOwners } from './ledger.ts';
import type { Check } from './check.ts';

/** The amounts that deposits brought to users' balances, as (cause, owner_id, amount). */
const credits = sql`
  select journal.cause, entry.owner_id, entry.amount
  from ledger_journal journal
  join (${entriesWithOwners}) as entry on entry.journal_id = journal.id and entry.owner_id is not null
  where journal.kind = 'deposit'`;

/** Deposits from the chain have ids of version 7, those by hand of version 5 (modules/chain/credit.ts). */
const OF_CHAIN = sql.lit('7');

/** Blocks that may be replaced: as many as confirmations are needed (modules/chain/rules.ts). */
const CONFIRMATIONS = sql.lit(19);

/** Deposits of the chain against the ledger, and the reading of the chain. */
export const CHAIN_CHECKS: readonly Check[] = [
  {
    invariant: "A deposit from the chain is on its trader's balance once, with its amount",
    ofRecent: 'narrowed',
    find: sql`
      select 'chain_deposit' as "table", coalesce(deposit.id, credit.cause)::text as row,
        format('brought %s to %s, but %s was posted to %s', coalesce(deposit.amount, 0),
          coalesce(deposit.trader_id::text, 'nobody'), coalesce(credit.amount, 0),
          coalesce(credit.owner_id::text, 'nobody')) as problem
      from (select * from chain_deposit where by_hand is null) as deposit
      full join (
        select * from (${credits}) as posted where substr(cause::text, 15, 1) = ${OF_CHAIN}
      ) as credit on credit.cause = deposit.id
      where deposit.amount is distinct from credit.amount or deposit.trader_id is distinct from credit.owner_id`,
  },
  {
    invariant: 'A deposit that was credited by hand has that posting, to its trader',
    ofRecent: 'left out',
    find: sql`
      select 'chain_deposit' as "table", deposit.id::text as row,
        format('was credited by hand as %s, which is not posted to %s', by_hand, trader_id) as problem
      from chain_deposit deposit
      where by_hand is not null and not exists (
        select from (${credits}) as credit where credit.cause = by_hand and credit.owner_id = trader_id)`,
  },
  {
    invariant: 'A transfer is pending or credited, never both',
    ofRecent: 'whole',
    find: sql`
      select 'chain_pending' as "table", pending.id::text as row,
        format('log %s of %s is credited too', log_index, tx_hash) as problem
      from chain_pending pending join chain_deposit using (tx_hash, log_index)`,
  },
  {
    invariant: 'The blocks that were read follow the cursor without a gap, as far as they may be replaced',
    ofRecent: 'whole',
    find: sql`
      select 'chain_block' as "table", number::text as row,
        format('is %s blocks after the cursor and follows %s, but %s %s is before it', number - final_number, parent_hash,
          before_number, before_hash) as problem
      from (
        select block.*, final_number, lag(number, 1, final_number) over chain as before_number,
          lag(hash, 1, final_hash) over chain as before_hash
        from chain_block block
        left join (select block_number as final_number, block_hash as final_hash from chain_cursor) as cursor on true
        window chain as (order by number)
      ) as block
      where number is distinct from before_number + 1 or parent_hash is distinct from before_hash
        or number > final_number + ${CONFIRMATIONS}`,
  },
  {
    invariant: "A deposit key's addresses are given without a gap, and are what their traders see",
    ofRecent: 'whole',
    find: sql`
      select 'deposit_address' as "table", address as row,
        format('has index %s as number %s of %s, and its trader sees %s', index, n, next_index, coalesce(wallet, 'none'))
          as problem
      from (
        select deposit_address.*, row_number() over (partition by xpub order by index) as n,
          count(*) over (partition by xpub) as total
        from deposit_address
      ) as given
      left join deposit_key using (xpub)
      left join account on account.id = trader_id
      where index <> n - 1 or next_index is distinct from total or wallet is distinct from address`,
  },
];
