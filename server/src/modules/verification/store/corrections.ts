import { type RawBuilder, sql } from 'kysely';
import type { Check } from './check.ts';
import { entriesWithOwners } from './ledger.ts';

/** Whether a person could decide for the platform at a moment. They may have left it since, or have come to it. */
const couldDecide = (person: RawBuilder<unknown>, at: RawBuilder<unknown>) =>
  sql`exists (
    select from (
      select person_id, account_role, role, coalesce(role_since, created_at) as since, null as until from member
      union all select person_id, account_role, role, since, until from former_member_role
    ) as had
    where person_id = ${person} and account_role = 'operator' and role in ('owner', 'operator')
      and since <= ${at} and (until is null or until >= ${at}))`;

/** Reversals and adjustments: what two operators decided against what was done. */
export const CORRECTION_CHECKS: readonly Check[] = [
  {
    invariant: 'A correction was accepted by another operator than proposed it',
    ofRecent: 'whole',
    find: sql`
      select 'correction' as "table", correction.id::text as row,
        format('was proposed by %s, and accepted by %s', proposer.username, coalesce(decider.username, 'nobody')) as problem
      from correction join person proposer on proposer.id = proposed_by left join person decider on decider.id = decided_by
      where status = 'ACCEPTED' and (decided_by is null or decided_by = proposed_by
        or not ${couldDecide(sql`proposed_by`, sql`correction.created_at`)}
        or not ${couldDecide(sql`decided_by`, sql`decided_at`)})`,
  },
  {
    invariant: 'An accepted correction was carried out once, and nothing else was corrected',
    ofRecent: 'narrowed',
    find: sql`
      select 'correction' as "table", coalesce(accepted.cause, journal.cause)::text as row,
        format('%s was accepted %s times and posted %s times', coalesce(accepted.kind, journal.kind),
          coalesce(accepted.n, 0), coalesce(journal.n, 0)) as problem
      from (
        select case kind when 'reversal' then 'order_reversal' else kind end as kind, coalesce(order_id, id) as cause,
          count(*) as n
        from correction where status = 'ACCEPTED' and kind in ('reversal', 'adjustment') group by 1, 2
      ) as accepted
      full join (
        select kind, cause, count(*) as n from ledger_journal where kind in ('order_reversal', 'adjustment') group by 1, 2
      ) as journal using (kind, cause)
      where (accepted.n, journal.n) is distinct from (1::bigint, 1::bigint)`,
  },
  {
    invariant: 'A reversed order says what was accepted, at most what was paid',
    ofRecent: 'narrowed',
    find: sql`
      select 'orders' as "table", orders.id::text as row,
        format('%s of %s taken back, but %s accepted', coalesce(reversed_amount, 0), coalesce(paid_amount, orders.amount),
          coalesce(accepted.amount, 0)) as problem
      from orders
      left join (select order_id, amount from correction where kind = 'reversal' and status = 'ACCEPTED') as accepted
        on accepted.order_id = orders.id
      left join (select order_id, paid_amount from appeal where status = 'PROCESSED') as appealed
        on appealed.order_id = orders.id
      where reversed_amount is distinct from accepted.amount
        or reversed_amount > coalesce(paid_amount, orders.amount)`,
  },
  {
    invariant: 'An adjustment moved what was accepted',
    ofRecent: 'narrowed',
    find: sql`
      select 'correction' as "table", correction.id::text as row,
        format('of %s moved %s of the user and %s of the platform', amount_usdt, moved.users, moved.platform) as problem
      from correction
      cross join lateral (
        select coalesce(sum(entry.amount) filter (where entry.owner_id = user_id
            and (entry.kind::text = account or account = 'available' and entry.kind = 'owed')), 0) as users,
          coalesce(sum(entry.amount) filter (where entry.owner_id is null and entry.kind::text = against), 0) as platform
        from ledger_journal journal join (${entriesWithOwners}) as entry on entry.journal_id = journal.id
        where journal.kind = 'adjustment' and journal.cause = correction.id
      ) as moved
      where kind = 'adjustment' and status = 'ACCEPTED' and (moved.users, moved.platform) <> (amount_usdt, -amount_usdt)`,
  },
];
