import { Worker, type WorkerOptions } from 'node:worker_threads';
import pLimit from 'p-limit';
import { SECOND } from '../../../kernel/clock.ts';
import { bufferOfJpegs, type JpegPage } from './pdf-of-pictures.ts';
import type { Gate } from './gate.ts';
import type { DrawnPage, PdfFault, PdfMessage } from './pdf-worker.ts';
import { loadSharp } from './picture.ts';

/** Drawing a receipt takes half a second of which most is the thread's start. */
const DRAWING_MS = 5 * SECOND;
/** A thread draws, so pictures do not wait for documents; each may take all the memory it is given. */
const drawing = pLimit(1);
/** Lines are thin: less would blur them. */
const JPEG_QUALITY = 88;

const WORKER = new URL('./pdf-worker.ts', import.meta.url);

/** A stranger's document is drawn without our secrets, and what PDFium prints of it is no line of our log. */
export const OF_A_STRANGER: WorkerOptions = {
  resourceLimits: { maxOldGenerationSizeMb: 64 },
  env: {},
  stdout: true,
  stderr: true,
};

/** Draws all pages in a thread of its own, which does not outlive this call. */
async function drawPages(bytes: Buffer, limitMs: number): Promise<DrawnPage[] | PdfFault> {
  const worker = new Worker(WORKER, { ...OF_A_STRANGER, workerData: new Uint8Array(bytes) });
  const pages: DrawnPage[] = [];
  try {
    return await new Promise((resolve) => {
      const timer = setTimeout(resolve, limitMs, 'too_slow');
      const end = (outcome: DrawnPage[] | PdfFault) => {
        clearTimeout(timer);
        resolve(outcome);
      };
      worker.on('message', (message: PdfMessage) => {
        if ('page' in message) pages.push(message.page);
        else end('fault' in message ? message.fault : pages);
      });
      worker.on('error', () => end('broken'));
      worker.on('exit', () => end('broken'));
    });
  } finally {
    await worker.terminate();
  }
}

async function toJpeg(gate: Gate, { width, height, pixels }: DrawnPage): Promise<JpegPage> {
  const sharp = await loadSharp();
  const picture = sharp(pixels, { raw: { width, height, channels: 4 } }).flatten({ background: 'white' });
  const bytes = await gate.decode(pixels.length, () => picture.jpeg({ quality: JPEG_QUALITY }).toBuffer());
  return { width, height, bytes };
}

interface Redrawn {
  bytes: Buffer;
  /** Pixels of the shorter side of the smallest page. */
  side: number;
}

/**
 * Draws a document's pages and makes another of the pictures: scripts, forms, links, attachments and all else that a document
 * can do stay behind, wherever in it they hide.
 * @param limitMs milliseconds that the drawing may take.
 */
export function redrawPdf(gate: Gate, bytes: Buffer, limitMs = DRAWING_MS): Promise<Redrawn | PdfFault> {
  return drawing(async () => {
    const drawn = await drawPages(bytes, limitMs);
    if (typeof drawn === 'string') return drawn;
    const pages: JpegPage[] = [];
    for (const page of drawn) pages.push(await toJpeg(gate, page));
    const side = Math.min(...pages.map(({ width, height }) => Math.min(width, height)));
    return { bytes: bufferOfJpegs(pages), side };
  });
}
