import { type RawBuilder, sql } from 'kysely';
import { slotGraceBefore } from '../rules.ts';

/** When an order `o` is over, infinity while it is not; with its requisite and its amount it is the key of an index. */
export const overAt: RawBuilder<Date> = sql`order_over_at(o.status, o.expires_at, o.paid_at)`;

/** The other requisites of the `requisite`'s cabinet and bank, where the bank's messages do not tell them apart. Few. */
const lookingAlike = sql`requisite other
  where not bank.names_tail and other.cabinet_id = requisite.cabinet_id and other.bank_id = requisite.bank_id
    and other.id <> requisite.id`;

/**
 * Whether no order keeps the amount (kopecks) on the `requisite` of a statement at the moment, nor on one that its `bank`'s messages
 * do not tell from it. With an offset, the planner asks it of one requisite after the other; otherwise it may look for the amount on
 * all of them first.
 */
export const isAmountFree = (amount: RawBuilder<bigint>, at: Date): RawBuilder<boolean> => sql`(not exists (
  select from orders o
  where o.requisite_id = requisite.id and o.amount = ${amount} and ${overAt} > ${slotGraceBefore(at)} offset 0)
  and not exists (
    select from (select other.id from ${lookingAlike} offset 0) as alike
    cross join lateral (
      select from orders o
      where o.requisite_id = alike.id and o.amount = ${amount} and ${overAt} > ${slotGraceBefore(at)} limit 1
    ) as kept offset 0))`;

/**
 * Those of several amounts (kopecks) that the orders of a requisite keep at the moment: rows `kept`, of an `amount` each. The row, which
 * says nothing new, holds the planner to the index of the amounts while the table is not large.
 */
export const keptAmounts = (
  requisiteId: RawBuilder<string>,
  amounts: RawBuilder<unknown>,
  at: Date,
): RawBuilder<unknown> => sql`lateral (
  select o.amount from orders o
  where o.requisite_id = ${requisiteId} and (o.requisite_id, o.amount) >= (${requisiteId}, 0)
    and o.amount = any(${amounts}) and ${overAt} > ${slotGraceBefore(at)}
  offset 0) as kept`;

/**
 * The same, each asked for alone, by the whole key of its index: dearer where requisites are many, but a plan for any table. Of all
 * amounts at once, where a requisite has very many orders, the planner has taken an index of other columns for quicker.
 */
const keptOneByOne = (
  requisiteId: RawBuilder<string>,
  amounts: RawBuilder<unknown>,
  at: Date,
): RawBuilder<unknown> => sql`lateral (
  select wanted.amount from unnest(${amounts}) as wanted (amount)
  cross join lateral (
    select from orders o
    where o.requisite_id = ${requisiteId} and o.amount = wanted.amount and ${overAt} > ${slotGraceBefore(at)} limit 1
  ) as keeping offset 0) as kept`;

/** Those of several amounts (kopecks) that are not free on the `requisite` of a statement, as `isAmountFree` judges: an array. */
export const takenAmounts = (amounts: RawBuilder<unknown>, at: Date): RawBuilder<unknown> => sql`array(
  select kept.amount from ${keptOneByOne(sql`requisite.id`, amounts, at)}
  union all
  select kept.amount from (select other.id from ${lookingAlike} offset 0) as alike
  cross join ${keptOneByOne(sql`alike.id`, amounts, at)})`;
