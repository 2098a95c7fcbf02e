import { sql } from 'kysely';
import { firstIdAt } from '../../../kernel/ids.ts';
import type { Check } from './check.ts';

const allEntries = sql`
  select journal_id, account_id, amount from ledger_entry
  union all
  select journal_id, account_id, amount from ledger_platform_entry`;

/** An entry keeps the balance after it: the last one is the sum of all, as long as each follows the one before. */
const balancesByLastEntries = sql`
  select 'ledger_account' as "table", account.id::text as row,
    format('balance %s and version %s, but the last entry is number %s with %s', balance, version, coalesce(number, 0),
      coalesce(balance_after, 0)) as problem
  from ledger_account account
  left join lateral (
    select account_version as number, balance_after from ledger_entry
    where account_id = account.id order by account_version desc limit 1
  ) as last on true
  where balance <> coalesce(balance_after, 0) or version <> coalesce(number, 0)`;

/** Entries since a moment that do not follow the one before, however old that is. */
const recentChains = (since: Date) => sql`
  select 'ledger_entry' as "table", entry.account_id || '/' || entry.account_version as row,
    format('%s comes to %s after entry %s with %s', entry.amount, entry.balance_after, coalesce(before.account_version, 0),
      coalesce(before.balance_after, 0)) as problem
  from ledger_journal journal
  join ledger_entry entry on entry.journal_id = journal.id
  left join ledger_entry before on before.account_id = entry.account_id and before.account_version = entry.account_version - 1
  where journal.id >= ${firstIdAt(since)}::uuid
    and (entry.account_version <> coalesce(before.account_version, 0) + 1
      or entry.balance_after <> coalesce(before.balance_after, 0) + entry.amount)`;

