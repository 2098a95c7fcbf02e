import { z } from 'zod';
import { call, id, idParams, page, pageQuery, timestamp } from './call.ts';
import { positiveRub, rub } from './money.ts';
import { APPEAL_STATUSES } from './statuses.ts';

// Calls of the merchant API about appeals.

export const merchantAppeal = z.strictObject({
  id,
  order_id: id,
  /** The order's. */
  external_id: z.string(),
  status: z.enum(APPEAL_STATUSES),
  human_status: z.string(),
  /** What the payer says was paid: for it the order closes when the appeal is confirmed. */
  amount: rub,
  /** The receipt's name; null where none was sent. */
  file_name: z.string().nullable(),
  created_at: timestamp,
  /** When it was confirmed or declined. */
  closed_at: timestamp.nullable(),
});

/** multipart/form-data: `amount`, and the receipt in `file`: png, jpeg or pdf by content, at most 10 MB. */
export const openMerchantAppeal = call({
  method: 'POST',
  path: '/orders/:id/appeals',
  summary: 'Открыть апелляцию по неоплаченному заказу',
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
