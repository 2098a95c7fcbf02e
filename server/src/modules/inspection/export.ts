import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Database } from '../../db/pool.ts';
import type { FoundPage } from '../../db/platform-search.ts';
import { openSnapshot } from '../../db/snapshot.ts';
import { type Reader, transaction } from '../../db/tx.ts';
import { type FileColumn, tableText } from '../../http/table-file.ts';
import type { Actor } from '../../kernel/actor.ts';
import { type Clock, moscowDay } from '../../kernel/clock.ts';
import { conflict } from '../../kernel/errors.ts';
import { appendAudit, type Facts } from '../audit/index.ts';

/** Rows that are read at a time, and in memory. */
const BATCH_SIZE = 1000;
/** Rows of a file. */
const MAX_ROWS = 50_000;
/** A search that has found everything after so many looks is made a file. */
const MAX_LOOKS = 100;
/** Files that a process makes at a time: each holds a connection. */
const MAX_OPEN = 2;

let open = 0;

/** A page of a list, in the snapshot of its file. */
interface Asked {
  page: number;
  pageSize: number;
  /** Where a search goes on. */
  before: string | undefined;
}

/** A list that somebody takes away as a file. */
export interface FileOfList<Item> {
  actor: Actor;
  /** As the journal names it. */
  object: { kind: string; id: string };
  /** As they were sent. */
  filters: Readonly<Record<string, string>>;
  /** The beginning of the file's name, in Latin letters. */
  name: string;
  columns: readonly FileColumn<Item>[];
  read: (reader: Reader, asked: Asked) => Promise<FoundPage<Item>>;
}

const inWords = (count: number) => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, '\u00A0');

/** How many rows there are, in all steps of a search. @throws ApiError 409 when they are too many, or too far apart. */
async function countRows<Item>(reader: Reader, { read }: Pick<FileOfList<Item>, 'read'>): Promise<number> {
  let found = 0;
  let before: string | undefined;
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const { count, rest } = await read(reader, { page: 1, pageSize: 1, before });
    found += count;
    if (found > MAX_ROWS)
      throw conflict(
        'too_many_rows',
        `Строк ${rest === null ? inWords(found) : `больше ${inWords(MAX_ROWS)}`}, а в файле помещается ${inWords(MAX_ROWS)}. Уточните фильтры: например, выберите дни`,
      );
    if (rest === null) return found;
    ({ before } = rest);
  }
  throw conflict('too_long_search', 'Слишком долгий поиск для файла. Выберите дни или трейдера, магазин');
}

/** All rows, batch by batch. */
async function* batchesOf<Item>(reader: Reader, { read }: Pick<FileOfList<Item>, 'read'>): AsyncGenerator<Item[]> {
  let before: string | undefined;
  for (let page = 1; ; page += 1) {
    const { count, results, rest } = await read(reader, { page, pageSize: BATCH_SIZE, before });
    yield results;
    if (page * BATCH_SIZE < count) continue;
    if (rest === null) return;
    ({ before } = rest);
    page = 0;
  }
}

const factsOf = (filters: FileOfList<unknown>['filters'], rows: number): Facts => ({
  rows,
  ...Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === '' || value === 'ALL' ? [] : [[name, value]])),
  ),
});

/**
 * Sends a list as a file, all of one moment. Who takes it, and what, is in the journal before the first byte leaves. A client that
 * reads too slowly loses the snapshot and so the file, never a part of it in silence.
 * @throws ApiError 409 `too_many_rows`, `too_long_search`, `files_busy`.
 */
export async function sendFile<Item>(
  { db, clock }: { db: Database; clock: Clock },
  reply: FastifyReply,
  file: FileOfList<Item>,
): Promise<Readable> {
  if (open >= MAX_OPEN) throw conflict('files_busy', 'Сейчас готовятся другие файлы. Повторите через минуту');
  open += 1;
  const snapshot = await openSnapshot(db).catch((error: unknown) => {
    open -= 1;
    throw error;
  });
  const end = async () => {
    open -= 1;
    await snapshot.end().catch(() => undefined);
  };
  try {
    const rows = await countRows(snapshot.reader, file);
    const { actor, object, filters, name, columns } = file;
    const at = clock();
    await transaction(db, (tx) =>
      appendAudit(tx, { actor, action: 'export', object, before: null, after: factsOf(filters, rows) }, at),
    );
    const lines = Readable.from(tableText(columns, batchesOf(snapshot.reader, file)));
    lines.once('close', () => void end());
    reply.header('content-disposition', `attachment; filename="${name}-${moscowDay(at)}.csv"`);
    return lines;
  } catch (error) {
    await end();
    throw error;
  }
}
