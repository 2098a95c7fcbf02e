import { z } from 'zod';
import * as routes from '../plain/routes.ts';
import { MAX_LENGTH } from '../plain/limits.ts';
import { call, id, idParams, page, pageQuery, text, timestamp } from './call.ts';
import { rate, rub, usdt } from './money.ts';
import { ACTORS, APPEAL_STATUSES, NOTIFICATION_OUTCOMES, ORDER_FILTERS, ORDER_STATUSES } from '../plain/statuses.ts';

export const orderRow = z.strictObject({
  id,
  /** The last 8 characters of the id, upper case. */
  short_name: z.string(),
  amount: rub,
  amount_in_usdt: usdt,
  conversion_rate: rate,
  created_at: timestamp,
  expires_at: timestamp,
  payment_datetime: timestamp.nullable(),
  /** Taken back after it was closed; the order stays closed. */
  reversed_amount: rub.nullable(),
  status: z.enum(ORDER_STATUSES),
  human_status: z.string(),
  is_sbp: z.boolean(),
  bank_name: z.string(),
  /** Bank's short name, •, last 4 digits of the card or phone; as they were when the order was issued, as its bank. */
  bank_detail: z.strictObject({ short_name: z.string() }),
});

export const orderDetail = orderRow.extend({
  reversed_at: timestamp.nullable(),
  reversal_reason: z.string().nullable(),
  /** Oldest first. */
  status_history: z.array(
    z.strictObject({
      created_at: timestamp,
      status: z.enum(ORDER_STATUSES),
      human_status: z.string(),
      actor: z.enum(ACTORS),
    }),
  ),
  /** The latest appeal. */
  appeal: z
    .strictObject({
      id,
      amount: rub,
      processed_datetime: timestamp.nullable(),
      status: z.enum(APPEAL_STATUSES),
      human_status: z.string(),
    })
    .nullable(),
  /** The bank's messages that paid it, belong to it or may be about it, newest first. The trader's own: a merchant sees none. */
  notifications: z.array(
    z.strictObject({
      id,
      created_at: timestamp,
      /** Its first 500 characters. */
      text: z.string(),
      outcome: z.enum(NOTIFICATION_OUTCOMES),
      reason: z.string(),
    }),
  ),
});

export const listOrders = call({
  ...routes.listOrders,
  summary: 'Заказы, новые сверху; у оператора своих нет',
  query: pageQuery(30, {
    status: z.enum(ORDER_FILTERS).default('ALL'),
    /**
     * Beginning of an order's id (4 characters or more), its short name, or a part of what it was issued with: bank, holder, phone,
     * account, digits. For a trader also a part of their requisite's name; for a merchant also the beginning of their own number.
     */
    id: text(MAX_LENGTH.search, 0).optional(),
  }),
  ok: 200,
  response: page(orderRow),
});

export const getOrder = call({
  ...routes.getOrder,
  summary: 'Заказ с историей статусов и апелляцией',
  params: idParams,
  ok: 200,
  response: orderDetail,
});

export const confirmOrder = call({
  ...routes.confirmOrder,
  summary: 'Подтвердить активный заказ',
  params: idParams,
  ok: 200,
  response: orderDetail,
});

export const confirmExpiredOrder = call({
  ...routes.confirmExpiredOrder,
  summary: 'Подтвердить истёкший заказ',
  params: idParams,
  ok: 200,
  response: orderDetail,
});
