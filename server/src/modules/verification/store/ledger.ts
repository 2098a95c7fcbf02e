import { sql } from 'kysely';
import type { Check } from './check.ts';

const allEntries = sql`
  select journal_id, account_id, amount from ledger_entry
  union all
  select journal_id, account_id, amount from ledger_platform_entry`;

/** Invariants of the ledger by itself. */
export const LEDGER_CHECKS: readonly Check[] = [
  {
    invariant: 'Every ledger transaction has entries, and they sum to zero',
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
    find: sql`
      select 'ledger_platform_entry' as "table", entry.id::text as row,
        format('belongs to account %s, which is not the platform''s', account_id) as problem
      from ledger_platform_entry entry left join ledger_account account on account.id = account_id
      where account.id is null or account.owner_id is not null`,
  },
  {
    invariant: 'No account of a user is below zero, and no debt above it',
    find: sql`
      select 'ledger_account' as "table", id::text as row, format('%s of user %s is %s', kind, owner_id, balance) as problem
      from ledger_account where case when kind = 'owed' then balance > 0 else balance < 0 end`,
  },
  {
    invariant: 'Whoever owes has nothing available',
    find: sql`
      select 'ledger_account' as "table", debt.id::text as row,
        format('user %s owes %s and has %s', debt.owner_id, -debt.balance, account.balance) as problem
      from ledger_account debt
      join ledger_account account on account.owner_id = debt.owner_id and account.kind = 'available'
      where debt.kind = 'owed' and debt.balance < 0 and account.balance > 0`,
  },
  {
    invariant: 'All balances together, with the platform, are zero',
    find: sql`
      select 'ledger_account' as "table", 'all' as row, format('the sum is %s', total) as problem
      from (
        select (select coalesce(sum(balance), 0) from ledger_account)
          + (select coalesce(sum(amount), 0) from ledger_platform_entry) as total
      ) as everything
      where total <> 0`,
  },
];

/** Every entry of a posting with whose it is: `owner_id` is null for the platform. */
export const entriesWithOwners = sql`
  select entry.journal_id, account.owner_id, account.kind, entry.amount
  from (${allEntries}) as entry join ledger_account account on account.id = entry.account_id`;
