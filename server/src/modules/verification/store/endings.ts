import { sql } from 'kysely';
import type { Check } from './check.ts';

/** Which posting ends an object how: table, its end, the column that says it, kind. */
const ENDINGS = [
  ['withdrawal', ['SENT'], 'outcome', 'withdrawal_close'],
  ['withdrawal', ['REJECTED', 'CANCELLED'], 'outcome', 'withdrawal_release'],
] as const;

/** Withdrawals end once, their ends against the ledger; and open ones have somewhere to go. */
export const ENDING_CHECKS: readonly Check[] = ENDINGS.map<Check>(([table, ends, column, kind]) => ({
  invariant: `A ${table} has its ${kind} posting if it is ${ends.join(' or ')}, and only then`,
  ofRecent: 'narrowed',
  find: sql`
    select ${table} as "table", coalesce(object.id, posting.cause)::text as row,
      format('is %s and has %s such postings', coalesce(object.status::text, 'absent'), coalesce(n, 0)) as problem
    from ${sql.table(table)} as object
    full join (
      select cause, count(*) as n from ledger_journal where kind = ${kind} group by cause
    ) posting on posting.cause = object.id
    where coalesce(n, 0) <> case when ${sql.ref(`object.${column}`)}::text = any(${ends}::text[]) then 1 else 0 end`,
})).concat({
  invariant: 'An open withdrawal goes to a wallet that its owner has',
  ofRecent: 'whole',
  find: sql`
    select 'withdrawal' as "table", withdrawal.id::text as row,
      format('is open, and its wallet %s was removed %s', wallet.address, removed_at) as problem
    from withdrawal join wallet on wallet.id = wallet_id
    where withdrawal.status = 'OPEN' and removed_at is not null`,
});
