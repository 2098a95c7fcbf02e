import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAX_EXPORT_ROWS } from '@kantor/contract/plain/exports.ts';
import type { Database } from '../../../db/pool.ts';
import { readAt, type Reads, readsOf } from '../../../db/replica.ts';
import { openSnapshot } from '../../../db/snapshot.ts';
import { singleStatement } from '../../../db/tx.ts';
import type { AnyList } from '../../../http/list.ts';
import { tableText } from '../../../http/table-file.ts';
import { MAX_XLSX_ROWS, tableXlsx } from '../../../http/table-xlsx.ts';
import { after, type Clock, SECOND } from '../../../kernel/clock.ts';
import { ApiError, conflict } from '../../../kernel/errors.ts';
import { columnsFor } from './access.ts';
import type { ExportDisk } from '../store/disk.ts';
import * as rows from '../store/rows.ts';
import type { Leased } from '../store/rows.ts';
import { askList, batchesOf, holderNow } from './reading.ts';

export interface Making {
  db: Database;
  /** Where files are read; the database unless given. */
  reads?: Reads;
  clock: Clock;
  disk: ExportDisk;
  lists: readonly AnyList[];
}

/** Longer than any batch takes: after it the maker counts as dead. */
export const LEASE_MS = 30 * SECOND;
/** How often it is told how far a file is, and asked whether it is still wanted. */
const TELL_EVERY_MS = 500;

/** Somebody has stopped the file, or others make it. */
class Lost extends Error {
  override name = 'Lost';
}

const inWords = (count: number) => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, '\u00A0');

const maxRowsOf = (format: Leased['format']): number =>
  format === 'xlsx' ? Math.min(MAX_XLSX_ROWS, MAX_EXPORT_ROWS) : MAX_EXPORT_ROWS;

/** @throws ApiError 409 `too_many_rows`. */
export function assertFits(format: Leased['format'], count: number): void {
  const most = maxRowsOf(format);
  if (count <= most) return;
  const hint = format === 'xlsx' ? 'Возьмите CSV или уточните фильтры' : 'Уточните фильтры: например, выберите дни';
  throw conflict('too_many_rows', `Строк ${inWords(count)}, а в файле помещается ${inWords(most)}. ${hint}`);
}

/** Writes a file, of one snapshot, as long as the lease is the caller's. @returns undefined when it is not any more. */
async function write({ db, reads = readsOf(db), clock, disk, lists }: Making, job: Leased) {
  const list = lists.find(({ name }) => name === job.list);
  if (list === undefined) throw new Error(`There is no list ${job.list}`);
  const caller = await holderNow(db, job, list);
  const asking = askList(list, caller, clock, job.asked);
  const columns = columnsFor(list, caller, job.asked.columns);
  const snapshotAt = readAt(reads, clock()) ?? clock();
  const snapshot = await openSnapshot(reads.dated);
  let rowsDone = 0;
  let toldAt = 0;
  const tell = async (rowsTotal: number | null, isLast = false) => {
    if (!isLast && performance.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = performance.now();
    const progress = { rowsDone, rowsTotal, snapshotAt, until: after(clock(), LEASE_MS) };
    if (!(await singleStatement(db, (statement) => rows.keepLease(statement, job, progress)))) throw new Lost();
  };
  async function* told(): AsyncGenerator<never[]> {
    for await (const { items, total } of batchesOf(snapshot.reader, asking)) {
      rowsDone += items.length;
      assertFits(job.format, total ?? rowsDone);
      await tell(total);
      yield items;
    }
  }
  try {
    const made = job.format === 'csv' ? tableText(columns, told()) : tableXlsx(columns, told());
    await pipeline(Readable.from(made, { highWaterMark: 4 }), await disk.write(job.id, job.lease));
    // Whoever has stopped it meanwhile finds no file.
    await tell(rowsDone, true);
    return { rows: rowsDone, snapshotAt };
  } finally {
    await snapshot.end().catch(() => undefined);
  }
}

/**
 * Makes a file, from its first row, of a snapshot of its own; it is there whole or not at all. Whoever dies meanwhile leaves a part,
 * which nobody reads, and another begins anew.
 * @throws whatever it may be tried again after.
 */
export async function makeFile(making: Making, job: Leased): Promise<void> {
  const { db, clock, disk } = making;
  try {
    const { rows: count, snapshotAt } = await write(making, job);
    const size = await disk.keep(job.id, job.lease);
    const made = { rows: count, size, snapshotAt, at: clock() };
    await singleStatement(db, (statement) => rows.endDone(statement, job, made));
  } catch (error) {
    await disk.dropPart(job.id, job.lease);
    if (error instanceof Lost) return;
    if (!(error instanceof ApiError)) throw error;
    await singleStatement(db, (statement) => rows.endFailed(statement, job, { failure: error.message, at: clock() }));
  }
}
