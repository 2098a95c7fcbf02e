import { sql } from 'kysely';
import type { Check } from './check.ts';

/** Accounts that requisites in force have, as (trader_id, kind, value). */
const accountsInForce = sql`
  select distinct requisite.trader_id, keys.kind, keys.value
  from requisite cross join lateral account_keys(bank_id, phone, bank_account) as keys
  where archived_at is null`;

/** Where payers were and are sent. */
export const PAYEE_CHECKS: readonly Check[] = [
  {
    invariant: 'The payee of every order was in force when it was issued',
    ofRecent: 'narrowed',
    find: sql`
      select 'orders' as "table", orders.id::text as row,
        case
          when payee.version is null then format('has payee %s, which its requisite never had', orders.payee_version)
          else format('is number %s, its payee %s was in force from %s to %s', trader_seq, payee.version,
            payee.after_order + 1, coalesce(next.after_order::text, 'now'))
        end as problem
      from orders
      left join payee on payee.requisite_id = orders.requisite_id and payee.version = orders.payee_version
      left join payee next on next.requisite_id = orders.requisite_id and next.version = orders.payee_version + 1
      where payee.version is null or trader_seq <= payee.after_order or trader_seq > next.after_order`,
  },
  {
    invariant: "A requisite's bank data are its last payee, and its payees are numbered without a gap",
    ofRecent: 'whole',
    find: sql`
      select 'requisite' as "table", requisite.id::text as row,
        format('has payee %s; of its %s payees the last is %s', payee_version, count(payee.version), max(payee.version))
          as problem
      from requisite left join payee on payee.requisite_id = requisite.id
      group by requisite.id
      having count(payee.version) <> payee_version or max(payee.version) <> payee_version
        or not bool_or(payee.version = payee_version and payee.bank_id = requisite.bank_id and payee.fio = requisite.fio
          and payee.phone = requisite.phone and payee.bank_account = requisite.bank_account
          and payee.last_4_digits_card = requisite.last_4_digits_card)`,
  },
  {
    invariant: 'An account in force is one trader’s, and others have it only by permit',
    ofRecent: 'whole',
    find: sql`
      with in_force as (${accountsInForce})
      select 'account' as "table", in_force.trader_id::text as row,
        format('has the %s %s, which is claimed by %s', kind, value, coalesce(claim.trader_id::text, 'nobody')) as problem
      from in_force left join account_claim claim using (kind, value)
      where claim.trader_id is null or (claim.trader_id <> in_force.trader_id and not exists (
        select from account_permit permit
        where permit.kind = claim.kind and permit.value = claim.value and permit.trader_id = in_force.trader_id))
      union all
      select 'account_claim', value, format('is claimed by %s, who has no such requisite', trader_id)
      from account_claim where (trader_id, kind, value) not in (select trader_id, kind, value from in_force)`,
  },
];
