import { sql } from 'kysely';
import { MINUTE } from '../../../kernel/clock.ts';
import { SLOT_GRACE_MS } from '../../orders/index.ts';
import type { Check } from './check.ts';

const grace = sql`${SLOT_GRACE_MS} * interval '1 ms'`;

/**
 * A closing or an appeal may be decided a moment before another order is issued, and be written after it: then the other was not
 * wrong. No transaction lasts so long.
 */
const tolerance = sql`${MINUTE} * interval '1 ms'`;

/** Before, an order kept its amount for its time, its grace and that of its closing alone: what was issued then is judged so. */
const ruleSince = sql`(select run_at from schema_version where version = 63)`;

/**
 * Amounts on requisites (decision 45). One walk over the orders of each amount on each requisite in time: at every issue the
 * latest moment until which an order before it keeps the amount is known.
 */
export const SLOT_CHECKS: readonly Check[] = [
  {
    invariant: 'No order was issued for an amount that another kept on its requisite',
    ofRecent: 'narrowed',
    find: sql`
      with kept as (
        select id, requisite_id, amount, created_at as since, expires_at + ${grace} as until, true as is_issue from orders
        union all
        select id, requisite_id, amount, created_at, 'infinity', false from orders where status = 'ACTIVE'
        union all
        select id, requisite_id, amount, paid_at + ${tolerance}, paid_at + ${grace}, false from orders
        where paid_at > expires_at
        union all
        select orders.id, requisite_id, orders.amount, appeal.created_at + ${tolerance}, coalesce(processed_at, 'infinity'),
          false
        from appeal join orders on orders.id = order_id
      ), judged as (
        select id, since, is_issue,
          max(until) filter (where is_issue) over before as kept_until,
          max(until) filter (where not is_issue) over before as kept_longer
        from kept
        window before as (partition by requisite_id, amount order by since, id, is_issue desc
          rows between unbounded preceding and 1 preceding)
      )
      select 'orders' as "table", id::text as row,
        format('was issued at %s, but its amount was kept until %s', since, greatest(kept_until, kept_longer)) as problem
      from judged
      where is_issue and (since < kept_until or (since < kept_longer and since > ${ruleSince}))`,
  },
];
