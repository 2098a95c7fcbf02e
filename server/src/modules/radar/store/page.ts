import type { RadarFigure, RadarRole } from '@kantor/contract/plain/radar.ts';
import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Counted, type Page, pageOf } from '../../../db/dense-list.ts';
import type { Reader } from '../../../db/tx.ts';
import type { Acknowledgement } from './figures.ts';

/** Somebody has taken note of it: it asks again at that time, or when it is worse than then by more than a tenth of its threshold. */
const isQuiet = (at: Date) => sql`
  coalesce(known.quiet_until > ${at}::timestamptz and f.value <= known.value + coalesce(t.threshold, 0) / 10, false)`;

const FIGURES = sql`
  radar_figure f join radar_threshold t on t.figure = f.figure
  left join radar_acknowledgement known on known.account_id = f.account_id and known.figure = f.figure`;

/** Who gets no orders needs no look. */
const HAS_TRAFFIC = sql`account.blocked_at is null and account.traffic_stopped_at is null`;

/** Accounts with a figure that asks for a look now: how many, and since when the oldest. */
export async function readCrossings(db: Reader, at: Date): Promise<{ count: bigint; since: Date | null }> {
  const { rows } = await sql<{ count: bigint; since: Date | null }>`
    select count(distinct f.account_id) as count, min(f.crossed_at) as since from ${FIGURES} join account on account.id = f.account_id
    where f.crossed_at is not null and ${HAS_TRAFFIC} and not ${isQuiet(at)}`.execute(db);
  return rows[0] ?? { count: 0n, since: null };
}

/** The accounts with a figure that asks for a look, by name: the first of them, and how many there are. */
export async function readListed(db: Reader, figure: RadarFigure, at: Date, limit: number) {
  const { rows } = await sql<{ name: string; count: number }>`
    select account.name, (count(*) over ())::integer as count from ${FIGURES} join account on account.id = f.account_id
    where f.figure = ${figure} and f.crossed_at is not null and ${HAS_TRAFFIC} and not ${isQuiet(at)}
    order by account.name limit ${limit}`.execute(db);
  return { names: rows.map(({ name }) => name), count: rows[0]?.count ?? 0 };
}

export interface RadarRequest extends PageRequest {
  role: RadarRole | 'ALL';
  status: 'ALL' | 'CROSSED';
  sort: 'worst' | RadarFigure;
  /** A part of the name. */
  search: string;
}

export interface RadarAccount {
  id: string;
  name: string;
  role: RadarRole;
  trafficOn: boolean;
  stoppedAt: Date | null;
  stopReason: string | null;
}

/** The worst first: by the values of one figure, or by how many ask for a look, and then by how far one is above its threshold. */
const orderOf = (sort: RadarRequest['sort']): RawBuilder<unknown> =>
  sort === 'worst'
    ? sql`coalesce(judged.crossed, 0) desc, judged.ratio desc nulls last`
    : sql`(select value from radar_figure where account_id = account.id and figure = ${sort}) desc nulls last`;

/** One page of accounts that are not blocked. In time that grows with their number, and not with what they have. */
export async function readRadarPage(
  db: Reader,
  { role, status, sort, search, page, pageSize }: RadarRequest,
  at: Date,
): Promise<Page<RadarAccount>> {
  const { rows } = await sql<Counted<RadarAccount>>`
    with judged as (
      select f.account_id, count(*) filter (where f.crossed_at is not null and not ${isQuiet(at)}) as crossed,
        max(f.value::real / t.threshold) filter (where f.sample >= t.least) as ratio
      from ${FIGURES} group by f.account_id
    ), found as (
      select account.id, account.name, account.role, account.traffic_on as "trafficOn", account.traffic_stopped_at as "stoppedAt",
        account.traffic_stop_reason as "stopReason", row_number() over (order by ${orderOf(sort)}, lower(account.name)) as place
      from account left join judged on judged.account_id = account.id
      where account.role <> 'operator' and (${role} = 'ALL' or account.role::text = ${role}) and account.blocked_at is null
        and (${search.trim()} = '' or position(lower(${search.trim()}) in lower(account.name)) > 0)
        and (${status} = 'ALL' or (judged.crossed > 0 and account.traffic_stopped_at is null))
    )
    select (select count(*) from found) as count, r.* from (select) as one left join lateral (
      select true as present, found.* from found order by place limit ${pageSize} offset ${(page - 1) * pageSize}
    ) as r on true
    order by r.place`.execute(db);
  return pageOf(rows);
}

/** A figure as it was counted last. */
export interface CountedFigure {
  accountId: string;
  figure: RadarFigure;
  value: number | null;
  part: bigint | null;
  whole: bigint;
  sample: number;
  firstAt: Date | null;
  lastAt: Date | null;
  countedAt: Date;
  crossedAt: Date | null;
  threshold: number | null;
  least: number;
  /** While it counts. */
  acknowledged: Omit<Acknowledgement, 'value'> | null;
}

type Row = Omit<CountedFigure, 'acknowledged'> & Omit<Acknowledgement, 'value'> & { isQuiet: boolean };

export async function readFigures(db: Reader, ids: readonly string[], at: Date): Promise<CountedFigure[]> {
  const { rows } = await sql<Row>`
    select f.account_id as "accountId", f.figure, f.value, f.part, f.whole, f.sample, f.first_at as "firstAt", f.last_at as "lastAt",
      f.counted_at as "countedAt", f.crossed_at as "crossedAt", t.threshold, t.least, ${isQuiet(at)} as "isQuiet",
      known.quiet_until as "quietUntil", known.reason, known.given_by as by, known.given_at as at
    from ${FIGURES} where f.account_id = any(${ids}::uuid[])`.execute(db);
  return rows.map(({ isQuiet: quiet, quietUntil, reason, by, at: givenAt, ...figure }) => ({
    ...figure,
    acknowledged: quiet ? { quietUntil, reason, by, at: givenAt } : null,
  }));
}
