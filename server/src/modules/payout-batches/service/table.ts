import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { badRequest } from '../../../kernel/errors.ts';
import { SECOND } from '../../../kernel/clock.ts';
import type { Table, TableFault, TableMessage } from './table-worker.ts';

/** Five thousand rows take half a second, of which most is the thread's start. */
const READING_MS = 15 * SECOND;
/** Each may take all the memory it is given. */
const reading = pLimit(1);

const WORKER = new URL('./table-worker.ts', import.meta.url);

const SENTENCES: Readonly<Record<TableFault, string>> = {
  kind: 'Подходят только файлы CSV и XLSX',
  password: 'Это старая книга Excel (.xls) или книга с паролем. Сохраните её как .xlsx без пароля',
  empty: 'В файле нет строк с выплатами: нужны заголовки столбцов и хотя бы одна строка',
  too_many_rows: 'В файле больше 5 000 строк. Разделите его на несколько',
  too_many_columns: 'В файле больше 50 столбцов. Оставьте только нужные',
  too_large: 'Файл слишком большой, когда распакован. Скопируйте строки с выплатами в новую книгу',
  too_slow: 'Файл слишком сложный, его не удалось прочитать. Скопируйте строки с выплатами в новую книгу',
  quotes: 'В файле не сходятся кавычки. Сохраните его заново или пришлите как XLSX',
  hidden: 'скрыта в книге. Покажите скрытые строки или удалите их: проверяется и выплачивается только то, что видно',
  broken: 'Файл повреждён или это не таблица CSV или XLSX',
};

/** Reads in a thread of its own, which does not outlive this call, and has none of our secrets. */
async function readInThread(bytes: Buffer, limitMs: number): Promise<TableMessage> {
  const worker = new Worker(WORKER, {
    workerData: new Uint8Array(bytes),
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
    env: {},
    stdout: true,
    stderr: true,
  });
  try {
    return await new Promise((resolve) => {
      const timer = setTimeout(resolve, limitMs, { fault: 'too_slow' } satisfies TableMessage);
      const end = (message: TableMessage) => {
        clearTimeout(timer);
        resolve(message);
      };
      worker.on('message', end);
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

/**
 * The table of a CSV or XLSX file, by content.
 * @param limitMs milliseconds that the reading may take.
 * @throws ApiError 400 that names the form's field.
 */
export function readTable(bytes: Buffer, limitMs = READING_MS): Promise<Table> {
  return reading(async () => {
    const message: TableMessage = bytes.length === 0 ? { fault: 'empty' } : await readInThread(bytes, limitMs);
    if ('fault' in message) {
      const sentence = SENTENCES[message.fault];
      throw badRequest({ file: [message.line === undefined ? sentence : `Строка ${message.line} ${sentence}`] });
    }
    return message.table;
  });
}
