import { z } from 'zod';
import { SERVER_LIST_NAMES } from '../plain/exports.ts';
import * as routes from '../plain/merchant-routes.ts';
import { call, idParams } from './call.ts';
import { asked, made, REFUSALS } from './exports.ts';

// A merchant's server takes its lists away as files.

const listName = z.enum(SERVER_LIST_NAMES).describe('Какой список; ключу нужно право на него');

const exported = z
  .strictObject({ ...made, list: listName })
  .meta({ id: 'Export', description: 'Файл списка: задание и что из него вышло' });

export const createMerchantExport = call({
  ...routes.createMerchantExport,
  summary: 'Заказать файл списка: всё, что отобрано, на один момент',
  description:
    'Файл готовится заданием: спрашивайте `GET /exports/{id}`, пока `state` не станет `done`, и забирайте `GET /exports/{id}/file` в течение суток. Последняя строка — количество и суммы. Одновременно готовятся три файла аккаунта.',
  body: z.strictObject({ list: listName, ...asked }).meta({ id: 'CreateExport' }),
  ok: 201,
  response: exported,
  // The world of test keys has no files.
  refusals: { ...REFUSALS, payouts_disabled: 403, not_found: 404 },
});

export const getMerchantExport = call({
  ...routes.getMerchantExport,
  summary: 'Как готовится файл',
  description: 'Файлы, которые заказывал сервер; заказанных людьми в кабинете здесь нет.',
  params: idParams,
  ok: 200,
  response: exported,
});

export const stopMerchantExport = call({
  ...routes.stopMerchantExport,
  summary: 'Остановить подготовку файла',
  description: 'С готовым файлом ничего не случится.',
  params: idParams,
  ok: 200,
  response: exported,
});

export const getMerchantExportFile = call({
  ...routes.getMerchantExportFile,
  summary: 'Забрать файл',
  description:
    'Готовый файл целиком: CSV или XLSX, как заказан. Пока он готовится — 409 `export_not_ready`; через сутки после готовности — 404.',
  params: idParams,
  type: 'application/octet-stream',
  ok: 200,
  response: z.custom<Uint8Array | AsyncIterable<Uint8Array>>(),
  refusals: { export_not_ready: 409 },
});
