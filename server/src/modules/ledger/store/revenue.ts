import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { sql } from 'kysely';
import type { Page } from '../../../db/dense-list.ts';
import { type Reader, readByKeys, type Statement } from '../../../db/tx.ts';
import { type Days, dayStart } from '../../../kernel/clock.ts';
import type { AccountEntry, EntryReason } from '../store.ts';

const revenue = sql`(select id from ledger_account where owner_id is null and kind = 'revenue')`;
const inMoscow = sql`at time zone 'Europe/Moscow'`;
const FIRST = '-infinity';
const LAST = 'infinity';

/** The revenue of each day by kind: what is counted, and the entries after it. */
const days = sql`
  select day, kind, entries, credited, debited from ledger_revenue_day
  union all
  select (entry.created_at ${inMoscow})::date, journal.kind, count(*), coalesce(sum(amount) filter (where amount > 0), 0)::bigint,
    coalesce(-sum(amount) filter (where amount < 0), 0)::bigint
  from ledger_platform_entry entry join ledger_journal journal on journal.id = entry.journal_id
  where entry.account_id = ${revenue} and entry.created_at >= coalesce(
    (select (day + 1)::timestamp ${inMoscow} from ledger_revenue_through), '-infinity')
  group by 1, 2`;

/** What some days came to. Micro-USDT. */
export interface RevenueTurnover {
  opening: bigint;
  closing: bigint;
  kinds: { reason: EntryReason; entries: bigint; credited: bigint; debited: bigint }[];
}

/** What the platform's revenue came to in a period, of one moment: the sums of days, and the entries of the last one or two. */
export async function readRevenueTurnover(db: Reader, { from = FIRST, to = LAST }: Days): Promise<RevenueTurnover> {
  interface Row {
    opening: bigint;
    reason: EntryReason | null;
    entries: bigint;
    credited: bigint;
    debited: bigint;
  }
  const { rows } = await readByKeys(
    db,
    sql<Row>`
    with day as materialized (${days})
    select (select coalesce(sum(credited - debited), 0)::bigint from day where day < ${from}::date) as opening, kind.*
    from (values (true)) as one
    left join lateral (
      select kind as reason, sum(entries)::bigint as entries, sum(credited)::bigint as credited, sum(debited)::bigint as debited
      from day where day >= ${from}::date and day <= ${to}::date group by kind order by kind
    ) as kind on true`,
  );
  const [{ opening } = { opening: 0n }] = rows;
  const kinds = rows.flatMap(({ reason, entries, credited, debited }) =>
    reason === null ? [] : [{ reason, entries, credited, debited }],
  );
  return { opening, closing: kinds.reduce((sum, kind) => sum + kind.credited - kind.debited, opening), kinds };
}

/**
 * One page of the platform's revenue, newest first, and how many entries there are. The sums of days lead to the day in which the
 * page begins; of that day the entries before the page are passed over in the index.
 */
export async function readRevenue(
  db: Reader,
  { page, pageSize, from = FIRST, to = LAST }: PageRequest & Days,
): Promise<Page<AccountEntry>> {
  const skip = (page - 1) * pageSize;
  const since = from === FIRST ? FIRST : dayStart(from);
  const { rows } = await readByKeys(
    db,
    sql<AccountEntry & { count: bigint; number: bigint | null }>`
    with day as materialized (
      select day, sum(entries)::bigint as n, sum(credited - debited)::bigint as amount from (${days}) as day
      where day <= ${to}::date group by day
    ), placed as (
      select day, n, (sum(n) over (order by day desc))::bigint as through, (sum(amount) over (order by day))::bigint as closing
      from day
    ), begun as materialized (
      select ((day + 1)::timestamp ${inMoscow}) as until, closing, ${skip} - (through - n) as passed
      from placed where day >= ${from}::date and through > ${skip} order by day desc limit 1
    ), newest as (
      select id, journal_id, amount, created_at,
        (select closing from begun) - coalesce(sum(amount) over (
          order by created_at desc, id desc rows between unbounded preceding and 1 preceding), 0) as balance
      from (
        select id, journal_id, amount, created_at from ledger_platform_entry
        where account_id = ${revenue} and created_at >= ${since}::timestamptz and created_at < (select until from begun)
        order by created_at desc, id desc limit (select passed + ${pageSize}::bigint from begun)
      ) as passed_and_shown
    )
    select (select coalesce(sum(n), 0)::bigint from day where day >= ${from}::date) as count, entry.*
    from (values (true)) as one
    left join lateral (
      select newest.id as number, amount, balance::bigint, journal.kind as reason, journal.cause, newest.created_at as at
      from (
        select * from newest order by created_at desc, id desc
        offset (select passed from begun) limit ${pageSize}
      ) as newest
      join ledger_journal journal on journal.id = newest.journal_id
      order by newest.created_at desc, newest.id desc
    ) as entry on true`,
  );
  return { count: Number(rows[0]?.count ?? 0n), results: rows.filter(({ number }) => number !== null) };
}

/** Days that are counted at a time. */
const SOME_DAYS = sql.lit(31);

/**
 * Counts days of the revenue that are over, some of them at most.
 * @param last the last day of which nothing is on its way any more. @returns whether there are more of them.
 */
export async function countRevenueDays(statement: Statement, last: string): Promise<boolean> {
  const { rows } = await sql<{ areMore: boolean }>`
    with moved as (
      update ledger_revenue_through as through set day = least(${last}::date, coalesce(through.day, (
        select (min(created_at) ${inMoscow})::date - 1 from ledger_platform_entry where account_id = ${revenue}
      ), ${last}::date) + ${SOME_DAYS})
      from ledger_revenue_through as old
      where through.day is null or through.day < ${last}::date
      returning old.day as before, through.day as day
    ), counted as (
      insert into ledger_revenue_day (day, kind, entries, credited, debited)
      select (entry.created_at ${inMoscow})::date, journal.kind, count(*), coalesce(sum(amount) filter (where amount > 0), 0)::bigint,
        coalesce(-sum(amount) filter (where amount < 0), 0)::bigint
      from moved
      join ledger_platform_entry entry on entry.account_id = ${revenue}
        and entry.created_at >= coalesce((moved.before + 1)::timestamp ${inMoscow}, '-infinity')
        and entry.created_at < (moved.day + 1)::timestamp ${inMoscow}
      join ledger_journal journal on journal.id = entry.journal_id
      group by 1, 2
    )
    select day < ${last}::date as "areMore" from moved`.execute(statement);
  return rows[0]?.areMore ?? false;
}
