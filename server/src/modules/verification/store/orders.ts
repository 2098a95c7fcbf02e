import { sql } from 'kysely';
import { entriesWithOwners } from './ledger.ts';
import type { Check } from './check.ts';
import { payoutHolds } from './payouts.ts';

/** Holds of open withdrawals, as (owner_id, held). */
const withdrawalHolds = sql`select owner_id, amount_usdt as held from withdrawal where status = 'OPEN'`;

/** Holds of traders' orders, open withdrawals and unsettled payouts, as (owner_id, held). */
const traderHolds = sql`
  select trader_id as owner_id, held from orders where held <> 0
  union all
  ${withdrawalHolds}
  union all
  ${payoutHolds}`;

/** Holds of merchants' open withdrawals and unfinished payouts, as (owner_id, held). */
const merchantHolds = sql`
  ${withdrawalHolds}
  union all
  select merchant_id, amount_usdt + div(amount_usdt::numeric * fee_bp, 10000) from payout
  where status in ('OPEN', 'IN_WORK')`;

/** Micro-USDT of kopecks at a rate, half up, as kernel/money.ts has it. */
const toMicroUsdt = (kopecks: string) =>
  sql`div(2 * ${sql.ref(kopecks)}::numeric * 100000000 + orders.rate, 2 * orders.rate)`;

/** The amount paid by a confirmed appeal; null for an order that closed by itself. */
const paidByAppeal = sql`
  select order_id, paid_amount as amount from appeal where status = 'PROCESSED'`;

/** Orders against the ledger. */
export const ORDER_CHECKS: readonly Check[] = [
  {
    invariant: "A trader's held account is what their orders, withdrawals and payouts hold",
    find: sql`
      select 'users' as "table", users.id::text as row,
        format('the account holds %s, the orders, withdrawals and payouts %s', coalesce(balance, 0), coalesce(total, 0)) as problem
      from users
      left join ledger_account account on account.owner_id = users.id and account.kind = 'held'
      left join (
        select owner_id, sum(held) as total from (${traderHolds}) as hold group by owner_id
      ) held on held.owner_id = users.id
      where role = 'trader' and coalesce(balance, 0) <> coalesce(total, 0)`,
  },
  {
    invariant: "A merchant's held account is what their withdrawals and payouts hold",
    find: sql`
      select 'users' as "table", users.id::text as row,
        format('the account holds %s, the withdrawals and payouts %s', coalesce(balance, 0), coalesce(total, 0)) as problem
      from users
      left join ledger_account account on account.owner_id = users.id and account.kind = 'held'
      left join (
        select owner_id, sum(held) as total from (${merchantHolds}) as hold group by owner_id
      ) held on held.owner_id = users.id
      where role = 'merchant' and coalesce(balance, 0) <> coalesce(total, 0)`,
  },
  {
    invariant: 'An active order holds its amount, a finished one nothing, an appealed one either',
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
    invariant: 'What an order holds is what the ledger holds for it',
    find: sql`
      select 'orders' as "table", coalesce(orders.id, posted.order_id)::text as row,
        case
          when orders.id is null then 'has postings but does not exist'
          else format('holds %s, in the ledger %s', orders.held, coalesce(posted.held, 0))
        end as problem
      from orders
      full join (
        select coalesce(appeal.order_id, journal.cause) as order_id, sum(entry.amount) as held
        from ledger_journal journal
        left join appeal on appeal.id = journal.cause and journal.kind in ('appeal_hold', 'appeal_release')
        left join (${entriesWithOwners}) as entry on entry.journal_id = journal.id and entry.kind = 'held'
        where journal.kind in ('order_hold', 'order_release', 'order_close', 'appeal_hold', 'appeal_release')
        group by 1
      ) posted on posted.order_id = orders.id
      where orders.id is null or orders.held <> coalesce(posted.held, 0)`,
  },
  {
    invariant: 'A closed order was paid out once, any other never',
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
    invariant: 'A closed order paid everyone what its terms say',
    find: sql`
      with term as (
        select orders.id, trader_id, merchant_id, u, div(u * fee_bp, 10000) as fee, div(u * reward_bp, 10000) as reward
        from orders
        left join (${paidByAppeal}) as appealed on appealed.order_id = orders.id
        cross join lateral (
          select case when appealed.amount is null then amount_usdt else ${toMicroUsdt('appealed.amount')} end as u
        ) as paid
        where status = 'CLOSED'
      ), expected as (
        select term.id, share.owner_id, share.part, share.amount
        from term cross join lateral (values
          (trader_id, 'pays', -u), (trader_id, 'earned', reward), (merchant_id, 'available', u - fee),
          (null, 'revenue', fee - reward)
        ) as share (owner_id, part, amount)
      ), actual as (
        select term.id, entry.owner_id,
          case when entry.owner_id = trader_id and entry.kind in ('available', 'held') then 'pays'
            else entry.kind::text end as part,
          entry.amount
        from term
        join ledger_journal journal on journal.cause = term.id and journal.kind = 'order_close'
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
    find: sql`
      select 'orders' as "table", id::text as row,
        format('is %s instead of %s', amount_usdt, ${toMicroUsdt('amount')}) as problem
      from orders where amount_usdt <> ${toMicroUsdt('amount')}`,
  },
  {
    invariant: 'The counters of a requisite are what its orders say',
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
