import { MAX_UPLOAD_BYTES, type Upload } from '../../../http/uploads.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { MediaType } from '../rules.ts';
import type { Gate } from './gate.ts';
import { redrawPdf } from './pdf.ts';
import type { PdfFault } from './pdf-worker.ts';
import { redraw } from './picture.ts';

export interface AcceptedFile extends Upload {
  mediaType: MediaType;
}

/** On fewer pixels nobody can read a bank's receipt; a small telephone's screen has 320. */
const MIN_SIDE_PIXELS = 200;

const TOO_SMALL = `Картинка слишком мала, на ней ничего не прочесть: нужно не меньше ${MIN_SIDE_PIXELS} точек по короткой стороне`;
const TOO_LARGE = 'Картинка слишком велика. Пришлите снимок экрана или уменьшите её';

const startsWith = (bytes: Buffer, ...signature: number[]) => signature.every((byte, index) => bytes[index] === byte);

/** The type by content: a name and a declared type are only claims. */
function sniff(bytes: Buffer): MediaType | undefined {
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return 'application/pdf';
  return undefined;
}

const PNG_END = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);
const JPEG_END = Buffer.from([0xff, 0xd9]);

/** A file that is two at once carries the other behind its own end. */
const endsProperly = (bytes: Buffer, end: Buffer) => bytes.subarray(-end.length).equals(end);

/**
 * Names of what runs, opens, sends or carries: no receipt has them. Short ones are left out, as they come up in compressed
 * streams by chance; what is not named here, or hides in such a stream, stays behind when the pages are drawn.
 */
const ACTIVE_PDF = /\/(JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|GoToR|GoToE)\b/;

/** A name may have any of its letters by number: `/J#61vaScript`. */
const unescaped = (text: string) =>
  text.replaceAll(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function isWholePdf(bytes: Buffer): boolean {
  const tail = bytes.subarray(-1024).toString('latin1');
  return /%%EOF\s*$/.test(tail) && !ACTIVE_PDF.test(unescaped(bytes.toString('latin1')));
}

const TOO_COMPLEX = 'Этот pdf слишком сложный, его не удалось прочитать. Пришлите снимок экрана';

const PDF_FAULTS: Record<Exclude<PdfFault, 'broken'>, string> = {
  password: 'Файл защищён паролем. Сохраните его без пароля или пришлите снимок экрана',
  no_pages: 'В этом pdf нет ни одной страницы',
  too_many_pages: 'В этом pdf слишком много страниц: нужно не больше 10',
  fonts: 'В этом pdf нет шрифтов, буквы не будут видны. Пришлите снимок экрана',
  too_slow: TOO_COMPLEX,
  too_much_memory: TOO_COMPLEX,
};

/** A name to show, never a path: no separators, no control or direction characters. */
const FORBIDDEN_IN_NAME = /[/\\\p{Cc}\p{Cf}<>:"|?*]|\.\./u;

/**
 * Takes a png, jpeg or pdf of at most 10 MB on which something can be read; everything is drawn anew.
 * @param field the form's field, for the error.
 * @throws ApiError 400 that names the field.
 */
export async function acceptFile(gate: Gate, { name, bytes }: Upload, field: string): Promise<AcceptedFile> {
  const refuse = (sentence: string) => badRequest({ [field]: [sentence] });
  if (bytes.length === 0) throw refuse('Файл пустой');
  if (bytes.length > MAX_UPLOAD_BYTES) throw refuse('Файл больше 10 МБ');
  if (name === '' || name.length > 255 || FORBIDDEN_IN_NAME.test(name)) throw refuse('Недопустимое имя файла');
  const mediaType = sniff(bytes);
  if (mediaType === undefined) throw refuse('Подходят только файлы png, jpeg и pdf');
  const broken = refuse('Файл повреждён');
  const assertReadable = (side: number) => {
    if (side < MIN_SIDE_PIXELS) throw refuse(TOO_SMALL);
  };
  if (mediaType === 'application/pdf') {
    if (!isWholePdf(bytes)) throw broken;
    const pdf = await redrawPdf(gate, bytes);
    if (typeof pdf === 'string') throw pdf === 'broken' ? broken : refuse(PDF_FAULTS[pdf]);
    assertReadable(pdf.side);
    return { name, bytes: pdf.bytes, mediaType };
  }
  if (!endsProperly(bytes, mediaType === 'image/png' ? PNG_END : JPEG_END)) throw broken;
  const picture = await redraw(gate, bytes, mediaType).catch(() => {
    throw broken;
  });
  if (picture === 'too_large') throw refuse(TOO_LARGE);
  assertReadable(picture.side);
  return { name, bytes: picture.bytes, mediaType };
}
