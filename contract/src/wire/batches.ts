import { z } from 'zod';
import * as routes from '../plain/batch-routes.ts';
import { BATCH_FIELDS, BATCH_ROW_STATES, BATCH_STATES, BATCH_STOPS, MAX_BATCH_COLUMNS } from '../plain/batches.ts';
import { MAX_LENGTH } from '../plain/limits.ts';
import { PAYOUT_STATUSES } from '../plain/statuses.ts';
import { call, id, idParams, page, pageQuery, text, timestamp } from './call.ts';
import { positiveWholeRub, rate, rub, usdt } from './money.ts';
import { CSV } from './exports.ts';
import { listTotals } from './narrowing.ts';

/** Rows and what they come to: at the batch's own rate and fee, or at those of now while it has none. */
const sums = z.strictObject({
  count: z.number().int(),
  amount: rub,
  amount_in_usdt: usdt,
  fee_in_usdt: usdt,
});

const batchRow = z.strictObject({
  id,
  file_name: z.string(),
  state: z.enum(BATCH_STATES),
  /** Names of members. */
  made_by: z.string(),
  made_at: timestamp,
  rows: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  /** Of all rows that are to become payouts, or have. */
  amount: rub,
});

const columns = z.strictObject(
  Object.fromEntries(
    BATCH_FIELDS.map((field) => [
      field,
      z
        .number()
        .int()
        .min(0)
        .max(MAX_BATCH_COLUMNS - 1)
        .nullable(),
    ]),
  ) as Record<(typeof BATCH_FIELDS)[number], z.ZodNullable<z.ZodNumber>>,
);

const batchDetail = batchRow.extend({
  /** The heads of the file's columns; what its first rows have in them, while they are to be named, for those who may name them. */
  heads: z.array(z.string()),
  samples: z.array(z.array(z.string())),
  /** Which column holds what, by its place from 0; guessed from the heads, or as last time, until somebody has said. */
  columns,
  counts: z.strictObject(
    Object.fromEntries(BATCH_ROW_STATES.map((state) => [state, z.number().int()])) as Record<
      (typeof BATCH_ROW_STATES)[number],
      z.ZodNumber
    >,
  ),
  /** Before the start. */
  good: sums,
  warned: sums,
  /** What has become payouts, and what is still to: queued and failed rows. */
  made: sums,
  left: sums,
  /** What is available to the merchant now, and the rate of the sums; null: there is none. */
  balance: usdt,
  conversion_rate: rate.nullable(),
  /** Above it a second member approves; null: never. */
  second_above: rub.nullable(),
  started_by: z.string().nullable(),
  started_at: timestamp.nullable(),
  approved_by: z.string().nullable(),
  approved_at: timestamp.nullable(),
  /** What whoever started it said of the rows with a warning. */
  reason: z.string().nullable(),
  stop_reason: z.enum(BATCH_STOPS).nullable(),
  ended_at: timestamp.nullable(),
  can_map: z.boolean(),
  can_start: z.boolean(),
  /** Another member has made it, and it waits for a second. */
  can_approve: z.boolean(),
  can_stop: z.boolean(),
  can_resume: z.boolean(),
  can_cancel: z.boolean(),
});

const step = { params: idParams, ok: 200, response: batchDetail } as const;

/** What was shown to whoever agrees: nothing is started when it would be another sum by now. */
const shown = { held_in_usdt: usdt };
const STATE = { batch_state: 409 } as const;
const CHANGED = { ...STATE, batch_changed: 409, no_rate: 409, rate_stale: 409, debt: 409 } as const;

/** multipart/form-data with one file in `file`: CSV or XLSX by content, at most 10 MB and 5 000 rows. */
export const uploadBatch = call({
  ...routes.uploadBatch,
  summary: 'Загрузить файл с выплатами',
  upload: 'file',
  ok: 201,
  response: batchDetail,
});

export const listBatches = call({
  ...routes.listBatches,
  summary: 'Файлы с выплатами, новые сверху',
  query: pageQuery(10),
  ok: 200,
  response: page(batchRow),
});

export const getBatchTotals = call({
  ...routes.getBatchTotals,
  summary: 'Сколько файлов с выплатами и на какую сумму',
  ok: 200,
  response: listTotals(rub),
});

export const getBatch = call({ ...routes.getBatch, summary: 'Файл с выплатами', ...step });

export const listBatchRows = call({
  ...routes.listBatchRows,
  summary: 'Строки файла: с ошибками, с замечаниями, остальные',
  params: idParams,
  query: pageQuery(50, { state: z.enum(BATCH_ROW_STATES).optional() }),
  ok: 200,
  response: page(
    z.strictObject({
      /** As the spreadsheet counts it. */
      line: z.number().int(),
      state: z.enum(BATCH_ROW_STATES),
      amount: rub.nullable(),
      fio: z.string(),
      /** Phones and accounts in dots, but for their last four characters. */
      to: z.string(),
      bank: z.string().nullable(),
      external_id: z.string().nullable(),
      /** What is wrong, and what gives pause: sentences that name line and column. */
      faults: z.array(z.string()),
      warnings: z.array(z.string()),
      payout: z.strictObject({ id, status: z.enum(PAYOUT_STATUSES) }).nullable(),
    }),
  ),
});

export const mapBatch = call({
  ...routes.mapBatch,
  summary: 'Назвать столбцы файла и проверить строки',
  body: z.strictObject({ columns }),
  refusals: STATE,
  ...step,
});

export const startBatch = call({
  ...routes.startBatch,
  summary: 'Создать выплаты из строк файла',
  body: z.strictObject({
    ...shown,
    /** With the rows that have a warning; why is then said. */
    with_warned: z.boolean().default(false),
    reason: text(MAX_LENGTH.reason, 0).default(''),
  }),
  refusals: CHANGED,
  ...step,
});

export const approveBatch = call({
  ...routes.approveBatch,
  summary: 'Одобрить выплаты, которые начал другой участник',
  body: z.strictObject(shown),
  refusals: { ...CHANGED, same_person: 409 },
  ...step,
});

export const stopBatch = call({
  ...routes.stopBatch,
  summary: 'Остановить создание выплат',
  refusals: STATE,
  ...step,
});

export const resumeBatch = call({
  ...routes.resumeBatch,
  summary: 'Продолжить, и повторить то, что не удалось',
  body: z.strictObject(shown),
  refusals: CHANGED,
  ...step,
});

export const cancelBatch = call({
  ...routes.cancelBatch,
  summary: 'Отменить файл, из которого ещё ничего не создано',
  refusals: STATE,
  ...step,
});

export const exportBatch = call({
  ...routes.exportBatch,
  summary: 'Что стало со строками: файл CSV',
  params: idParams,
  type: CSV,
  ok: 200,
  response: z.custom<AsyncIterable<string>>(),
});

const settings = z.strictObject({
  /** Whole roubles; null: one member is enough. */
  second_above: positiveWholeRub.nullable(),
});

export const getBatchSettings = call({
  ...routes.getBatchSettings,
  summary: 'Выше какой суммы файл с выплатами одобряет второй участник',
  ok: 200,
  response: settings,
});

export const setBatchSettings = call({
  ...routes.setBatchSettings,
  summary: 'Задать, выше какой суммы файл одобряет второй участник',
  body: settings,
  ok: 200,
  response: settings,
});
