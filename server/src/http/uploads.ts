import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, ApiError } from '../kernel/errors.ts';
import { atPace } from './body-pace.ts';
import { assertDecoded, assertUtf8Declared, readUtf8 } from './utf8.ts';

/** No upload is larger. */
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

export interface Upload {
  /** The client's name for it: not to be trusted. */
  name: string;
  bytes: Buffer;
}

export interface Form {
  file: Upload;
  /** The other fields, as they were sent. */
  fields: Record<string, string>;
}

/** A form that has not been read yet. */
export interface Incoming<Read> {
  /** Bytes, as the head of the request says; undefined where it does not. */
  size: number | undefined;
  read: () => Promise<Read>;
}

/** The bytes of a request with a file, by its head, no more than are read; undefined when they come in pieces of unknown number. */
export function sizeOf(request: FastifyRequest): number | undefined {
  const declared = Number(request.headers['content-length']);
  return declared >= 0 ? Math.min(declared, MAX_UPLOAD_BYTES) : undefined;
}

/** A form carries one file and, where the call has some, a few short fields; everything else is refused. */
const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 4096;

/** Lets forms in. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    // Names that carry folders must be seen, to be refused.
    preservePath: true,
    throwFileSizeLimit: true,
    limits: { fileSize: MAX_UPLOAD_BYTES, headerPairs: 20, fieldNameSize: 100 },
    // The parser would decode a text by what its part says of itself: every part comes as bytes.
    isPartAFile: () => true,
  });
}

interface FormOptions {
  /** The field of the file. */
  upload: string;
  hasFields: boolean;
  /** Whether the file may be left out: a browser then sends a part without a name and without bytes. */
  isFileOptional?: boolean;
  /** Where the texts are written as they come, for whoever shows them again beside a refusal. */
  typed?: Map<string, string>;
}

/** The text of a part. @throws ApiError 400 `malformed`; undefined when it is too long. */
async function readText(stream: AsyncIterable<Buffer>): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > MAX_FIELD_BYTES) return undefined;
    chunks.push(chunk);
  }
  return readUtf8(Buffer.concat(chunks), undefined);
}

/**
 * The bytes of a file, in one piece of memory from the start.
 * @param most the bytes that it can have.
 */
async function readBytes(stream: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(most);
  let size = 0;
  for await (const piece of atPace(stream)) size += piece.copy(bytes, size);
  return bytes.subarray(0, size);
}

async function readParts(
  request: FastifyRequest,
  { upload, hasFields, isFileOptional = false, typed: fields = new Map() }: FormOptions,
): Promise<Partial<Form>> {
  let file: Upload | undefined;
  const most = hasFields ? MAX_FIELDS + 1 : 1;
  for await (const part of request.files({ limits: { files: most, parts: most } })) {
    const { fieldname } = part;
    const refuse = (sentence: string) => badRequest({ [fieldname]: [sentence] });
    // A text has no file's name, whatever the types say.
    const name: string | undefined = part.filename;
    if (isFileOptional && fieldname === upload && !name) {
      if ((await readText(part.file)) !== '') throw refuse('Выберите файл');
    } else if (fieldname === upload || name !== undefined) {
      if (fieldname !== upload || name === undefined) throw badRequest({ [upload]: ['Выберите файл'] });
      if (file !== undefined) throw refuse('Отправьте один файл');
      assertDecoded(name);
      const bytes = await readBytes(part.file, sizeOf(request) ?? MAX_UPLOAD_BYTES);
      if (part.file.truncated) throw refuse('Файл больше 10 МБ');
      file = { name, bytes };
    } else {
      if (fields.has(fieldname)) throw refuse('Поле указано дважды');
      const text = await readText(part.file);
      if (text === undefined) throw refuse('Укажите короткий текст');
      fields.set(fieldname, text);
    }
  }
  return { ...(file && { file }), fields: Object.fromEntries(fields) };
}

/** As `readForm`, of a form whose file may be left out. */
export async function readLooseForm(
  request: FastifyRequest,
  options: Omit<FormOptions, 'isFileOptional'>,
): Promise<Pick<Form, 'fields'> & Partial<Form>> {
  const { file, fields = {} } = await readAnyForm(request, { ...options, isFileOptional: true });
  return { ...(file && { file }), fields };
}

/** @throws ApiError 400 that names the field, 400 `malformed` for text that is no UTF-8, 415 when the request is no form. */
export async function readForm(request: FastifyRequest, options: FormOptions): Promise<Form> {
  const { file, fields = {} } = await readAnyForm(request, options);
  if (file === undefined) throw badRequest({ [options.upload]: ['Выберите файл'] });
  return { file, fields };
}

async function readAnyForm(request: FastifyRequest, options: FormOptions): Promise<Partial<Form>> {
  if (!request.isMultipart()) throw new ApiError(415, 'media_type', 'Отправьте файл в форме multipart/form-data');
  assertUtf8Declared(request.headers['content-type']);
  const refuse = (sentence: string) => badRequest({ [options.upload]: [sentence] });
  try {
    return await readParts(request, options);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
    throw refuse(isTooLarge ? 'Файл больше 10 МБ' : 'Форму с файлом не удалось прочитать');
  }
}
