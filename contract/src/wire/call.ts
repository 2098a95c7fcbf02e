import { z } from 'zod';
import { MAX_PAGE_SIZE, type PageRequest, type PageSize } from '../plain/pages.ts';
import type { Route } from '../plain/routes.ts';

/**
 * One call of the API: its route, and everything that crosses the wire. `ok` is the status of success.
 */
export interface Call extends Route {
  readonly summary: string;
  /** What its description says besides. */
  readonly description?: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** The JSON of a request; with `upload`, the other fields of the form. */
  readonly body?: z.ZodType;
  /** The form field of the one file that a multipart request carries. */
  readonly upload?: string;
  /** The media type of the answer when it is not JSON; the handler then returns bytes, or a stream. */
  readonly type?: string;
  /** Others that the handler may have named in its place. */
  readonly otherTypes?: readonly string[];
  /** Headers of the answer besides those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly ok: 200 | 201 | 204;
  readonly response: z.ZodType;
  /** The `code`s of refusals that are the call's own, and their HTTP status: what its description names. */
  readonly refusals?: Readonly<Record<string, number>>;
}

export const call = <const C extends Call>(definition: C): C => definition;

/** The JSON that a call answers, as a client sees it (money is a string here). */
export type Wire<C extends Call> = z.input<C['response']>;
/** The JSON body that a call takes, as a client sends it. */
export type WireBody<C extends { body: z.ZodType }> = z.input<C['body']>;

export const id = z.uuid({ error: 'Неверный идентификатор' });
export const idParams = z.strictObject({ id });

/** A bounded text that PostgreSQL can hold: no NUL, trimmed. */
export const text = (max: number, min = 1) =>
  z
    .string()
    .trim()
    .min(min, min === 1 ? 'Заполните это поле' : `Не короче ${min} символов`)
    .max(max, `Не длиннее ${max} символов`)
    .refine((value) => !value.includes('\u0000'), 'Недопустимый символ')
    .refine((value) => value.isWellFormed(), 'Недопустимый символ');

/** UTC, ISO 8601. */
export const timestamp = z.codec(z.iso.datetime(), z.date(), {
  decode: (value) => new Date(value),
  encode: (date) => date.toISOString(),
});

/** A day of Moscow's calendar. */
export const day = z.iso.date({ error: 'Укажите дату: 2026-11-23' });

/** The query of a list's page. */
interface SentPage {
  page?: number;
  page_size?: number;
}

/**
 * The query of a list: `page` from 1, `page_size` 1 to 100, and the list's own fields. It decodes to `{ page, pageSize, … }`.
 * A page past the end is an empty list with the true count.
 */
export function pageQuery(pageSize: PageSize): z.ZodType<PageRequest, SentPage>;
export function pageQuery<const Fields extends z.ZodRawShape>(
  pageSize: PageSize,
  fields: Fields,
): z.ZodType<PageRequest & z.output<z.ZodObject<Fields>>, SentPage & z.input<z.ZodObject<Fields>>>;
export function pageQuery(pageSize: PageSize, fields: z.ZodRawShape = {}): z.ZodType {
  return z
    .strictObject({
      page: z.coerce.number<number>().int().min(1).max(100_000_000).default(1),
      page_size: z.coerce.number<number>().int().min(1).max(MAX_PAGE_SIZE).default(pageSize),
      ...fields,
    })
    .transform(({ page, page_size, ...own }) => ({ page, pageSize: page_size, ...own }));
}

export const page = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({ count: z.number().int(), results: z.array(row) });

/**
 * RFC 9457. `detail` is a Russian sentence a person can act on, `code` is stable, `errors` are by field, `request_id` finds the
 * request in the server's log.
 */
export const problem = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.string(),
    request_id: z.string().optional(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
  })
  .meta({ id: 'Problem', description: 'Отказ (RFC 9457): `code` для программы, `detail` для человека' });
export type Problem = z.infer<typeof problem>;

export const empty = z.null();
