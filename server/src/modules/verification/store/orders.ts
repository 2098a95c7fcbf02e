import { type RawBuilder, sql } from 'kysely';
import { entriesWithOwners } from './ledger.ts';
import type { Check } from './check.ts';

/** Micro-USDT of kopecks at a rate, half up, as kernel/money.ts has it. */
const toMicroUsdt = (kopecks: RawBuilder<unknown>) =>
  sql`div(2 * (${kopecks})::numeric * 100000000 + orders.rate, 2 * orders.rate)`;

/** The amount paid by a confirmed appeal; null for an order that closed by itself. */
const paidByAppeal = sql`
  select order_id, paid_amount as amount from appeal where status = 'PROCESSED'`;

const isOf = (role: string, id: RawBuilder<unknown>) =>
  sql`exists (select from account where account.id = ${id} and account.role = ${role})`;

/** Orders against the ledger. */
export const ORDER_CHECKS: readonly Check[] = [
  {
    invariant: 'Every order is of a trader and a merchant, and every change of a status of an order',
    ofRecent: 'narrowed',
    find: sql`
      select 'orders' as "table", orders.id::text as row, 'is of somebody who is not there' as problem
      from orders where not ${isOf('trader', sql`trader_id`)} or not ${isOf('merchant', sql`merchant_id`)}
      union all
      select 'order_status_change', order_id || '/' || n, 'is of an order that is not there'
      from order_status_change as step where not exists (select from orders where orders.id = step.order_id)`,
  },
  {
    invariant: 'An active order holds its amount, a finished one nothing, an appealed one either',
    ofRecent: 'narrowed',
    find: sql`
      select 'orders' as "table", id::text as row, format('is %s and holds %s of %s', status, held, amount_usdt) as problem
      from orders
      where case status
        when 'ACTIVE' then held <> amount_usdt
        when 'APPEAL' then held not in (0, amount_usdt)
        else held <> 0
      end`,
  },
  {
    invariant: 'A closed order was paid out once, any other never',
    ofRecent: 'narrowed',
    find: sql`
      select 'orders' as "table", coalesce(orders.id, closing.cause)::text as row,
        format('is %s and was closed %s times', coalesce(orders.status::text, 'absent'), coalesce(n, 0)) as problem
      from orders
      full join (
        select cause, count(*) as n from ledger_journal where kind = 'order_close' group by cause
      ) closing on closing.cause = orders.id
      where coalesce(n, 0) <> case when orders.status = 'CLOSED' then 1 else 0 end`,
  },
  {
    invariant: 'A closed order paid everyone what its terms say of what was not taken back',
    ofRecent: 'narrowed',
    find: sql`
      with term as (
        select orders.id, trader_id, merchant_id, reversed_amount is not null as reversed, u, div(u * fee_bp, 10000) as fee, div(u * reward_bp, 10000) as reward
        from orders
        left join (${paidByAppeal}) as appealed on appealed.order_id = orders.id
        cross join lateral (
          select case when appealed.amount is null and reversed_amount is null then amount_usdt
            else ${toMicroUsdt(sql`coalesce(appealed.amount, orders.amount) - coalesce(reversed_amount, 0)`)} end as u
        ) as paid
        where status = 'CLOSED'
      ), expected as (
        select term.id, share.owner_id, share.part, share.amount
        from term cross join lateral (values
          (trader_id, 'pays', -u), (trader_id, case when reversed then 'pays' else 'earned' end, reward),
          (merchant_id, 'available', u - fee),
          (null, 'revenue', fee - reward)
        ) as share (owner_id, part, amount)
      ), actual as (
        select term.id, entry.owner_id,
          case
            -- A reward that the trader has moved comes back from where it went.
            when entry.owner_id = trader_id and (entry.kind in ('available', 'held') or reversed) then 'pays'
            when entry.owner_id = merchant_id and entry.kind = 'owed' then 'available'
            else entry.kind::text end as part,
          entry.amount
        from term
        join ledger_journal journal on journal.cause = term.id and journal.kind in ('order_close', 'order_reversal')
        join (${entriesWithOwners}) as entry on entry.journal_id = journal.id
      )
      select 'orders' as "table", id::text as row,
        format('%s of %s is %s instead of %s', part, coalesce(owner_id::text, 'the platform'), sum(actual), sum(expected))
          as problem
      from (
        select id, owner_id, part, amount as expected, 0 as actual from expected
        union all
        select id, owner_id, part, 0, amount from actual
      ) as both_sides
      group by id, owner_id, part
      having sum(expected) <> sum(actual)`,
  },
  {
    invariant: 'The USDT of an order is its amount at its rate',
    ofRecent: 'narrowed',
    find: sql`
      select 'orders' as "table", id::text as row,
        format('is %s instead of %s', amount_usdt, ${toMicroUsdt(sql`amount`)}) as problem
      from orders where amount_usdt <> ${toMicroUsdt(sql`amount`)}`,
  },
  {
    invariant: 'The counters of a requisite are what its orders say',
    ofRecent: 'left out',
    find: sql`
      select 'requisite' as "table", requisite.id::text as row,
        format('active %s, closed %s for %s, but its orders say %s, %s and %s', active_orders, total_deals_count,
          total_deals_amount, coalesce(active, 0), coalesce(closed, 0), coalesce(sum, 0)) as problem
      from requisite
      left join (
        select requisite_id, count(*) filter (where status = 'ACTIVE') as active,
          count(*) filter (where status = 'CLOSED') as closed,
          sum(coalesce(appealed.amount, orders.amount)) filter (where status = 'CLOSED') as sum
        from orders left join (${paidByAppeal}) as appealed on appealed.order_id = orders.id
        group by requisite_id
      ) counted on counted.requisite_id = requisite.id
      where active_orders <> coalesce(active, 0) or total_deals_count <> coalesce(closed, 0)
        or total_deals_amount <> coalesce(sum, 0)`,
  },
];
