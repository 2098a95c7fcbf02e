import { sql } from 'kysely';
import type { Reader, Statement, Tx } from '../../../db/tx.ts';
import { after, DAY, HOUR } from '../../../kernel/clock.ts';
import { isOnline } from '../../cabinets/index.ts';

export interface DatabaseFacts {
  version: string;
  /** Bytes. */
  size: bigint;
  /** The number of the last migration. */
  schema: number;
  phonesOnline: bigint;
  phonesActive: bigint;
  block: bigint | null;
  blockAt: Date | null;
  backupAt: Date | null;
  backupNote: string | null;
}

export async function readDatabaseFacts(db: Reader, at: Date): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as size,
      (select max(version)::integer from schema_version) as schema,
      (select count(*) from cabinet where is_active and ${isOnline(at)}) as "phonesOnline",
      (select count(*) from cabinet where is_active) as "phonesActive",
      chain_cursor.block_number as block, chain_cursor.block_at as "blockAt", backup.at as "backupAt", backup.note as "backupNote"
    from (select) as one
    left join chain_cursor on true
    left join (select at, note from backup_told order by id desc limit 1) as backup on true`.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error('A select of facts has no row');
  return facts;
}

/** What waits to be worked on. */
export interface Queue {
  name: string;
  count: bigint;
  /** Of the one that waits longest. */
  since: Date | null;
}

/** More of a queue are not counted: it is long enough. */
const MOST = 10_000;

/** The events that each reader of the outbox has yet to handle, and deliveries of webhooks and of alerts whose time has come. */
export async function readQueues(db: Reader, at: Date): Promise<Queue[]> {
  const { rows } = await sql<Queue>`
    select 'outbox_' || name as name, waiting.count, waiting.since
    from outbox_reader
    cross join lateral (
      select count(*) as count, min(created_at) as since from (
        select created_at from outbox where (outbox.xid, outbox.id) > (outbox_reader.xid, outbox_reader.id) limit ${MOST}
      ) as event
    ) as waiting
    union all
    select 'webhooks', count(*), min(next_attempt_at) from (
      select next_attempt_at from webhook where status = 'PENDING' and next_attempt_at <= ${at} limit ${MOST}
    ) as due
    union all
    select 'alerts', count(*), min(next_attempt_at) from (
      select next_attempt_at from alert_delivery where next_attempt_at <= ${at} limit ${MOST}
    ) as due
    order by 1`.execute(db);
  return rows;
}

export interface SeenJob {
  name: string;
  succeededAt: Date;
  /** Milliseconds without success beyond which it is late; null: an earlier version told of it. */
  lateAfterMs: number | null;
}

export async function readJobs(db: Reader): Promise<SeenJob[]> {
  const { rows } = await sql<SeenJob>`
    select job as name, succeeded_at as "succeededAt", late_after_ms as "lateAfterMs" from job_seen order by succeeded_at, job`.execute(
    db,
  );
  return rows;
}

/** When jobs last succeeded in this process; a later success of another process stays. */
export async function keepJobs(
  statement: Statement,
  jobs: readonly { name: string; at: Date; lateAfterMs: number }[],
): Promise<void> {
  await sql`
    insert into job_seen as j (job, succeeded_at, late_after_ms)
    select name, at, late_after_ms
    from unnest(${jobs.map(({ name }) => name)}::text[], ${jobs.map(({ at }) => at)}::timestamptz[],
      ${jobs.map(({ lateAfterMs }) => Math.round(lateAfterMs))}::integer[]) as seen (name, at, late_after_ms)
    order by name
    on conflict (job) do update set succeeded_at = greatest(j.succeeded_at, excluded.succeeded_at),
      late_after_ms = excluded.late_after_ms`.execute(statement);
}

/** Adds errors of a process to those of the hour. */
export async function keepErrors(statement: Statement, errors: ReadonlyMap<string, number>, at: Date): Promise<void> {
  await sql`
    insert into error_hour as e (hour, kind, n)
    select date_trunc('hour', ${at}::timestamptz), kind, n
    from unnest(${[...errors.keys()]}::text[], ${[...errors.values()]}::bigint[]) as logged (kind, n) order by kind
    on conflict (hour, kind) do update set n = e.n + excluded.n`.execute(statement);
}

/** Errors of the last 24 hours, the hour that has begun before them included. */
export async function readErrors(db: Reader, at: Date): Promise<{ kind: string; n: bigint }[]> {
  const { rows } = await sql<{ kind: string; n: bigint }>`
    select kind, sum(n)::bigint as n from error_hour where hour > ${after(at, -DAY - HOUR)} and hour <= ${at}
    group by kind order by 2 desc, 1`.execute(db);
  return rows;
}

export async function forgetErrors(statement: Statement, before: Date): Promise<void> {
  await sql`delete from error_hour where hour < ${before}`.execute(statement);
}

export async function insertBackup(tx: Tx, at: Date, note: string): Promise<void> {
  await sql`insert into backup_told (at, note) values (${at}, ${note})`.execute(tx);
}

/** A restore that was tried. */
export interface Drill {
  at: Date;
  /** When the backup was made. */
  backupAt: Date;
  violations: number;
  badFiles: number;
}

export async function insertDrill(tx: Tx, { at, backupAt, violations, badFiles }: Drill): Promise<void> {
  await sql`
    insert into drill_told (at, backup_at, violations, bad_files) values (${at}, ${backupAt}, ${violations}, ${badFiles})`.execute(
    tx,
  );
}

export async function readLastDrill(db: Reader): Promise<Drill | undefined> {
  const { rows } = await sql<Drill>`
    select at, backup_at as "backupAt", violations, bad_files as "badFiles" from drill_told order by id desc limit 1`.execute(
    db,
  );
  return rows[0];
}
