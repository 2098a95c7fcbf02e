import type { z } from 'zod';
import { ApiError } from '../../kernel/errors.ts';

// What applications of others post: fields that we do not know are theirs to add. What they posted is kept beside what was read
// of it, as it was.

/** @throws ApiError 400: it was signed, but is not what such an application posts. */
export function readForeign<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new ApiError(400, 'malformed', 'Приложение прислало не то, что мы умеем читать: проверьте его настройки');
  }
}
