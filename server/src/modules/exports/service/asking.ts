import {
  AT_ONCE_ROWS,
  type ExportFormat,
  type ExportList,
  MAX_EXPORTS_A_DAY,
  MAX_UNFINISHED,
} from '@kantor/contract/plain/exports.ts';
import type { Reader, Tx } from '../../../db/tx.ts';
import { breaks, singleStatement, transaction } from '../../../db/tx.ts';
import type { Caller } from '../../../http/endpoint.ts';
import type { AnyList } from '../../../http/list.ts';
import type { PersonActor } from '../../../kernel/actor.ts';
import { after, type Clock, moscowDay } from '../../../kernel/clock.ts';
import { conflict, forbidden, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { appendAudit, type Facts } from '../../audit/index.ts';
import type { Once } from '../../idempotency/index.ts';
import { mayTake } from './access.ts';
import * as rows from '../store/rows.ts';
import type { Asked, Export, Holder } from '../store/rows.ts';
import { assertFits, LEASE_MS, makeFile, type Making } from './making.ts';
import { askList } from './reading.ts';

/** A person's files that they are shown. */
const SHOWN = 50;
/** Files that are made while somebody waits, at a time and process: each holds a connection. */
const MAX_AT_ONCE = 2;

let atOnce = 0;

export interface Request extends Asked {
  list: ExportList;
  format: ExportFormat;
}

export const holderOf = ({ id, person }: Caller): Holder => ({ accountId: id, personId: person?.id ?? null });

/** @throws ApiError 403 as the list itself. */
function listFor(lists: readonly AnyList[], caller: Caller, name: ExportList): AnyList {
  const list = lists.find((each) => each.name === name);
  if (list === undefined || !mayTake(caller, list)) throw forbidden();
  return list;
}

/** Looks at the list before its file is asked for. @throws ApiError of the list, and 409 `too_many_rows`. */
async function look(
  { db, clock }: { db: Reader; clock: Clock },
  list: AnyList,
  caller: Caller,
  request: Request,
): Promise<{ count: number; isKnown: boolean }> {
  const asking = askList(list, caller, clock, request);
  const { count, rest } = await asking.read(db, { page: 1, pageSize: 1, before: undefined });
  assertFits(request.format, count);
  return { count, isKnown: rest === null };
}

const fileNameOf = ({ list, format }: Request, at: Date): string =>
  `${list.replaceAll('_', '-')}-${moscowDay(at)}.${format}`;

/** Writes down that a file is asked for. @throws ApiError 409 `exports_busy`, `exports_many`. */
async function addExport(
  tx: Tx,
  holder: Holder,
  { list, format, object, filters, columns }: Request,
  { rowsTotal, at }: { rowsTotal: number | null; at: Date },
): Promise<string> {
  const id = newId(at);
  const asked = { object, filters, columns };
  const fileName = fileNameOf({ list, format, ...asked }, at);
  const isAdded = await rows.insertExport(tx, {
    ...holder,
    id,
    list,
    format,
    asked,
    fileName,
    rowsTotal,
    createdAt: at,
  });
  if (isAdded) return id;
  if ((await rows.countUnfinished(tx, holder.accountId)) >= MAX_UNFINISHED) throw busy();
  throw conflict('exports_many', `За сутки уже ${MAX_EXPORTS_A_DAY} файлов. Попробуйте завтра`);
}

const busy = () =>
  conflict(
    'exports_busy',
    `Уже готовятся ${MAX_UNFINISHED} файла. Дождитесь их или остановите лишний в разделе «Файлы»`,
  );

const orBusy = (error: unknown): never => {
  throw breaks(error, 'export_slot') ? busy() : error;
};

const factsOf = ({ format, object, filters, columns }: Request): Facts => ({
  format,
  ...(object !== null && { object }),
  ...(columns !== null && { columns: columns.join(', ') }),
  ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '' && value !== 'ALL')),
});

/**
 * A person takes a list away as a file. A short one is made now, a longer one by a worker. Who asked for what stands in the journal
 * before the first byte is there.
 * @throws ApiError 403, the errors of the list, 409 `exports_busy`, `exports_many`, `too_many_rows`.
 */
export async function createExport(
  making: Making,
  caller: Caller,
  actor: PersonActor,
  request: Request,
): Promise<Export> {
  const { db, clock, lists } = making;
  const list = listFor(lists, caller, request.list);
  const { count, isKnown } = await look({ db, clock }, list, caller, request);
  const at = clock();
  const holder = holderOf(caller);
  const object = { kind: 'list', id: request.list };
  const id = await transaction(db, async (tx) => {
    await appendAudit(tx, { actor, action: 'export', object, before: null, after: factsOf(request) }, at);
    return addExport(tx, holder, request, { rowsTotal: isKnown ? count : null, at });
  }).catch(orBusy);
  if (isKnown && count <= AT_ONCE_ROWS) await makeNow(making, id);
  return getExport(db, holder, id);
}

/** Makes a short file at once, where there is room; otherwise a worker does. */
async function makeNow(making: Making, id: string): Promise<void> {
  if (atOnce >= MAX_AT_ONCE) return;
  atOnce += 1;
  try {
    const at = making.clock();
    const taking = { at, until: after(at, LEASE_MS), id, most: 1 };
    const [job] = await singleStatement(making.db, (statement) => rows.takeDue(statement, taking));
    if (job !== undefined) await makeFile(making, job);
  } finally {
    atOnce -= 1;
  }
}

/** As `createExport` by a merchant's server: always a job, asked for once. */
export async function createServerExport<Answer>(
  { db, clock, lists }: Making,
  caller: Caller,
  request: Request,
  once: Once<Export, Answer>,
): Promise<Answer> {
  const list = lists.find(({ name }) => name === request.list);
  if (list === undefined) throw notFound();
  const { count, isKnown } = await look({ db, clock }, list, caller, request);
  const at = clock();
  return transaction(db, (tx) =>
    once.run(tx, async () => {
      const id = await addExport(tx, holderOf(caller), request, { rowsTotal: isKnown ? count : null, at });
      return getExport(tx, holderOf(caller), id);
    }),
  ).catch(orBusy);
}

/** @throws ApiError 404. */
export async function getExport(db: Reader, holder: Holder, id: string): Promise<Export> {
  const found = await rows.readExport(db, holder, id);
  if (found === undefined) throw notFound();
  return found;
}

export const listExports = (db: Reader, holder: Holder): Promise<Export[]> => rows.readExports(db, holder, SHOWN);

/** Stops a file that is not finished; of one that is nothing changes. @throws ApiError 404. */
export async function stopExport(
  { db, clock }: Pick<Making, 'db' | 'clock'>,
  holder: Holder,
  id: string,
): Promise<Export> {
  await singleStatement(db, (statement) => rows.stopExport(statement, holder, id, clock()));
  return getExport(db, holder, id);
}
