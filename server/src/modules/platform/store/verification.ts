import { sql } from 'kysely';
import type { Reader, Statement, Tx } from '../../../db/tx.ts';
import { after, DAY, HOUR, MINUTE } from '../../../kernel/clock.ts';

/** A row that breaks an invariant, as the page shows it. */
export interface Found {
  invariant: string;
  row: string;
  problem: string;
}

export interface Run {
  askedAt: Date;
  endedAt: Date | null;
  /** It looked at what was made since then; null: at everything. */
  since: Date | null;
  violations: number | null;
  found: Found[] | null;
}

/** The run that was asked for last. */
export async function readLastRun(db: Reader): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    select asked_at as "askedAt", ended_at as "endedAt", since, violations, found from verification_run order by id desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/** When everything was last looked at; undefined: never. */
export async function readLastWhole(db: Reader): Promise<Date | undefined> {
  const { rows } = await sql<{ endedAt: Date }>`
    select ended_at as "endedAt" from verification_run where since is null and ended_at is not null order by id desc limit 1`.execute(
    db,
  );
  return rows[0]?.endedAt;
}

/** The run that ended last. */
export async function readLastEnded(db: Reader): Promise<{ endedAt: Date; violations: number } | undefined> {
  const { rows } = await sql<{ endedAt: Date; violations: number }>`
    select ended_at as "endedAt", violations from verification_run where ended_at is not null order by id desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/** Asks for a run, unless one waits or is under way. */
export async function insertRun(statement: Statement, at: Date): Promise<void> {
  await sql`
    insert into verification_run (asked_at)
    select ${at} where not exists (select from verification_run where ended_at is null)`.execute(statement);
}

/** At this hour in Moscow the night's run is due. */
const NIGHT_HOUR = 4;

/** Asks for the night's run, once, from four in the morning on. */
export async function insertNightly(statement: Statement, at: Date): Promise<void> {
  await sql`
    insert into verification_run (night, asked_at)
    select moscow.at::date, ${at} from (select ${at}::timestamptz at time zone 'Europe/Moscow' as at) as moscow
    where extract(hour from moscow.at) >= ${NIGHT_HOUR}
    on conflict (night) do nothing`.execute(statement);
}

/** A worker that has not ended its run by then is gone. */
const LEASE_MS = 2 * HOUR;

/** While everything takes less, each night looks at everything. */
const WHOLE_EACH_NIGHT_MS = 10 * MINUTE;
const WHOLE_AT_LEAST_EVERY_MS = 7 * DAY;
/** Otherwise a night looks at this, of which almost all is over by then. */
const RECENT_MS = 3 * DAY;

export interface TakenRun {
  id: bigint;
  /** To look at what was made since then; null: at everything. */
  since: Date | null;
}

/**
 * Takes the next run for a time. Whoever asks for one is told of everything, and so is each seventh night at least, and each one until
 * nothing is wrong any more.
 * @returns undefined when none waits.
 */
export async function takeRun(statement: Statement, at: Date): Promise<TakenRun | undefined> {
  const { rows } = await sql<TakenRun>`
    update verification_run set leased_until = ${after(at, LEASE_MS)}, started_at = ${at},
      since = case when night is not null and exists (
        select from (
          select started_at, ended_at, violations from verification_run
          where since is null and ended_at is not null and started_at is not null order by id desc limit 1
        ) as whole
        where violations = 0 and ended_at > ${after(at, -WHOLE_AT_LEAST_EVERY_MS + HOUR)} and ended_at - started_at > ${WHOLE_EACH_NIGHT_MS} * interval '1 ms'
      ) then ${after(at, -RECENT_MS)}::timestamptz end
    where ended_at is null and (leased_until is null or leased_until <= ${at})
      and id = (select min(id) from verification_run where ended_at is null)
    returning id, since`.execute(statement);
  return rows[0];
}

export async function endRun(
  tx: Tx,
  { id, violations, found, at }: { id: bigint; violations: number; found: Found[]; at: Date },
): Promise<void> {
  await sql`
    update verification_run set ended_at = ${at}, violations = ${violations}, found = ${JSON.stringify(found)}::jsonb
    where id = ${id} and ended_at is null`.execute(tx);
}
