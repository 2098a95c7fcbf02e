import { z } from 'zod';
import { MAX_BATCH_COLUMNS } from '../plain/batches.ts';
import { EXPORT_FORMATS } from '../plain/exports.ts';
import * as routes from '../plain/reconciliation-routes.ts';
import {
  DEFAULT_WINDOW_MINUTES,
  MAX_WINDOW_MINUTES,
  PERIOD_SOURCES,
  PILES,
  RECONCILED_OBJECTS,
  RECONCILIATION_FIELDS,
  RECONCILIATION_KINDS,
  type ReconciliationField,
} from '../plain/reconciliations.ts';
import { call, day, id, idParams, page, pageQuery, text, timestamp } from './call.ts';
import { CSV, XLSX } from './exports.ts';

/** A field of a form that holds JSON. */
const json = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .max(4096)
    .transform((value, context): unknown => {
      try {
        return JSON.parse(value);
      } catch {
        context.issues.push({ code: 'custom', message: 'Неверные данные', input: value });
        return z.NEVER;
      }
    })
    .pipe(schema);

const place = z
  .number()
  .int()
  .min(0)
  .max(MAX_BATCH_COLUMNS - 1)
  .nullable();
const columns = z.strictObject(
  Object.fromEntries(RECONCILIATION_FIELDS.map((field) => [field, place])) as Record<ReconciliationField, typeof place>,
);

/** A decimal as it was typed: kopecks or micro-USDT by the kind. */
const tolerance = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,9})(?:\.\d{1,6})?$/, 'Укажите число, не меньше нуля')
  .default('0');
const kind = z.enum(RECONCILIATION_KINDS);

const look = {
  summary: 'Посмотреть файл для сверки: заголовки, первые строки, догадки о столбцах',
  upload: 'file',
  body: z.strictObject({ kind }),
  ok: 200,
  response: z.strictObject({
    rows: z.number().int(),
    heads: z.array(z.string()),
    samples: z.array(z.array(z.string())),
    /** Which column holds what, by its place from 0: as last time, or as such columns are usually called. */
    columns,
    /** The different texts of each column that has a few; null: it has many. */
    words: z.array(z.array(z.string()).nullable()),
    /** What those of these texts mean that were named before, or are plain. */
    meanings: z.record(z.string(), z.string()),
  }),
  refusals: { busy: 503 },
} as const;
export const lookAtReconciliation = call({ ...routes.lookAtReconciliation, ...look });
export const lookAtPlatformReconciliation = call({ ...routes.lookAtPlatformReconciliation, ...look });

const amounts = {
  /** Decimal strings: roubles, or USDT of a wallet's statement. Null: there is none. */
  ours: z.string().nullable(),
  theirs: z.string().nullable(),
  /** USDT. */
  ours_fee: z.string().nullable(),
  theirs_fee: z.string().nullable(),
};

const pile = z.strictObject({
  pile: z.enum(PILES),
  count: z.number().int(),
  ...amounts,
  /** Ours less theirs. */
  difference: z.string(),
  fee_difference: z.string(),
});

const listed = z.strictObject({
  id,
  kind,
  file_name: z.string(),
  /** A member's name. */
  made_by: z.string(),
  made_at: timestamp,
  /** Moscow's days, both included. */
  from: day,
  to: day,
  rows: z.number().int(),
  /** How many rows and objects are in none of the piles that agree. */
  differences: z.number().int(),
  /** Ours less theirs, of all that took part. */
  difference: z.string(),
});

const detail = listed.extend({
  period_source: z.enum(PERIOD_SOURCES),
  /** The heads of the columns that were compared. */
  columns: z.partialRecord(z.enum(RECONCILIATION_FIELDS), z.string()),
  tolerance: z.string(),
  fee_tolerance: z.string(),
  window_minutes: z.number().int().nullable(),
  only_paid: z.boolean(),
  /** Of a bank's statement: the last four digits, or the requisite, that it is of. */
  of: z.string().nullable(),
  /** It is deleted then. */
  kept_until: timestamp,
  piles: z.array(pile),
  /** Of the six piles without what was left out: ours less theirs is the sum of their differences. */
  totals: z.strictObject({
    count: z.number().int(),
    ...amounts,
    difference: z.string(),
    fee_difference: z.string(),
  }),
});

