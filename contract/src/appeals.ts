import { z } from 'zod';
import { call, id, idParams, page, pageQuery, timestamp } from './call.ts';
import { rub } from './money.ts';
import { APPEAL_STATUSES } from './statuses.ts';

/** A stored file: a short-lived signed link, because an `<a>` cannot send a bearer token. */
export const fileLink = z.strictObject({ url: z.string(), name: z.string() });

const shortName = z.strictObject({ short_name: z.string() });

export const appealRow = z.strictObject({
  id,
  order_id: id,
  /** What the merchant says was paid. */
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
  /** Present for the merchant who sent one, and for the trader who must judge it. */
  file: fileLink.optional(),
});

export const listAppeals = call({
  method: 'GET',
  path: '/appeals/',
  summary: 'Апелляции, новые сверху',
  roles: ['trader', 'merchant'],
  query: pageQuery(10).extend({
    /** Any part of the order's id. */
    order_id: z.string().trim().max(64).optional(),
  }),
  ok: 200,
  response: page(appealRow),
});

export const getAppeal = call({
  method: 'GET',
  path: '/appeals/:id/',
  summary: 'Апелляция',
  roles: ['trader', 'merchant'],
  params: idParams,
  ok: 200,
  response: appealDetail,
});

export const confirmAppeal = call({
  method: 'POST',
  path: '/appeals/:id/confirm/',
  summary: 'Подтвердить апелляцию',
  roles: ['trader'],
  params: idParams,
  ok: 200,
  response: appealDetail,
});

export const declineAppeal = call({
  method: 'POST',
  path: '/appeals/:id/decline/',
  summary: 'Отклонить апелляцию',
  roles: ['trader'],
  params: idParams,
  ok: 200,
  response: appealDetail,
});
