import { type RawBuilder, sql } from 'kysely';
import { slotGraceBefore } from '../rules.ts';

/** When an order `o` is over, infinity while it is not; with its requisite and its amount it is the key of an index. */
export const overAt: RawBuilder<Date> = sql`order_over_at(o.status, o.expires_at, o.paid_at)`;

/**
 * Whether no order keeps the amount (kopecks) on the `requisite` of a statement at the moment. With an offset, the planner asks it
 * of one requisite after the other; otherwise it may look for the amount on all of them first.
 */
export const isAmountFree = (amount: RawBuilder<bigint>, at: Date): RawBuilder<boolean> => sql`not exists (
  select from orders o
  where o.requisite_id = requisite.id and o.amount = ${amount} and ${overAt} > ${slotGraceBefore(at)} offset 0)`;

/**
 * Those of several amounts (kopecks) that orders keep on the `requisite` of a statement at the moment: an array. The row, which
 * says nothing new, holds the planner to the index of the amounts, where they all are a step apart.
 */
export const keptAmounts = (amounts: RawBuilder<unknown>, at: Date): RawBuilder<unknown> => sql`array(
  select o.amount from orders o
  where o.requisite_id = requisite.id and (o.requisite_id, o.amount) >= (requisite.id, 0)
    and o.amount = any(${amounts}) and ${overAt} > ${slotGraceBefore(at)})`;
