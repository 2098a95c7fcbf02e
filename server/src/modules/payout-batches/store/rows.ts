import type { BatchRowState } from '@kantor/contract/plain/batches.ts';
import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { PayoutStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import type { Page } from '../../../db/dense-list.ts';
import type { Locked, Reader, Tx } from '../../../db/tx.ts';
import type { JudgedRow, RowTerms, SumCount } from '../rules.ts';
import type { Cell, TableRow } from '../../tables/index.ts';
import type { Batch } from './batch.ts';

/** The rows of a new file as they were read. */
export async function insertRows(tx: Tx, batchId: string, rows: readonly TableRow[]): Promise<void> {
  await sql`
    insert into payout_batch_row (batch_id, n, line, cells, state)
    select ${batchId}, place, line, cells::jsonb, 'read'
    from unnest(${rows.map(({ line }) => line)}::integer[], ${rows.map(({ cells }) => JSON.stringify(cells))}::text[])
      with ordinality as row (line, cells, place)`.execute(tx);
}

/** What stands in a file. @param limit its first rows alone. */
export async function readCells(db: Reader, batchId: string, limit: number | null = null): Promise<TableRow[]> {
  const { rows } = await sql<{ line: number; cells: Cell[] }>`
    select line, cells from payout_batch_row where batch_id = ${batchId} and cells is not null order by n limit ${limit}`.execute(
    db,
  );
  return rows;
}

const stateOf = ({ terms, warnings }: JudgedRow) => {
  if (terms === null) return 'bad';
  return warnings.length > 0 ? 'warned' : 'good';
};

/** What was found of the rows of a file that nobody has started. */
export async function writeJudged(tx: Tx, { id }: Locked<Batch>, rows: readonly JudgedRow[]): Promise<void> {
  const written = rows.map((row) => {
    const { line, faults, warnings, terms } = row;
    return {
      line,
      faults,
      warnings,
      state: stateOf(row),
      amount: (terms === null ? row.amount : terms.amount)?.toString() ?? null,
      is_sbp: terms?.isSbp ?? null,
      fio: terms?.fio ?? null,
      phone: terms?.phone ?? null,
      bank_account: terms?.bankAccount ?? null,
      recipient_bank: terms?.recipientBank ?? null,
      external_id: terms?.externalId ?? null,
    };
  });
  await sql`
    update payout_batch_row as row set state = found.state, amount = found.amount, is_sbp = found.is_sbp, fio = found.fio,
      phone = found.phone, bank_account = found.bank_account, recipient_bank = found.recipient_bank,
      external_id = found.external_id, faults = found.faults, warnings = found.warnings
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as found (line integer, state text, amount bigint, is_sbp boolean,
      fio text, phone text, bank_account text, recipient_bank text, external_id text, faults text[], warnings text[])
    where row.batch_id = ${id} and row.line = found.line and row.state in ('read', 'bad', 'warned', 'good')`.execute(
    tx,
  );
}

/** How many rows of a state have a sum. */
export interface StateSum extends SumCount {
  state: BatchRowState | 'read';
}

/** A file's rows by state and sum; of rows without a sum, nought. */
export async function readSums(db: Reader, batchId: string): Promise<StateSum[]> {
  const { rows } = await sql<StateSum>`
    select state, coalesce(amount, 0)::bigint as amount, count(*) as count from payout_batch_row
    where batch_id = ${batchId} group by state, coalesce(amount, 0)`.execute(db);
  return rows;
}

/** The rows that are to become payouts, and those that are left out. */
export async function queueRows(tx: Tx, { id }: Locked<Batch>, withWarned: boolean): Promise<void> {
  await sql`
    update payout_batch_row set state = case when state = 'good' or ${withWarned} then 'queued' else 'skipped' end
    where batch_id = ${id} and state in ('good', 'warned')`.execute(tx);
}

/** What has failed is tried again. */
export async function requeueFailed(tx: Tx, { id }: Locked<Batch>): Promise<void> {
  await sql`
    update payout_batch_row set state = 'queued', faults = '{}' where batch_id = ${id} and state = 'failed'`.execute(
    tx,
  );
}

export type QueuedRow = RowTerms & { n: number };

/** The next rows that are to become payouts. */
export async function readQueued(tx: Tx, { id }: Locked<Batch>, limit: number): Promise<QueuedRow[]> {
  const { rows } = await sql<QueuedRow>`
    select n, amount, is_sbp as "isSbp", fio, phone, bank_account as "bankAccount", recipient_bank as "recipientBank",
      external_id as "externalId"
    from payout_batch_row where batch_id = ${id} and state = 'queued' order by n limit ${limit}`.execute(tx);
  return rows;
}

/** Rows have become payouts, which have all that is to be known of them. @throws Error unless all of them were queued: a payout without its row must not be. */
export async function markDone(
  tx: Tx,
  { id }: Locked<Batch>,
  made: readonly { n: number; payoutId: string }[],
): Promise<void> {
  const { numAffectedRows } = await sql`
    update payout_batch_row as row set state = 'done', payout_id = made.payout_id, cells = null, fio = null, phone = null,
      bank_account = null, recipient_bank = null, external_id = null, warnings = '{}'
    from unnest(${made.map(({ n }) => n)}::integer[], ${made.map(({ payoutId }) => payoutId)}::uuid[]) as made (n, payout_id)
    where row.batch_id = ${id} and row.n = made.n and row.state = 'queued'`.execute(tx);
  if (numAffectedRows !== BigInt(made.length)) throw new Error(`A row of file ${id} was not queued any more`);
}

export async function markFailed(
  tx: Tx,
  { id }: Locked<Batch>,
  failed: readonly { n: number; fault: string }[],
): Promise<void> {
  await sql`
    update payout_batch_row as row set state = 'failed', faults = array[failed.fault]
    from unnest(${failed.map(({ n }) => n)}::integer[], ${failed.map(({ fault }) => fault)}::text[]) as failed (n, fault)
    where row.batch_id = ${id} and row.n = failed.n and row.state = 'queued'`.execute(tx);
}

/** A row as its merchant sees it; what its payout has of the recipient comes from there. */
export interface ShownRow {
  line: number;
  state: BatchRowState;
  amount: bigint | null;
  fio: string | null;
  phone: string | null;
  bankAccount: string | null;
  recipientBank: string | null;
  externalId: string | null;
  faults: string[];
  warnings: string[];
  payoutId: string | null;
  payoutStatus: PayoutStatus | null;
}

const shown = sql`
  row.line, row.state, row.amount, coalesce(row.fio, payout.fio) as fio, coalesce(row.phone, payout.phone) as phone,
  coalesce(row.bank_account, payout.bank_account) as "bankAccount",
  coalesce(row.recipient_bank, payout.recipient_bank) as "recipientBank",
  coalesce(row.external_id, payout.external_id) as "externalId", row.faults, row.warnings, row.payout_id as "payoutId",
  payout.status as "payoutStatus"`;

/** One page of a file's rows: what has faults first, then what gives pause. */
export async function readRows(
  db: Reader,
  batchId: string,
  { page, pageSize, state }: PageRequest & { state?: BatchRowState | undefined },
): Promise<Page<ShownRow>> {
  const isAsked = sql`batch_id = ${batchId} and state <> 'read' ${state === undefined ? sql`` : sql`and state = ${state}`}`;
  const { rows } = await sql<ShownRow & { count: bigint }>`
    with counts as (select count(*) as count from payout_batch_row where ${isAsked})
    select counts.count, r.* from counts left join lateral (
      select ${shown} from (
        select * from payout_batch_row where ${isAsked}
        order by array_position(array['bad', 'failed', 'warned'], state), n
        offset ${(page - 1) * pageSize} limit ${pageSize}
      ) row left join payout on payout.id = row.payout_id
      order by array_position(array['bad', 'failed', 'warned'], row.state), row.n
    ) r on true`.execute(db);
  return { count: Number(rows[0]?.count ?? 0n), results: rows.filter(({ line }) => line !== null) };
}

/** All rows of a file, in its order. */
export async function readAllRows(db: Reader, batchId: string): Promise<ShownRow[]> {
  const { rows } = await sql<ShownRow>`
    select ${shown} from payout_batch_row row left join payout on payout.id = row.payout_id
    where row.batch_id = ${batchId} order by row.n`.execute(db);
  return rows;
}
