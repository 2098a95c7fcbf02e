import { z } from 'zod';
import * as routes from '../plain/routes.ts';
import { MAX_LENGTH } from '../plain/limits.ts';
import { call, id, idParams, page, pageQuery, text, timestamp } from './call.ts';
import { rub } from './money.ts';
import { APPEAL_STATUSES } from '../plain/statuses.ts';
import { confirmation } from './orders.ts';

/** A stored file: a short-lived signed link, because an `<a>` cannot send a bearer token. */
export const fileLink = z.strictObject({ url: z.string(), name: z.string() });

const shortName = z.strictObject({ short_name: z.string() });

export const appealRow = z.strictObject({
  id,
  order_id: id,
  /** The amount that the payer sent, by the merchant's word. */
  amount: rub,
  created_at: timestamp,
  processed_datetime: timestamp.nullable(),
  status: z.enum(APPEAL_STATUSES),
  human_status: z.string(),
});

export const appealDetail = appealRow.extend({
  order: z.strictObject({ id, short_name: z.string() }),
  bank_detail: shortName,
  bank_name: shortName,
  /** Present for the merchant who sent one, and for the trader who must decide on it. */
  file: fileLink.optional(),
});

export const listAppeals = call({
  ...routes.listAppeals,
  summary: 'Апелляции, новые сверху',
  query: pageQuery(10, {
    /** Any part of the order's id. */
    order_id: text(MAX_LENGTH.search, 0).optional(),
  }),
  ok: 200,
  response: page(appealRow),
});

export const getAppeal = call({
  ...routes.getAppeal,
  summary: 'Апелляция',
  params: idParams,
  ok: 200,
  response: appealDetail,
});

export const confirmAppeal = call({
  ...routes.confirmAppeal,
  summary: 'Подтвердить апелляцию',
  params: idParams,
  body: confirmation,
  ok: 200,
  response: appealDetail,
});

export const declineAppeal = call({
  ...routes.declineAppeal,
  summary: 'Отклонить апелляцию',
  params: idParams,
  ok: 200,
  response: appealDetail,
});
