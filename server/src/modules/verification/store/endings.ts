import { sql } from 'kysely';
import type { Check } from './check.ts';

/** Which posting ends an object in which status: table, status, kind. */
const ENDINGS = [
  ['payout', 'DONE', 'payout_close'],
  ['payout', 'CANCELLED', 'payout_release'],
  ['withdrawal', 'CLOSED', 'withdrawal_close'],
] as const;

/** Payouts and withdrawals end once: their statuses against the ledger. */
export const ENDING_CHECKS: readonly Check[] = ENDINGS.map(([table, status, kind]) => ({
  invariant: `A ${table} has its ${kind} posting if it is ${status}, and only then`,
  find: sql`
    select ${table} as "table", coalesce(object.id, posting.cause)::text as row,
      format('is %s and has %s such postings', coalesce(object.status::text, 'absent'), coalesce(n, 0)) as problem
    from ${sql.table(table)} as object
    full join (
      select cause, count(*) as n from ledger_journal where kind = ${kind} group by cause
    ) posting on posting.cause = object.id
    where coalesce(n, 0) <> case when object.status::text = ${status} then 1 else 0 end`,
}));
