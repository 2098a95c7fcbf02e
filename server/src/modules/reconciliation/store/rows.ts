import type { Pile, ReconciledObject } from '@kantor/contract/plain/reconciliations.ts';
import { sql } from 'kysely';
import type { Reader, Statement } from '../../../db/tx.ts';

/** A row of a pile. Minor units of the kind's sums, and micro-USDT. */
export interface Row {
  pile: Pile;
  /** From 1, in its pile. */
  n: number;
  line: number | null;
  key: string;
  theirs: bigint | null;
  theirsFee: bigint | null;
  theirsState: string | null;
  theirsAt: Date | null;
  objectKind: ReconciledObject | null;
  objectId: string | null;
  ours: bigint | null;
  oursFee: bigint | null;
  oursState: string | null;
  oursAt: Date | null;
  reason: string | null;
}

const texts = (rows: readonly Row[], of: (row: Row) => bigint | Date | null): (string | null)[] =>
  rows.map((row) => {
    const value = of(row);
    return value instanceof Date ? value.toISOString() : (value?.toString() ?? null);
  });

/** Some rows of a reconciliation that is being made. @throws DatabaseError when it is gone. */
export async function insertRows(statement: Statement, id: string, rows: readonly Row[]): Promise<void> {
  await sql`
    insert into reconciliation_row (reconciliation_id, pile, n, line, key, theirs, theirs_fee, theirs_state, theirs_at, object_kind,
      object_id, ours, ours_fee, ours_state, ours_at, reason)
    select ${id}, row.* from unnest(
      ${rows.map(({ pile }) => pile)}::text[], ${rows.map(({ n }) => n)}::integer[], ${rows.map(({ line }) => line)}::integer[],
      ${rows.map(({ key }) => key)}::text[], ${texts(rows, (row) => row.theirs)}::bigint[], ${texts(rows, (row) => row.theirsFee)}::bigint[],
      ${rows.map((row) => row.theirsState)}::text[], ${texts(rows, (row) => row.theirsAt)}::timestamptz[],
      ${rows.map((row) => row.objectKind)}::text[], ${rows.map((row) => row.objectId)}::uuid[], ${texts(rows, (row) => row.ours)}::bigint[],
      ${texts(rows, (row) => row.oursFee)}::bigint[], ${rows.map((row) => row.oursState)}::text[],
      ${texts(rows, (row) => row.oursAt)}::timestamptz[], ${rows.map(({ reason }) => reason)}::text[]
    ) as row`.execute(statement);
}

/** Rows of a pile whose numbers are above one, in their order. */
export async function readRows(
  db: Reader,
  id: string,
  pile: Pile,
  { after, limit }: { after: number; limit: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select pile, n, line, key, theirs, theirs_fee as "theirsFee", theirs_state as "theirsState", theirs_at as "theirsAt",
      object_kind as "objectKind", object_id as "objectId", ours, ours_fee as "oursFee", ours_state as "oursState",
      ours_at as "oursAt", reason
    from reconciliation_row
    where reconciliation_id = ${id} and pile = ${pile} and n > ${after} and n <= ${after + limit} order by n`.execute(
    db,
  );
  return rows;
}

/** Deletes some rows. @returns how many. */
export async function deleteRows(statement: Statement, id: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from reconciliation_row where (reconciliation_id, pile, n) in (
      select reconciliation_id, pile, n from reconciliation_row where reconciliation_id = ${id} limit ${limit}
    )`.execute(statement);
  return Number(numAffectedRows);
}
