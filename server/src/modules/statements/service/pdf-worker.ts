import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import pdfmake from 'pdfmake';
import { documentOf, type PrintedAct } from './document.ts';

// A thread of its own for one act: pdfmake comes with it, and with nothing else.

const fonts = createRequire(import.meta.url).resolve('pdfmake/fonts/Roboto/Roboto-Regular.ttf');
pdfmake.setFonts({ Roboto: { normal: fonts, bold: fonts.replace('Regular', 'Medium') } });
// A document names no address and no file of its own.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path: string) => path.startsWith(fonts.replace(/[^/]*$/, '')));

const bytes = await pdfmake.createPdf(documentOf(workerData as PrintedAct)).getBuffer();
parentPort?.postMessage(new Uint8Array(bytes), []);
