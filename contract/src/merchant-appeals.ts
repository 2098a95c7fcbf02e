import { z } from 'zod';
import { call, id, idParams, page, pageQuery, timestamp } from './call.ts';
import { positiveRub, rub } from './money.ts';
import { APPEAL_STATUSES } from './statuses.ts';

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
  method: 'POST',
  path: '/orders/:id/appeals',
  summary: 'Открыть апелляцию: сумма и квитанция в file — png, jpeg или pdf до 10 МБ',
  roles: ['merchant'],
  params: idParams,
  upload: 'file',
  body: z.strictObject({ amount: positiveRub }),
  ok: 201,
  response: merchantAppeal,
  refusals: { order_status: 409 },
});

export const listMerchantAppeals = call({
  method: 'GET',
  path: '/appeals',
  summary: 'Апелляции, новые сверху; с order_id — по этому заказу',
  roles: ['merchant'],
  query: pageQuery(30).extend({ order_id: id.optional() }),
  ok: 200,
  response: page(merchantAppeal),
});

export const getMerchantAppeal = call({
  method: 'GET',
  path: '/appeals/:id',
  summary: 'Прочитать апелляцию',
  roles: ['merchant'],
  params: idParams,
  ok: 200,
  response: merchantAppeal,
});
