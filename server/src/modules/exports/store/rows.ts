import {
  EXPORT_KEPT_MS,
  type ExportFormat,
  type ExportList,
  type ExportState,
  MAX_EXPORTS_A_DAY,
  MAX_UNFINISHED,
} from '@kantor/contract/plain/exports.ts';
import { sql } from 'kysely';
import type { Reader, Statement } from '../../../db/tx.ts';
import { after, DAY } from '../../../kernel/clock.ts';

/** What a file is to have. */
export interface Asked {
  /** Whose list it is, where that is a part of its address. */
  object: string | null;
  filters: Readonly<Record<string, string>>;
  /** Keys, in their order; null: all. */
  columns: readonly string[] | null;
}

/** Whose a file is: a person's in an account, or of a merchant's server. */
export interface Holder {
  accountId: string;
  personId: string | null;
}

export interface Export extends Holder {
  id: string;
  list: ExportList;
  format: ExportFormat;
  asked: Asked;
  fileName: string;
  state: ExportState;
  attempts: number;
  snapshotAt: Date | null;
  rowsDone: number;
  rowsTotal: number | null;
  /** Bytes. */
  size: bigint | null;
  failure: string | null;
  createdAt: Date;
  endedAt: Date | null;
  expiresAt: Date | null;
}

/** One that is being made, by whoever has the lease. */
export type Leased = Export & { lease: string };

const columns = sql`
  id, account_id as "accountId", person_id as "personId", list, format, asked, file_name as "fileName", state, attempts,
  snapshot_at as "snapshotAt", rows_done as "rowsDone", rows_total as "rowsTotal", size, failure, created_at as "createdAt",
  ended_at as "endedAt", expires_at as "expiresAt"`;

export type NewExport = Pick<Export, 'id' | 'list' | 'format' | 'asked' | 'fileName' | 'rowsTotal' | 'createdAt'> &
  Holder;

/** @returns whether there was room: of unfinished files, and of those of a day. */
export async function insertExport(
  statement: Statement,
  { id, accountId, personId, list, format, asked, fileName, rowsTotal, createdAt }: NewExport,
): Promise<boolean> {
  const { rows } = await sql`
    insert into export (id, account_id, person_id, list, format, asked, file_name, state, slot, rows_total, created_at)
    select ${id}, ${accountId}, ${personId}, ${list}, ${format}, ${JSON.stringify(asked)}::jsonb, ${fileName}, 'queued', free.slot,
      ${rowsTotal}, ${createdAt}
    from (
      select min(slot) as slot from generate_series(1, ${sql.lit(MAX_UNFINISHED)}) as slot where not exists (
        select from export where account_id = ${accountId} and export.slot = slot.slot and state in ('queued', 'running'))
    ) as free
    where free.slot is not null and (
      select count(*) from export where account_id = ${accountId} and created_at > ${after(createdAt, -DAY)}
    ) < ${sql.lit(MAX_EXPORTS_A_DAY)}
    returning id`.execute(statement);
  return rows.length > 0;
}

