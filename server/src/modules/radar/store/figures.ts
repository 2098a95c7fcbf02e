import type { RadarFigure, RadarRole } from '@kantor/contract/plain/radar.ts';
import { sql } from 'kysely';
import { type Locked, lockRow, type Reader, type Statement, type Tx } from '../../../db/tx.ts';
import { figuresOfMerchant } from './merchants.ts';
import { figuresOfTrader } from './traders.ts';

/** Whether a figure `f` is at its threshold `t` or above it, and there is enough to judge by. */
const IS_CROSSED = sql`coalesce(f.value >= t.threshold and f.sample >= t.least, false)`;

/** An account that the radar watches. */
export interface Watched {
  id: string;
  role: RadarRole;
}

/** The next of those who are not blocked, by id. */
export async function readWatched(db: Reader, afterId: string, limit: number): Promise<Watched[]> {
  const { rows } = await sql<Watched>`
    select id, role from account where role <> 'operator' and blocked_at is null and id > ${afterId}
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Counts an account's figures anew; one that stays crossed has been so since it was. */
export async function countFigures(statement: Statement, { id, role }: Watched, at: Date): Promise<void> {
  const figures = role === 'trader' ? figuresOfTrader(id, at) : figuresOfMerchant(id, at);
  await sql`
    insert into radar_figure as r (account_id, figure, value, part, whole, sample, first_at, last_at, counted_at, crossed_at)
    select ${id}, f.figure, f.value, f.part, f.whole, f.sample, f.first_at, f.last_at, ${at}::timestamptz,
      case when ${IS_CROSSED} then ${at}::timestamptz end
    from (${figures}) as f join radar_threshold t on t.figure = f.figure
    order by f.figure
    on conflict (account_id, figure) do update set value = excluded.value, part = excluded.part, whole = excluded.whole,
      sample = excluded.sample, first_at = excluded.first_at, last_at = excluded.last_at, counted_at = excluded.counted_at,
      crossed_at = case when excluded.crossed_at is not null then coalesce(r.crossed_at, excluded.crossed_at) end
    where r.counted_at <= excluded.counted_at`.execute(statement);
}

/** From which value on a figure asks for a look, in its unit; null: it is not watched. */
export interface Threshold {
  figure: RadarFigure;
  threshold: number | null;
  /** Orders, appeals or messages, with fewer of which an account is not judged. */
  least: number;
}

export async function readThresholds(db: Reader): Promise<Threshold[]> {
  const { rows } = await sql<Threshold>`select figure, threshold, least from radar_threshold`.execute(db);
  return rows;
}

export const lockThreshold = (tx: Tx, figure: RadarFigure): Promise<Locked<Threshold> | undefined> =>
  lockRow(
    tx,
    sql<Threshold>`select figure, threshold, least from radar_threshold where figure = ${figure} for no key update`,
  );

/** Writes a threshold, and judges everybody's figure by it. */
export async function setThreshold(
  tx: Tx,
  { figure }: Locked<Threshold>,
  { threshold, least }: Omit<Threshold, 'figure'>,
  at: Date,
): Promise<void> {
  await sql`update radar_threshold set threshold = ${threshold}, least = ${least} where figure = ${figure}`.execute(tx);
  await sql`
    update radar_figure f set crossed_at = case when ${IS_CROSSED} then coalesce(f.crossed_at, ${at}) end
    from radar_threshold t
    where t.figure = f.figure and f.figure = ${figure} and (f.crossed_at is not null) <> ${IS_CROSSED}`.execute(tx);
}

/** A figure of an account that somebody may take note of. */
export interface Crossing {
  accountId: string;
  accountName: string;
  figure: RadarFigure;
  value: number | null;
  crossedAt: Date | null;
}

export const lockFigure = (tx: Tx, accountId: string, figure: RadarFigure): Promise<Locked<Crossing> | undefined> =>
  lockRow(
    tx,
    sql<Crossing>`
      select account_id as "accountId", account.name as "accountName", figure, value, crossed_at as "crossedAt"
      from radar_figure join account on account.id = account_id
      where account_id = ${accountId} and figure = ${figure} for no key update of radar_figure`,
  );

/** That somebody has taken note of a crossed figure. */
export interface Acknowledgement {
  /** As it was then. */
  value: number;
  /** It counts so long, unless the figure gets worse. */
  quietUntil: Date;
  reason: string;
  by: string;
  at: Date;
}

export async function readAcknowledgement(
  db: Reader,
  { accountId, figure }: Crossing,
): Promise<Acknowledgement | undefined> {
  const { rows } = await sql<Acknowledgement>`
    select value, quiet_until as "quietUntil", reason, given_by as by, given_at as at
    from radar_acknowledgement where account_id = ${accountId} and figure = ${figure}`.execute(db);
  return rows[0];
}

export async function setAcknowledgement(
  tx: Tx,
  { accountId, figure }: Locked<Crossing>,
  { value, quietUntil, reason, by, at }: Acknowledgement,
): Promise<void> {
  await sql`
    insert into radar_acknowledgement (account_id, figure, value, quiet_until, reason, given_by, given_at)
    values (${accountId}, ${figure}, ${value}, ${quietUntil}, ${reason}, ${by}, ${at})
    on conflict (account_id, figure) do update set value = excluded.value, quiet_until = excluded.quiet_until,
      reason = excluded.reason, given_by = excluded.given_by, given_at = excluded.given_at`.execute(tx);
}
