import type { BatchRowState } from '@kantor/contract/plain/batches.ts';
import { BATCH_FIELDS, BATCH_ROW_STATES, MAX_BATCH_ROWS } from '@kantor/contract/plain/batches.ts';
import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { Page } from '../../../db/dense-list.ts';
import type { OwnTotals } from '../../../db/own-list.ts';
import type { Database } from '../../../db/pool.ts';
import { type Locked, type Reader, transaction, type Tx } from '../../../db/tx.ts';
import type { Upload } from '../../../http/uploads.ts';
import { after, type Clock, DAY } from '../../../kernel/clock.ts';
import { badRequest, conflict, forbidden, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { appendEvent } from '../../../outbox/append.ts';
import { appendDeed, type Facts } from '../../audit/index.ts';
import { readAvailable } from '../../ledger/index.ts';
import { assertEnabled, type PayoutTerms, readAlike, readTakenNumbers } from '../../payouts/index.ts';
import { findCurrentRate } from '../../rates/index.ts';
import { assertFileName, createTables, namedHeads, textOf, wrongColumns } from '../../tables/index.ts';
import { actionsOf, type Columns, compareRows, guessColumns, judgeRow, type Sums, sumsOf } from '../rules.ts';
import * as rows from '../store/rows.ts';
import * as store from '../store/batch.ts';
import type { Batch } from '../store/batch.ts';

export interface Deps {
  db: Database;
  clock: Clock;
  payoutTerms: PayoutTerms;
}

/** So long ago the same person and sum give no pause any more. */
const ALIKE_FOR_MS = 30 * DAY;
/** Rows whose cells are shown while columns are named. */
const SAMPLES = 5;
const tables = createTables({ maxRows: MAX_BATCH_ROWS, rows: 'выплатами' });

/** A batch as a person sees it. */
export interface BatchView {
  batch: Batch;
  samples: string[][];
  counts: Record<BatchRowState, number>;
  good: Sums;
  warned: Sums;
  made: Sums;
  left: Sums;
  balance: bigint;
  rate: bigint | null;
  secondAbove: bigint | null;
  actions: ReturnType<typeof actionsOf>;
}

/** The person at work. @throws ApiError 403 for a merchant's server, which is nobody. */
export function personOf({ actor }: Owner): string {
  if (actor === undefined) throw forbidden();
  return actor.personId;
}

/** The terms of sums now. */
async function termsNow(db: Reader, merchantId: string): Promise<{ rate: bigint | null; feeBp: number }> {
  const { feeBp } = await assertEnabled(db, merchantId);
  return { rate: (await findCurrentRate(db))?.value ?? null, feeBp };
}

async function viewOf(db: Reader, person: Owner, batch: Batch): Promise<BatchView> {
  const now = await termsNow(db, person.id);
  // A batch that waits for nobody keeps what was agreed to; what is started anew is shown as of now.
  const agreed =
    batch.state === 'running' && batch.rate !== null && batch.feeBp !== null
      ? { rate: batch.rate, feeBp: batch.feeBp }
      : now;
  const sums = await rows.readSums(db, batch.id);
  const of = (...states: rows.StateSum['state'][]) => sums.filter(({ state }) => states.includes(state));
  const counts = Object.fromEntries(
    BATCH_ROW_STATES.map((state) => [state, Number(of(state).reduce((n, { count }) => n + count, 0n))]),
  ) as Record<BatchRowState, number>;
  const isToBeNamed = batch.state === 'columns' || batch.state === 'checked';
  const available = await readAvailable(db, [person.id]);
  const { secondAbove } = await store.readSettings(db, person.id);
  return {
    batch,
    samples: isToBeNamed
      ? (await rows.readCells(db, batch.id, SAMPLES)).map(({ cells }) => cells.map((cell) => textOf(cell)))
      : [],
    counts,
    good: sumsOf(of('good'), agreed),
    warned: sumsOf(of('warned'), agreed),
    made: sumsOf(of('done'), { rate: batch.rate, feeBp: batch.feeBp ?? now.feeBp }),
    left: sumsOf(of('queued', 'failed'), agreed),
    balance: available.get(person.id) ?? 0n,
    rate: agreed.rate,
    secondAbove,
    actions: actionsOf({ ...batch, ready: counts.good + counts.warned, failed: counts.failed }, person.actor?.personId),
  };
}

/** @throws ApiError 403 `payouts_disabled`, 404. */
export async function getBatch({ db }: Pick<Deps, 'db'>, person: Owner, id: string): Promise<BatchView> {
  await assertEnabled(db, person.id);
  const batch = await store.readBatch(db, person.id, id);
  if (batch === undefined) throw notFound();
  return viewOf(db, person, batch);
}

export async function listBatches(
  { db }: Pick<Deps, 'db'>,
  person: Owner,
  request: PageRequest,
): Promise<Page<store.ListedBatch>> {
  await assertEnabled(db, person.id);
  return store.readBatches(db, person.id, request);
}

export async function sumBatches({ db }: Pick<Deps, 'db'>, person: Owner): Promise<OwnTotals> {
  await assertEnabled(db, person.id);
  return { isWhole: true, ...(await store.sumBatches(db, person.id)) };
}

/** @throws ApiError 403, 404. */
export async function listRows(
  { db }: Pick<Deps, 'db'>,
  person: Owner,
  id: string,
  request: PageRequest & { state?: BatchRowState | undefined },
): Promise<Page<rows.ShownRow>> {
  await assertEnabled(db, person.id);
  if ((await store.readBatch(db, person.id, id)) === undefined) throw notFound();
  return rows.readRows(db, id, request);
}

interface BatchDeed {
  action: string;
  before: Facts | null;
  after: Facts;
}

/** Keeps what a person did to a batch, and tells the screens. */
export async function keepDeed(
  tx: Tx,
  person: Owner,
  { id, merchantId }: Pick<Batch, 'id' | 'merchantId'>,
  { at, kind = 'batch.changed', ...deed }: BatchDeed & { at: Date; kind?: 'batch.changed' | 'batch.waiting' },
): Promise<void> {
  await appendEvent(tx, { kind, objectId: id, owners: [merchantId], at });
  await appendDeed(tx, person, { ...deed, object: { kind: 'payout_batch', id } }, at);
}

/** Keeps a file's table; its columns are to be named. @throws ApiError 400 that names the form's field, 403. */
export async function uploadBatch(deps: Deps, person: Owner, { name, bytes }: Upload): Promise<BatchView> {
  const { db, clock } = deps;
  const madeBy = personOf(person);
  await assertEnabled(db, person.id);
  assertFileName(name);
  const table = await tables.read(bytes);
  const { heads } = await store.readSettings(db, person.id);
  return transaction(db, async (tx) => {
    const at = clock();
    const batch = {
      id: newId(at),
      merchantId: person.id,
      fileName: name,
      heads: table.heads,
      columns: guessColumns(table.heads, heads),
      madeBy,
      madeAt: at,
    };
    await store.insertBatch(tx, batch);
    await rows.insertRows(tx, batch.id, table.rows);
    const after = { file: name, rows: table.rows.length };
    await keepDeed(tx, person, batch, { action: 'upload-batch', before: null, after, at });
    return viewNow(tx, person, batch.id);
  });
}

/** A batch as the transaction has left it. */
export async function viewNow(tx: Tx, person: Owner, id: string): Promise<BatchView> {
  const batch = await store.readBatch(tx, person.id, id);
  if (batch === undefined) throw notFound();
  return viewOf(tx, person, batch);
}

const STATE_TEXT: Record<Batch['state'], string> = {
  columns: 'ждёт названий столбцов',
  checked: 'проверен, но не начат',
  waiting: 'ждёт второго участника',
  running: 'выполняется',
  stopped: 'остановлен',
  done: 'выполнен',
  cancelled: 'отменён',
};

export const wrongState = ({ state }: Pick<Batch, 'state'>) =>
  conflict('batch_state', `Сейчас файл ${STATE_TEXT[state]}, действие недоступно`);

/** The batch of a step. @throws ApiError 404, 409 `batch_state` unless the step is open. */
export async function lockFor(
  tx: Tx,
  person: Owner,
  id: string,
  isOpen: (batch: Batch) => boolean,
): Promise<Locked<Batch>> {
  const batch = await store.lockBatch(tx, person.id, id);
  if (batch === undefined) throw notFound();
  if (!isOpen(batch)) throw wrongState(batch);
  return batch;
}

/** @throws ApiError 400 unless the columns are the file's, each is named once, and a sum, a name and a number are. */
function assertColumns(columns: Columns, width: number): void {
  const refuse = (sentence: string) => badRequest({ columns: [sentence] });
  const wrong = wrongColumns(BATCH_FIELDS, columns, width);
  if (wrong !== undefined) throw refuse(wrong);
  if (columns.amount === null || columns.fio === null) throw refuse('Выберите столбцы с суммой и ФИО');
  if (columns.phone === null && columns.bank_account === null)
    throw refuse('Выберите столбец с телефоном или номером счёта');
}

/** Names the columns of a file and checks every row. @throws ApiError 400, 403, 404, 409 `batch_state`. */
export async function mapBatch(deps: Deps, person: Owner, id: string, columns: Columns): Promise<BatchView> {
  const { db, clock, payoutTerms } = deps;
  await assertEnabled(db, person.id);
  return transaction(db, async (tx) => {
    const at = clock();
    const batch = await lockFor(tx, person, id, ({ state }) => state === 'columns' || state === 'checked');
    assertColumns(columns, batch.heads.length);
    const table = await rows.readCells(tx, id);
    const judged = table.map((row) => judgeRow(row, { heads: batch.heads, columns, ...payoutTerms }));
    const asked = judged.flatMap(({ terms }, place) => (terms === null ? [] : [{ ...terms, place }]));
    const alike = await readAlike(tx, person.id, asked, after(at, -ALIKE_FOR_MS));
    const taken = await readTakenNumbers(
      tx,
      person.id,
      asked.flatMap(({ externalId }) => externalId ?? []),
    );
    const places = new Set(alike.flatMap((n) => asked[n]?.place ?? []));
    const found = compareRows(judged, places, new Set(taken));
    await rows.writeJudged(tx, batch, found);
    await store.setColumns(tx, batch, columns);
    await store.rememberHeads(tx, person.id, namedHeads(BATCH_FIELDS, columns, batch.heads));
    const bad = found.filter(({ terms }) => terms === null).length;
    const facts = { file: batch.fileName, rows: found.length, bad };
    await keepDeed(tx, person, batch, { action: 'map-batch', before: null, after: facts, at });
    return viewNow(tx, person, id);
  });
}

/** A limit above which a second member approves. Kopecks; null: never. */
export async function readSecondAbove({ db }: Pick<Deps, 'db'>, person: Owner): Promise<bigint | null> {
  return (await store.readSettings(db, person.id)).secondAbove;
}

export async function setSecondAbove({ db, clock }: Deps, person: Owner, limit: bigint | null): Promise<bigint | null> {
  return transaction(db, async (tx) => {
    const before = await store.setSecondAbove(tx, person.id, limit);
    const facts = (value: bigint | null) => ({
      second_above_rub: value === null ? null : formatMinorUnits(value, SCALE.rub),
    });
    const deed = { action: 'set-batch-limit', before: facts(before), after: facts(limit) };
    await appendDeed(tx, person, { ...deed, object: { kind: 'account', id: person.id } }, clock());
    return limit;
  });
}