/** How many unfinished files an account has. */
export async function countUnfinished(db: Reader, accountId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from export where account_id = ${accountId} and state in ('queued', 'running')`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

const isOf = ({ accountId, personId }: Holder) =>
  sql`account_id = ${accountId} and person_id is not distinct from ${personId}::uuid`;

export async function readExport(db: Reader, holder: Holder, id: string): Promise<Export | undefined> {
  const { rows } = await sql<Export>`select ${columns} from export where id = ${id} and ${isOf(holder)}`.execute(db);
  return rows[0];
}

/** A file of anybody in the account. */
export async function readExportIn(db: Reader, accountId: string, id: string): Promise<Export | undefined> {
  const { rows } = await sql<Export>`
    select ${columns} from export where id = ${id} and account_id = ${accountId}`.execute(db);
  return rows[0];
}

/** The holder's files, newest first. */
export async function readExports(db: Reader, holder: Holder, limit: number): Promise<Export[]> {
  const { rows } = await sql<Export>`
    select ${columns} from export where ${isOf(holder)} order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** Stops an unfinished one. @returns whether it was. */
export async function stopExport(statement: Statement, holder: Holder, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update export set state = 'stopped', ended_at = ${at}, lease = null, leased_until = null
    where id = ${id} and ${isOf(holder)} and state in ('queued', 'running') returning id`.execute(statement);
  return rows.length > 0;
}

interface Taking {
  at: Date;
  until: Date;
  /** Of this one alone. */
  id?: string;
  most: number;
}

/** Begins files that wait, or whose maker died, each anew. */
export async function takeDue(statement: Statement, { at, until, id, most }: Taking): Promise<Leased[]> {
  const { rows } = await sql<Leased>`
    update export set state = 'running', lease = gen_random_uuid(), leased_until = ${until}, attempts = attempts + 1, rows_done = 0,
      snapshot_at = null
    where id in (
      select id from export where state in ('queued', 'running') and (leased_until is null or leased_until < ${at}) and attempts < 3
        ${id === undefined ? sql`` : sql`and id = ${id}`}
      order by created_at limit ${most} for update skip locked
    ) returning ${columns}, lease`.execute(statement);
  return rows;
}

/** Gives up those that were begun three times, and never ended. */
export async function failExhausted(statement: Statement, at: Date, failure: string): Promise<void> {
  await sql`
    update export set state = 'failed', failure = ${failure}, ended_at = ${at}, lease = null, leased_until = null
    where state in ('queued', 'running') and attempts >= 3 and (leased_until is null or leased_until < ${at})`.execute(
    statement,
  );
}

interface Progress {
  rowsDone: number;
  rowsTotal: number | null;
  snapshotAt: Date;
  until: Date;
}

/** @returns whether it is still the caller's: nobody has stopped or taken it. */
export async function keepLease(statement: Statement, { id, lease }: Leased, progress: Progress): Promise<boolean> {
  const { rows } = await sql`
    update export set rows_done = ${progress.rowsDone}, rows_total = ${progress.rowsTotal}, snapshot_at = ${progress.snapshotAt},
      leased_until = ${progress.until}
    where id = ${id} and lease = ${lease} returning id`.execute(statement);
  return rows.length > 0;
}

interface Made {
  rows: number;
  /** Bytes. */
  size: number;
  snapshotAt: Date;
  at: Date;
}

/** @returns whether it was still the caller's. */
export async function endDone(statement: Statement, { id, lease }: Leased, made: Made): Promise<boolean> {
  const { rows } = await sql`
    update export set state = 'done', rows_done = ${made.rows}, rows_total = ${made.rows}, size = ${made.size},
      snapshot_at = ${made.snapshotAt}, ended_at = ${made.at}, expires_at = ${after(made.at, EXPORT_KEPT_MS)}, lease = null,
      leased_until = null
    where id = ${id} and lease = ${lease} returning id`.execute(statement);
  return rows.length > 0;
}

export async function endFailed(
  statement: Statement,
  { id, lease }: Leased,
  { failure, at }: { failure: string; at: Date },
): Promise<void> {
  await sql`
    update export set state = 'failed', failure = ${failure}, ended_at = ${at}, lease = null, leased_until = null
    where id = ${id} and lease = ${lease}`.execute(statement);
}

/** Of these files, those whose bytes somebody may still want: finished and not expired, or being made by this lease. */
export async function readWanted(db: Reader, ids: readonly string[], at: Date): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; lease: string | null }>`
    select id, lease from export
    where id = any(${ids}::uuid[]) and (state = 'running' or (state = 'done' and expires_at > ${at}))`.execute(db);
  return new Map(rows.map(({ id, lease }) => [id, lease]));
}

/** Forgets those that were asked for before a moment. */
export async function deleteOld(statement: Statement, before: Date): Promise<void> {
  await sql`delete from export where created_at < ${before} and state not in ('queued', 'running')`.execute(statement);
}