/**
 * multipart/form-data: the file, and what it is. It is compared whole or not at all: what cannot be read is named by row and column, and
 * nothing is kept, unless such rows are to be left out.
 */
const make = {
  summary: 'Сверить файл: CSV или XLSX, до 10 МБ и 100 000 строк',
  upload: 'file',
  body: z.strictObject({
    kind,
    columns: json(columns),
    /** What the words of the column of states mean. */
    words: json(z.record(z.string().max(60), z.string().max(20))).default({}),
    from: day.optional(),
    to: day.optional(),
    tolerance,
    fee_tolerance: tolerance,
    window_minutes: z.coerce.number<string>().int().min(0).max(MAX_WINDOW_MINUTES).default(DEFAULT_WINDOW_MINUTES),
    of: text(64, 0).default(''),
    /** Of ours, what was paid or done makes up the period, by when that was; else all, by when it was made. */
    only_paid: z.enum(['true', 'false']).default('false'),
    /** Rows that cannot be read are left out, and say why. */
    skip_unread: z.enum(['true', 'false']).default('false'),
  }),
  ok: 201,
  response: detail,
  refusals: { unread_rows: 409, reconciliation_busy: 409, too_many_ours: 409, busy: 503 },
} as const;
export const makeReconciliation = call({ ...routes.makeReconciliation, ...make });
export const makePlatformReconciliation = call({ ...routes.makePlatformReconciliation, ...make });

const list = {
  summary: 'Сверки, новые сверху',
  query: pageQuery(10),
  ok: 200,
  response: page(listed),
} as const;
export const listReconciliations = call({ ...routes.listReconciliations, ...list });
export const listPlatformReconciliations = call({ ...routes.listPlatformReconciliations, ...list });

const get = {
  summary: 'Сверка: стопки, итоги и разница',
  params: idParams,
  ok: 200,
  response: detail,
} as const;
export const getReconciliation = call({ ...routes.getReconciliation, ...get });
export const getPlatformReconciliation = call({ ...routes.getPlatformReconciliation, ...get });

const rows = {
  summary: 'Строки одной стопки',
  params: idParams,
  query: pageQuery(50, { pile: z.enum(PILES).default('match') }),
  ok: 200,
  response: page(
    z.strictObject({
      n: z.number().int(),
      /** As the spreadsheet counts it; null of what is only ours. */
      line: z.number().int().nullable(),
      /** As it stands in the file, or ours. */
      key: z.string(),
      ...amounts,
      /** The file's word, and our state. */
      theirs_state: z.string().nullable(),
      ours_state: z.string().nullable(),
      theirs_at: timestamp.nullable(),
      ours_at: timestamp.nullable(),
      object: z.strictObject({ kind: z.enum(RECONCILED_OBJECTS), id }).nullable(),
      /** Why it takes no part: a sentence. */
      reason: z.string().nullable(),
    }),
  ),
} as const;
export const listReconciliationRows = call({ ...routes.listReconciliationRows, ...rows });
export const listPlatformReconciliationRows = call({ ...routes.listPlatformReconciliationRows, ...rows });

const file = {
  summary: 'Стопка файлом CSV или XLSX; без неё — вся сверка',
  params: idParams,
  query: z.strictObject({ pile: z.enum(PILES).optional(), format: z.enum(EXPORT_FORMATS).default('csv') }),
  type: CSV,
  otherTypes: [XLSX],
  ok: 200,
  response: z.custom<AsyncIterable<string | Uint8Array>>(),
} as const;
export const exportReconciliation = call({ ...routes.exportReconciliation, ...file });
export const exportPlatformReconciliation = call({ ...routes.exportPlatformReconciliation, ...file });
