import { z } from 'zod';
import * as routes from '../plain/merchant-routes.ts';
import { call, id, idParams, page, pageQuery, timestamp } from './call.ts';
import { positiveRub, rub } from './money.ts';
import { APPEAL_STATUSES } from '../plain/statuses.ts';

// Calls of the merchant API about appeals.

export const merchantAppeal = z.strictObject({
  id,
  order_id: id,
  external_id: z.string().describe('Ваш номер заказа'),
  status: z.enum(APPEAL_STATUSES),
  human_status: z.string().describe('Статус по-русски'),
  amount: rub.describe('Сколько, по словам плательщика, заплачено'),
  paid_amount: rub
    .nullable()
    .describe('На какую сумму закрылся заказ: оператор может найти другую; null, пока не подтверждена'),
  file_name: z.string().nullable().describe('Имя квитанции'),
  created_at: timestamp,
  closed_at: timestamp.nullable().describe('Когда подтверждена или отклонена'),
});

export const openMerchantAppeal = call({
  ...routes.openMerchantAppeal,
  summary: 'Открыть апелляцию: сумма и квитанция в file — png, jpeg или pdf до 10 МБ',
  params: idParams,
  upload: 'file',
  body: z.strictObject({
    amount: positiveRub.describe(
      'Сколько заплачено: не больше суммы заказа, умноженной на `appeal_multiple` из /limits',
    ),
  }),
  ok: 201,
  response: merchantAppeal,
  refusals: { order_status: 409, appeal_late: 409 },
});

export const listMerchantAppeals = call({
  ...routes.listMerchantAppeals,
  summary: 'Апелляции, новые сверху; с order_id — по этому заказу',
  query: pageQuery(30, { order_id: id.optional() }),
  ok: 200,
  response: page(merchantAppeal),
});

export const getMerchantAppeal = call({
  ...routes.getMerchantAppeal,
  summary: 'Прочитать апелляцию',
  params: idParams,
  ok: 200,
  response: merchantAppeal,
});
