import { MAX_UPLOAD_BYTES, type Upload } from '../../../http/uploads.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { MediaType } from '../rules.ts';
import type { Gate } from './gate.ts';
import { redraw } from './picture.ts';

export interface AcceptedFile extends Upload {
  mediaType: MediaType;
}

/** On fewer pixels nobody can read a bank's receipt; a small telephone's screen has 320. */
const MIN_SIDE_PIXELS = 200;

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

/** Names that make a PDF act. What hides in compressed streams meets the sandbox of the download. */
const ACTIVE_PDF = /\/(JavaScript|JS|Launch|EmbeddedFiles?|OpenAction|AA|RichMedia)\b/;

function isWholePdf(bytes: Buffer): boolean {
  const tail = bytes.subarray(-1024).toString('latin1');
  return /%%EOF\s*$/.test(tail) && !ACTIVE_PDF.test(bytes.toString('latin1'));
}

/** A page, or compressed objects, of which one may be. */
const PAGE_IN_PDF = /\/Type\s*\/(?:Page|ObjStm)\b/;

/** A document has a table of its objects, and at least a page. */
const isDocument = (bytes: Buffer): boolean => {
  const text = bytes.toString('latin1');
  return /\bstartxref\b/.test(text) && PAGE_IN_PDF.test(text);
};

/** A name to show, never a path: no separators, no control or direction characters. */
const FORBIDDEN_IN_NAME = /[/\\\p{Cc}\p{Cf}<>:"|?*]|\.\./u;

/**
 * Takes a png, jpeg or pdf of at most 10 MB on which something can be read; pictures are re-encoded.
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
  if (mediaType === 'application/pdf') {
    if (!isWholePdf(bytes)) throw broken;
    if (!isDocument(bytes)) throw refuse('В этом pdf нет ни одной страницы');
    return { name, bytes, mediaType };
  }
  if (!endsProperly(bytes, mediaType === 'image/png' ? PNG_END : JPEG_END)) throw broken;
  const picture = await redraw(gate, bytes, mediaType).catch(() => {
    throw broken;
  });
  if (picture === 'too_large') throw refuse(TOO_LARGE);
  const { bytes: drawn, side } = picture;
  if (side < MIN_SIDE_PIXELS)
    throw refuse(
      `Картинка слишком мала, на ней ничего не прочесть: нужно не меньше ${MIN_SIDE_PIXELS} точек по короткой стороне`,
    );
  return { name, bytes: drawn, mediaType };
}
