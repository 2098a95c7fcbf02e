import { parentPort, workerData } from 'node:worker_threads';
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';

// A thread of its own for one document of a stranger: it is ended when it takes too long, and its memory is bounded here.

/** What the drawing of one document may take. A page of a scan has 26 MB. */
const MAX_MEMORY_BYTES = 192 * 1024 ** 2;
const MAX_PAGES = 10;
/** A4 at 144 dots an inch has two million. */
const MAX_PAGE_PIXELS = 2_100_000;
const MAX_SIDE_PIXELS = 6000;
/** Of PDF's 72 units an inch. */
const SCALE = 2;
const TEXT_OBJECT = 1;

/** A page as it was drawn: four bytes a pixel. */
export interface DrawnPage {
  width: number;
  height: number;
  pixels: Uint8Array<ArrayBuffer>;
}

/** `fonts`: letters would be missing, as the document leaves their font to the reader. */
export type PdfFault = 'password' | 'no_pages' | 'too_many_pages' | 'fonts' | 'too_slow' | 'too_much_memory' | 'broken';
export type PdfMessage = { page: DrawnPage } | { fault: PdfFault } | { isDone: true };

type Pdfium = Record<string, (...numbers: number[]) => number>;

interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow: (this: WasmMemory, pages: number) => number;
}

const WASM_PAGE_BYTES = 65_536;
const { Memory } = Reflect.get(globalThis, 'WebAssembly') as { Memory: { prototype: WasmMemory } };
const { grow } = Memory.prototype;

/** PDFium may go on without the memory that it was refused, and leave out what it was for. */
let isTooLarge = false;

/** A document that inflates to gigabytes finds no more memory. */
Memory.prototype.grow = function bounded(this: WasmMemory, pages: number): number {
  if (this.buffer.byteLength + pages * WASM_PAGE_BYTES > MAX_MEMORY_BYTES) {
    isTooLarge = true;
    throw new RangeError('A document takes too much memory');
  }
  return grow.call(this, pages);
};

/** Whether letters are to be drawn in a font that is not there: PDFium has Latin ones alone. */
function lacksFonts(page: PDFiumPage): boolean {
  if (!/(?!\p{Script=Latin})\p{L}/u.test(page.getText())) return false;
  // Parts of PDFium that its wrapper does not pass on.
  const pdfium = Reflect.get(page, 'module') as Pdfium;
  const handle = Reflect.get(page, 'pageIdx') as number;
  const ask = (name: string, ...numbers: number[]) => pdfium[`_${name}`]?.(...numbers) ?? 0;
  const objects = Array.from({ length: ask('FPDFPage_CountObjects', handle) }, (_, index) =>
    ask('FPDFPage_GetObject', handle, index),
  );
  return objects.some(
    (object) =>
      ask('FPDFPageObj_GetType', object) === TEXT_OBJECT &&
      ask('FPDFFont_GetIsEmbedded', ask('FPDFTextObj_GetFont', object)) === 0,
  );
}

/** The scale at which a page is read well, and no page is too large. */
function scaleOf(page: PDFiumPage): number {
  const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
  const ofPixels = Math.sqrt(MAX_PAGE_PIXELS / (width * height));
  return Math.min(SCALE, ofPixels, MAX_SIDE_PIXELS / Math.max(width, height));
}

const say = (message: PdfMessage, given: ArrayBuffer[] = []) => parentPort?.postMessage(message, given);

async function draw(bytes: Uint8Array): Promise<PdfFault | undefined> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const pages = document.getPageCount();
  if (pages === 0) return 'no_pages';
  if (pages > MAX_PAGES) return 'too_many_pages';
  for (const page of document.pages()) {
    if (lacksFonts(page)) return 'fonts';
    const { width, height, data } = await page.render({ scale: scaleOf(page), renderFormFields: true });
    const pixels = new Uint8Array(data);
    say({ page: { width, height, pixels } }, [pixels.buffer]);
  }
  return undefined;
}

/** What came of it, without regard to memory. */
async function outcome(): Promise<PdfFault | undefined> {
  try {
    return await draw(workerData as Uint8Array);
  } catch (error) {
    const isLocked = error instanceof Error && /^Password|^Unsupported security/.test(error.message);
    return isLocked ? 'password' : 'broken';
  }
}

const fault = await outcome();
if (isTooLarge) say({ fault: 'too_much_memory' });
else say(fault === undefined ? { isDone: true } : { fault });
