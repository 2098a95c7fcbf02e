import { z } from 'zod';
import { Refusal } from '../../kernel/errors.ts';

// What applications of others post: fields that we do not know are theirs to add, and what is too long is cut, since they
// would only send it again. What they posted is kept beside it, as it was.

const LONGEST_TEXT = 4000;
const LONGEST_NAME = 255;

/** A text that PostgreSQL can hold, of bounded length. */
const bounded = (longest: number) =>
  z.string().transform((text) => text.replaceAll('\u0000', '').slice(0, longest).toWellFormed().trim());

export const foreignText = bounded(LONGEST_TEXT);
export const foreignName = bounded(LONGEST_NAME);

/** @throws Refusal 400: it was signed, but is not what such an application posts. */
export function readForeign<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new Refusal(400, 'malformed', 'Приложение прислало не то, что мы умеем читать: проверьте его настройки');
  }
}
