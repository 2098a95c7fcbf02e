import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { SECOND } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { DecimalMark, TableRow } from '../cells.ts';
import type { Look, Table, TableFault, TableMessage, TableTask } from './table-worker.ts';

export type { Look } from './table-worker.ts';

/** Five thousand rows take half a second, of which most is the thread's start; a book of a hundred thousand, four. */
const READING_MS = 15 * SECOND;

const WORKER = new URL('./table-worker.ts', import.meta.url);

interface Terms {
  maxRows: number;
  /** What the rows are, after a file with: «выплатами». */
  rows: string;
  /** Milliseconds that the reading may take. */
  limitMs?: number;
}

const inWords = (count: number) => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ' ');

const sentencesFor = ({ maxRows, rows }: Terms): Readonly<Record<TableFault, string>> => ({
  kind: 'Подходят только файлы CSV и XLSX',
  password: 'Это старая книга Excel (.xls) или книга с паролем. Сохраните её как .xlsx без пароля',
  empty: `В файле нет строк с ${rows}: нужны заголовки столбцов и хотя бы одна строка`,
  too_many_rows: `В файле больше ${inWords(maxRows)} строк. Разделите его на несколько`,
  too_many_columns: 'В файле больше 50 столбцов. Оставьте только нужные',
  too_large: `Файл слишком большой, когда распакован. Скопируйте строки с ${rows} в новую книгу`,
  too_slow: `Файл слишком сложный, его не удалось прочитать. Скопируйте строки с ${rows} в новую книгу`,
  quotes: 'В файле не сходятся кавычки. Сохраните его заново или пришлите как XLSX',
  hidden: 'скрыта в книге. Покажите скрытые строки или удалите их: берётся только то, что видно',
  broken: 'Файл повреждён или это не таблица CSV или XLSX',
});

/** What of a message ends a reading; pieces come before. */
type Ending = Exclude<TableMessage, { piece: TableRow[] } | { heads: string[] }>;

/** Reads in a thread of its own, which does not outlive this call, and has none of our secrets. */
async function readInThread(
  task: TableTask,
  limitMs: number,
  onPart: (part: Exclude<TableMessage, Ending>) => void = () => undefined,
): Promise<Ending> {
  const worker = new Worker(WORKER, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
    env: {},
    stdout: true,
    stderr: true,
  });
  try {
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, limitMs, { fault: 'too_slow' } satisfies Ending);
      const end = (message: Ending) => {
        clearTimeout(timer);
        resolve(message);
      };
      worker.on('message', (message: TableMessage) => {
        if (!('piece' in message || 'heads' in message)) return end(message);
        try {
          onPart(message);
        } catch (error) {
          clearTimeout(timer);
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
      worker.on('error', (error) => {
        const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        end({ fault: isMemory ? 'too_large' : 'broken' });
      });
      worker.on('exit', () => end({ fault: 'broken' }));
    });
  } finally {
    await worker.terminate();
  }
}

/** What a reader of pieces is told. */
export interface OnTable {
  /** First: the heads, and of each column that was asked for what stands before its fractions. */
  heads: (heads: readonly string[], marks: readonly (DecimalMark | null)[]) => void;
  /** A thousand rows at a time: the cells of the columns that were asked for, in that order. */
  rows: (rows: readonly TableRow[]) => void;
}

/** Reads tables by content, one at a time, since each may take all the memory it is given. Each `@throws ApiError` 400 that names `file`. */
export function createTables(terms: Terms) {
  const reading = pLimit(1);
  const sentences = sentencesFor(terms);
  const { maxRows, limitMs = READING_MS } = terms;

  const read = (
    bytes: Buffer,
    want: TableTask['want'],
    onPart?: (part: Exclude<TableMessage, Ending>) => void,
  ): Promise<Exclude<Ending, { fault: unknown }>> =>
    reading(async () => {
      const task = { bytes: new Uint8Array(bytes), maxRows, want };
      const message: Ending = bytes.length === 0 ? { fault: 'empty' } : await readInThread(task, limitMs, onPart);
      if ('fault' in message) {
        const sentence = sentences[message.fault];
        throw badRequest({ file: [message.line === undefined ? sentence : `Строка ${message.line} ${sentence}`] });
      }
      return message;
    });

  return {
    /** All of a table. */
    async read(bytes: Buffer): Promise<Table> {
      const message = await read(bytes, 'all');
      if (!('table' in message)) throw new Error('A whole table was asked for');
      return message.table;
    },

    /** What columns are named by. */
    async look(bytes: Buffer): Promise<Look> {
      const message = await read(bytes, 'look');
      if (!('look' in message)) throw new Error('A look was asked for');
      return message.look;
    },

    /** Some columns of a long table. What `on` throws ends it. */
    async readColumns(bytes: Buffer, places: readonly number[], on: OnTable): Promise<void> {
      await read(bytes, places, (part) => {
        if ('piece' in part) on.rows(part.piece);
        else on.heads(part.heads, part.marks);
      });
    },
  };
}

const FORBIDDEN_IN_NAME = /[/\\\p{Cc}\p{Cf}]/u;
const MAX_NAME = 255;

/** @throws ApiError 400 for the name of a file that is none. */
export function assertFileName(name: string): void {
  if (name === '' || name.length > MAX_NAME || FORBIDDEN_IN_NAME.test(name))
    throw badRequest({ file: ['Недопустимое имя файла'] });
}
