import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, Refusal } from '../kernel/errors.ts';

/** No upload is larger. */
export const LARGEST_UPLOAD = 10 * 1024 * 1024;

export interface Upload {
  /** As the client called it: whoever keeps it must not trust it. */
  name: string;
  bytes: Buffer;
}

/** Lets forms with one file in; everything else about a form is refused. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    // Names that carry folders must be seen, to be refused.
    preservePath: true,
    throwFileSizeLimit: true,
    limits: { files: 1, fields: 0, parts: 1, fileSize: LARGEST_UPLOAD, headerPairs: 20 },
  });
}

/** @throws Refusal 400 that names the field, 415 when the request is no form. */
export async function readUpload(request: FastifyRequest, field: string): Promise<Upload> {
  if (!request.isMultipart()) throw new Refusal(415, 'media_type', 'Отправьте файл в форме multipart/form-data');
  const refuse = (sentence: string) => badRequest({ [field]: [sentence] });
  try {
    const file = await request.file();
    if (file?.fieldname !== field) throw refuse('Выберите файл');
    return { name: file.filename, bytes: await file.toBuffer() };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
    throw refuse(isTooLarge ? 'Файл больше 10 МБ' : 'Форму с файлом не удалось прочитать');
  }
}
