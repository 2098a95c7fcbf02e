import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { SECOND } from '../../../kernel/clock.ts';
import { conflict } from '../../../kernel/errors.ts';
import type { PrintedAct } from './document.ts';

/** The longest act, of two thousand lines, takes three seconds on a slow machine. */
const PRINTING_MS = 30 * SECOND;
/** A thread each; whoever comes when several wait is asked to come again. */
const printing = pLimit(1);
const MAX_WAITING = 8;

const WORKER = new URL('./pdf-worker.ts', import.meta.url);

/** Sets an act as a PDF in a thread of its own: to set a long one takes seconds, which no other request should wait. */
function printInThread(act: PrintedAct): Promise<Uint8Array> {
  const worker = new Worker(WORKER, { workerData: act, env: {}, stdout: true, stderr: true });
  const printed = new Promise<Uint8Array>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('To print an act took too long')), PRINTING_MS);
    timer.unref();
    worker.on('message', resolve);
    worker.on('error', reject);
    worker.on('exit', () => {
      clearTimeout(timer);
      reject(new Error('The thread that prints an act has ended'));
    });
  });
  return printed.finally(() => worker.terminate());
}

/** The act as a PDF of A4. @throws ApiError 409 `files_busy` when many wait already. */
export async function printAct(act: PrintedAct): Promise<Uint8Array> {
  if (printing.pendingCount >= MAX_WAITING)
    throw conflict('files_busy', 'Сейчас готовятся другие файлы. Повторите через минуту');
  return printing(() => printInThread(act));
}
