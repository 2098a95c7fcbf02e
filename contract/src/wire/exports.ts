import { z } from 'zod';
import { EXPORT_FORMATS, EXPORT_LISTS, EXPORT_STATES, MAX_COLUMNS, MAX_KEY } from '../plain/exports.ts';
import * as routes from '../plain/export-routes.ts';
import { MAX_LENGTH } from '../plain/limits.ts';
import { call, id, idParams, text, timestamp } from './call.ts';

/** A table as spreadsheets open it: UTF-8 with its mark, `;` between cells, a comma in numbers, Moscow's time. */
export const CSV = 'text/csv; charset=utf-8';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What is asked of a list's file, whoever asks. */
export const asked = {
  format: z
    .enum(EXPORT_FORMATS)
    .default('csv')
    .describe('csv — UTF-8, точка с запятой, десятичная запятая; xlsx — числа и даты'),
  filters: z
    .record(text(MAX_KEY), text(MAX_LENGTH.search, 0))
    .refine((filters) => Object.keys(filters).length <= MAX_KEY, 'Слишком много фильтров')
    .default({})
    .describe('Фильтры списка, как в его запросе; без страниц'),
  columns: z
    .array(text(MAX_KEY))
    .max(MAX_COLUMNS)
    .optional()
    .describe('Ключи столбцов по порядку; без них — все. Ключ, которого у файла нет, пропускается'),
};

export const made = {
  id,
  format: z.enum(EXPORT_FORMATS),
  state: z
    .enum(EXPORT_STATES)
    .describe('queued — ждёт, running — готовится, done — готов, failed — не получился, stopped — остановлен'),
  rows_done: z.number().int().describe('Сколько строк записано'),
  rows_total: z.number().int().nullable().describe('Сколько всего; null — пока неизвестно'),
  snapshot_at: timestamp.nullable().describe('На какой момент данные: все строки файла — на один'),
  is_restarted: z.boolean().describe('Файл начат заново, на новый момент: прежняя попытка оборвалась'),
  size: z.number().int().nullable().describe('Размер в байтах'),
  failure: z.string().nullable().describe('Почему не получился'),
  created_at: timestamp,
  ended_at: timestamp.nullable(),
  expires_at: timestamp.nullable().describe('До какого времени файл можно забрать'),
};

const exported = z.strictObject({
  ...made,
  list: z.enum(EXPORT_LISTS),
  name: z.string(),
  /** Where it is, for this session alone; null before it is made, and once it is gone. */
  url: z.string().nullable(),
});

export const REFUSALS = { exports_busy: 409, exports_many: 409, too_many_rows: 409 } as const;

/**
 * Takes a list away as a file: exactly what the filters leave, all pages, of one moment; its last line counts and sums. A short one
 * is there with the answer, a longer one is a job.
 */
export const createExport = call({
  ...routes.createExport,
  summary: 'Список файлом: короткий сразу, длинный заданием',
  body: z.strictObject({
    list: z.enum(EXPORT_LISTS),
    /** Whose list it is, where that is a part of its address. */
    object: id.optional(),
    ...asked,
  }),
  ok: 201,
  response: exported,
  refusals: REFUSALS,
});

/** The person's own, in the account that they are in. */
export const listExports = call({
  ...routes.listExports,
  summary: 'Свои файлы за неделю, новые сверху',
  ok: 200,
  response: z.strictObject({ results: z.array(exported) }),
});

export const getExport = call({
  ...routes.getExport,
  summary: 'Свой файл: как он готовится и где лежит',
  params: idParams,
  ok: 200,
  response: exported,
});

export const stopExport = call({
  ...routes.stopExport,
  summary: 'Остановить подготовку файла',
  params: idParams,
  ok: 200,
  response: exported,
});
