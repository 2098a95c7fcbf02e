import { MAX_UPLOAD_BYTES, type Upload } from '../../../http/uploads.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { MediaType } from '../rules.ts';

export interface AcceptedFile extends Upload {
  mediaType: MediaType;
}

/** A picture of a phone's camera has 50 million; a bomb has billions. */
const MAX_PIXELS = 64_000_000;
const DECODING_SECONDS = 10;

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

/** Decodes a picture and writes it anew: everything else in the file (scripts, coordinates, thumbnails) is dropped. */
async function redraw(bytes: Buffer, mediaType: 'image/png' | 'image/jpeg'): Promise<Buffer> {
  // Loaded with the first picture: a server that sees none does without its memory.
  const { default: sharp } = await import('sharp');
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning' })
    .timeout({ seconds: DECODING_SECONDS })
    .rotate();
  return mediaType === 'image/png' ? picture.png().toBuffer() : picture.jpeg({ quality: 85 }).toBuffer();
}

/** Names that make a PDF act. What hides in compressed streams meets the sandbox of the download. */
const ACTIVE_PDF = /\/(JavaScript|JS|Launch|EmbeddedFiles?|OpenAction|AA|RichMedia)\b/;

function isWholePdf(bytes: Buffer): boolean {
  const tail = bytes.subarray(-1024).toString('latin1');
  return /%%EOF\s*$/.test(tail) && !ACTIVE_PDF.test(bytes.toString('latin1'));
}

/** A name to show, never a path: no separators, no control or direction characters. */
const FORBIDDEN_IN_NAME = /[/\\\p{Cc}\p{Cf}<>:"|?*]|\.\./u;

/**
 * Takes a png, jpeg or pdf of at most 10 MB; pictures are re-encoded.
 * @param field the form's field, for the error.
 * @throws ApiError 400 that names the field.
 */
export async function acceptFile({ name, bytes }: Upload, field: string): Promise<AcceptedFile> {
  const refuse = (sentence: string) => badRequest({ [field]: [sentence] });
  if (bytes.length === 0) throw refuse('Файл пустой');
  if (bytes.length > MAX_UPLOAD_BYTES) throw refuse('Файл больше 10 МБ');
  if (name === '' || name.length > 255 || FORBIDDEN_IN_NAME.test(name)) throw refuse('Недопустимое имя файла');
  const mediaType = sniff(bytes);
  if (mediaType === undefined) throw refuse('Подходят только файлы png, jpeg и pdf');
  const broken = refuse('Файл повреждён');
  if (mediaType === 'application/pdf') {
    if (!isWholePdf(bytes)) throw broken;
    return { name, bytes, mediaType };
  }
  if (!endsProperly(bytes, mediaType === 'image/png' ? PNG_END : JPEG_END)) throw broken;
  try {
    return { name, bytes: await redraw(bytes, mediaType), mediaType };
  } catch {
    throw broken;
  }
}