/** Invariants of the ledger by itself. */
export const LEDGER_CHECKS: readonly Check[] = [
  {
    invariant: 'Every ledger transaction has entries, and they sum to zero',
    ofRecent: 'narrowed',
    find: sql`
      select 'ledger_journal' as "table", coalesce(journal.id, entries.journal_id)::text as row,
        case
          when journal.id is null then 'has entries but does not exist'
          when entries.journal_id is null then format('%s of %s has no entries', kind, cause)
          else format('%s of %s sums to %s', kind, cause, total)
        end as problem
      from ledger_journal journal
      full join (
        select journal_id, sum(amount) as total from (${allEntries}) as entry group by journal_id
      ) entries on entries.journal_id = journal.id
      where journal.id is null or entries.journal_id is null or total <> 0`,
  },
  {
    invariant: 'Each balance is the sum of its entries, and its version their number',
    ofRecent: () => balancesByLastEntries,
    find: sql`
      select 'ledger_account' as "table", coalesce(account.id, entries.account_id)::text as row,
        format('balance %s and version %s, but %s entries that sum to %s', balance, version, coalesce(n, 0),
          coalesce(total, 0)) as problem
      from ledger_account account
      full join (
        select account_id, sum(amount) as total, count(*) as n from ledger_entry group by account_id
      ) entries on entries.account_id = account.id
      where account.id is null or balance <> coalesce(total, 0) or version <> coalesce(n, 0)`,
  },
  {
    invariant: 'The entries of an account are an unbroken chain',
    ofRecent: recentChains,
    find: sql`
      select 'ledger_entry' as "table", account_id || '/' || account_version as row,
        format('%s comes to %s after entry %s with %s', amount, balance_after, before_version, before_balance) as problem
      from (
        select *, lag(account_version, 1, 0::bigint) over chain as before_version,
          lag(balance_after, 1, 0::bigint) over chain as before_balance
        from ledger_entry window chain as (partition by account_id order by account_version)
      ) as entry
      where account_version <> before_version + 1 or balance_after <> before_balance + amount`,
  },
  {
    invariant: 'The accounts of users and of the platform keep their entries apart',
    ofRecent: 'narrowed',
    find: sql`
      select 'ledger_platform_entry' as "table", entry.id::text as row,
        format('belongs to account %s, which is not the platform''s', account_id) as problem
      from ledger_platform_entry entry left join ledger_account account on account.id = account_id
      where account.id is null or account.owner_id is not null`,
  },
  {
    invariant: 'No account of a user is below zero, and no debt above it',
    ofRecent: 'whole',
    find: sql`
      select 'ledger_account' as "table", id::text as row, format('%s of user %s is %s', kind, owner_id, balance) as problem
      from ledger_account where case when kind = 'owed' then balance > 0 else balance < 0 end`,
  },
  {
    invariant: 'Whoever owes has nothing available',
    ofRecent: 'whole',
    find: sql`
      select 'ledger_account' as "table", debt.id::text as row,
        format('user %s owes %s and has %s', debt.owner_id, -debt.balance, account.balance) as problem
      from ledger_account debt
      join ledger_account account on account.owner_id = debt.owner_id and account.kind = 'available'
      where debt.kind = 'owed' and debt.balance < 0 and account.balance > 0`,
  },
  {
    invariant: 'All balances together, with the platform, are zero',
    ofRecent: 'left out',
    find: sql`
      select 'ledger_account' as "table", 'all' as row, format('the sum is %s', total) as problem
      from (
        select (select coalesce(sum(balance), 0) from ledger_account)
          + (select coalesce(sum(amount), 0) from ledger_platform_entry) as total
      ) as everything
      where total <> 0`,
  },
  {
    invariant: 'Blocks of entries are full, without a gap, and come to what their entries do',
    ofRecent: 'left out',
    find: sql`
      select 'ledger_block' as "table", coalesce(kept.account_id, counted.account_id) || '/' || coalesce(kept.block, counted.block) as row,
        format('has %s entries, %s and -%s, but they are %s, %s and -%s', kept.entries, kept.credited, kept.debited,
          counted.entries, counted.credited, counted.debited) as problem
      from (
        select account_id, block, sum(entries) as entries, sum(credited) as credited, sum(debited) as debited
        from ledger_block group by account_id, block
      ) as kept
      full join (
        select entry.account_id, (account_version - 1) / 1024 as block, count(*) as entries,
          coalesce(sum(amount) filter (where amount > 0), 0) as credited, coalesce(-sum(amount) filter (where amount < 0), 0) as debited
        from ledger_entry entry
        join (select account_id, max(block) as last from ledger_block group by account_id) as summed
          on summed.account_id = entry.account_id and (account_version - 1) / 1024 <= summed.last
        group by entry.account_id, (account_version - 1) / 1024
      ) as counted using (account_id, block)
      where kept.entries is distinct from 1024 or kept.entries is distinct from counted.entries
        or kept.credited is distinct from counted.credited or kept.debited is distinct from counted.debited`,
  },
  {
    invariant: 'Days of the revenue are what their entries come to',
    ofRecent: 'left out',
    find: sql`
      select 'ledger_revenue_day' as "table", concat_ws('/', coalesce(kept.day, counted.day), coalesce(kept.kind, counted.kind)) as row,
        format('has %s entries, %s and -%s, but they are %s, %s and -%s', kept.entries, kept.credited, kept.debited,
          counted.entries, counted.credited, counted.debited) as problem
      from ledger_revenue_day as kept
      full join (
        select (entry.created_at at time zone 'Europe/Moscow')::date as day, journal.kind, count(*) as entries,
          coalesce(sum(amount) filter (where amount > 0), 0) as credited, coalesce(-sum(amount) filter (where amount < 0), 0) as debited
        from ledger_platform_entry entry
        join ledger_account account on account.id = entry.account_id and account.kind = 'revenue'
        join ledger_journal journal on journal.id = entry.journal_id
        where (entry.created_at at time zone 'Europe/Moscow')::date <= (select day from ledger_revenue_through)
        group by 1, 2
      ) as counted using (day, kind)
      where kept.entries is distinct from counted.entries or kept.credited is distinct from counted.credited
        or kept.debited is distinct from counted.debited`,
  },
];

/** Every entry of a posting with whose it is: `owner_id` is null for the platform. */
export const entriesWithOwners = sql`
  select entry.journal_id, account.owner_id, account.kind, entry.amount
  from (${allEntries}) as entry join ledger_account account on account.id = entry.account_id`;
