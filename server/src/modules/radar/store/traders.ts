import { APPEAL_DAYS_JUDGED, APPEALS_JUDGED, MESSAGES_JUDGED, ORDERS_JUDGED } from '@kantor/contract/plain/radar.ts';
import { type RawBuilder, sql } from 'kysely';
import { after, DAY, MINUTE } from '../../../kernel/clock.ts';

/** Pings are kept about once a minute, and a phone is silent after two without: after three it surely was. */
const SILENT_AFTER_MS = 3 * MINUTE;

/** A closed order whose last step was the trader's own. An appeal that is confirmed closes by the merchant's receipt. */
const BY_HAND = sql`actor = 'trader' and not by_appeal`;

/**
 * The figures of a trader, from rows that are found by their numbers: as many for ten million orders as for two hundred.
 * `figure, value, part, whole, sample, first_at, last_at`.
 */
export const figuresOfTrader = (traderId: string, at: Date): RawBuilder<unknown> => sql`
  with mine as materialized (
    select id, trader_seq as number, status, created_at, paid_at, requisite_id from orders where trader_id = ${traderId}
    order by trader_seq desc limit ${sql.lit(ORDERS_JUDGED)}
  ), closed as materialized (
    select mine.*, step.actor,
      -- Not as "exists", for which all messages might be hashed.
      (select true from appeal where appeal.order_id = mine.id and appeal.status = 'PROCESSED' limit 1) is not null as by_appeal,
      -- A stranger's message is no bank's.
      (select true from notification where notification.order_id = mine.id and outcome <> 'unknown_sender' limit 1) is not null
        as has_message
    from mine cross join lateral (
      select actor from order_status_change where order_id = mine.id order by n desc limit 1
    ) as step
    where mine.status = 'CLOSED'
  ), ended as (
    select number, status, created_at, max(number) filter (where status = 'CLOSED') over () as last_closed
    from mine where status in ('CLOSED', 'EXPIRED')
  ), contested as (
    select status, created_at from (
      select status, created_at from appeal where trader_id = ${traderId}
      order by trader_seq desc limit ${sql.lit(APPEALS_JUDGED)}
    ) as newest where status <> 'OPEN' and created_at >= ${after(at, -APPEAL_DAYS_JUDGED * DAY)}
  ), ${activeTimes(at)}, ${chainOfBalances(traderId)}
  select 'without_message' as figure, count(*) filter (where ${BY_HAND} and not has_message) * 10000 / nullif(count(*), 0) as value,
    count(*) filter (where ${BY_HAND} and not has_message) as part, count(*) as whole, count(*) as sample,
    min(created_at) as first_at, max(created_at) as last_at
  from closed where not by_appeal
  union all
  select 'confirm_time',
    floor(extract(epoch from percentile_disc(0.5) within group (order by paid_at - created_at)))::bigint, null, count(*), count(*),
    min(created_at), max(created_at)
  from closed where ${BY_HAND}
  union all
  select 'expired_in_row', case when count(*) > 0 then count(*) filter (where number > coalesce(last_closed, 0)) end,
    count(*) filter (where number > coalesce(last_closed, 0)), count(*), count(*), min(created_at), max(created_at)
  from ended
  union all
  select 'appeals_lost', count(*) filter (where status = 'PROCESSED') * 10000 / nullif(count(*), 0),
    count(*) filter (where status = 'PROCESSED'), count(*), count(*), min(created_at), max(created_at)
  from contested
  union all
  select 'silence', floor(sum(silent) * 10000 / nullif(sum(active), 0))::bigint, coalesce(floor(sum(silent)), 0)::bigint,
    coalesce(ceil(sum(active)), 0)::bigint, coalesce(sum(orders), 0)::bigint, min(first_at), max(last_at)
  from silent
  union all
  select 'balance_breaks', case when count(*) > 0 then count(*) filter (where not fits) end, count(*) filter (where not fits),
    count(*), count(*), min(heard_at), max(heard_at)
  from judged`;

/**
 * For each cabinet the seconds in which its trader had an active order on its requisites, and those of them in which its phone was
 * silent. An order is active until its first step; those older than the cabinet's oldest ping that is kept say nothing.
 */
const activeTimes = (at: Date) => sql`
  active as (
    select requisite.cabinet_id, count(*) as orders, min(mine.created_at) as first_at, max(mine.created_at) as last_at,
      range_agg(tstzrange(mine.created_at, greatest(mine.created_at, coalesce(step.created_at, ${at}::timestamptz)))) as times
    from mine
    join requisite on requisite.id = mine.requisite_id
    cross join lateral (
      select created_at from device_ping where cabinet_id = requisite.cabinet_id order by created_at limit 1
    ) as oldest
    left join lateral (select created_at from order_status_change where order_id = mine.id and n = 2) as step on true
    where mine.created_at >= oldest.created_at
    group by requisite.cabinet_id
  ), heard as (
    select active.cabinet_id, range_agg(tstzrange(ping.created_at, ping.created_at + ${SILENT_AFTER})) as times
    from active
    cross join lateral unnest(active.times) as span
    cross join lateral (
      select created_at from device_ping
      where cabinet_id = active.cabinet_id and created_at > lower(span) - ${SILENT_AFTER} and created_at < upper(span)
    ) as ping
    group by active.cabinet_id
  ), silent as (
    select active.orders, active.first_at, active.last_at, ${secondsOf(sql`active.times`)} as active,
      ${secondsOf(sql`active.times - coalesce(heard.times, '{}')`)} as silent
    from active left join heard using (cabinet_id)
  )`;

const SILENT_AFTER = sql`${sql.lit(SILENT_AFTER_MS)} * interval '1 ms'`;
const secondsOf = (times: RawBuilder<unknown>) => sql`
  coalesce((select sum(extract(epoch from upper(span) - lower(span))) from unnest(${times}) as span), 0)`;

/**
 * Incomes of one account whose message names the balance: `judged` are those that come right after one which continued the balance
 * before it, with no other money known to have moved between; `fits` is whether they continue it, too. Without a tail two accounts
 * of one bank could not be told apart: such messages are left out where the cabinet has two.
 */
const chainOfBalances = (traderId: string) => sql`
  newest as materialized (
    select cabinet_id, bank, tail, amount, balance, outcome, heard_at, trader_seq as number,
      count(*) filter (where outcome in ('outgoing', 'unread', 'before_matching'))
        over (partition by cabinet_id, bank order by heard_at, trader_seq) as moves
    from (
      select cabinet_id, bank, tail, amount, balance, outcome, heard_at, trader_seq from notification where trader_id = ${traderId} order by trader_seq desc limit ${sql.lit(MESSAGES_JUDGED)}
    ) as notification
  ), income as (
    select newest.*, lag(balance) over account + amount = balance as fits, moves = lag(moves) over account as is_next
    from newest
    where bank is not null and amount is not null and balance is not null and outcome not in ('outgoing', 'duplicate', 'unknown_sender')
      and (tail is not null or (
        select count(*) from requisite join bank on bank.id = bank_id
        where requisite.cabinet_id = newest.cabinet_id and bank.name = newest.bank
      ) < 2)
    window account as (partition by cabinet_id, bank, tail order by heard_at, number)
  ), judged as (
    select fits, heard_at from (
      select fits, is_next, heard_at, lag(fits) over (partition by cabinet_id, bank, tail order by heard_at, number) as fitted
      from income
    ) as linked
    where fitted and is_next
  )`;
