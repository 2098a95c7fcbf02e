import { z } from 'zod';
import * as screens from '../plain/test-routes.ts';
import { MAX_LENGTH } from '../plain/limits.ts';
import { APPEAL_STATUSES, ORDER_STATUSES, PAYOUT_STATUSES } from '../plain/statuses.ts';
import { call, id, idParams, page, pageQuery, text } from './call.ts';
import { merchantAppeal } from './merchant-appeals.ts';
import { newMerchantOrder, merchantOrder } from './merchant-orders.ts';
import { merchantPayout } from './merchant-payouts.ts';

// The test world on a merchant's screens: its objects as the API shows them, and what happens to them by buttons.

/** The merchant's own number, to the letter. */
const number = text(MAX_LENGTH.externalId).optional();

export const listTestOrders = call({
  ...screens.listTestOrders,
  summary: 'Тестовые заказы, новые сверху',
  query: pageQuery(30, { external_id: number, status: z.enum(ORDER_STATUSES).optional() }),
  ok: 200,
  response: page(merchantOrder),
});
export const listTestPayouts = call({
  ...screens.listTestPayouts,
  summary: 'Тестовые выплаты, новые сверху',
  query: pageQuery(30, { external_id: number, status: z.enum(PAYOUT_STATUSES).optional() }),
  ok: 200,
  response: page(merchantPayout),
});
export const listTestAppeals = call({
  ...screens.listTestAppeals,
  summary: 'Тестовые апелляции, новые сверху',
  query: pageQuery(30, { order_id: id.optional(), status: z.enum(APPEAL_STATUSES).optional() }),
  ok: 200,
  response: page(merchantAppeal),
});

export const getTestOrder = call({
  ...screens.getTestOrder,
  summary: 'Тестовый заказ со страницей плательщика',
  params: idParams,
  ok: 200,
  response: newMerchantOrder,
});
export const getTestPayout = call({
  ...screens.getTestPayout,
  summary: 'Тестовая выплата',
  params: idParams,
  ok: 200,
  response: merchantPayout,
});
export const getTestAppeal = call({
  ...screens.getTestAppeal,
  summary: 'Тестовая апелляция',
  params: idParams,
  ok: 200,
  response: merchantAppeal,
});

const happening = <const Events extends readonly [string, ...string[]]>(events: Events) => ({
  params: idParams,
  body: z.strictObject({ event: z.enum(events) }),
  ok: 204 as const,
  response: z.null(),
});

export const happenToTestOrder = call({
  ...screens.happenToTestOrder,
  ...happening(['pay', 'late', 'short', 'appeal']),
  summary: 'Что случилось с тестовым заказом',
});
export const happenToTestPayout = call({
  ...screens.happenToTestPayout,
  ...happening(['complete', 'refuse']),
  summary: 'Что случилось с тестовой выплатой',
});
export const happenToTestAppeal = call({
  ...screens.happenToTestAppeal,
  ...happening(['confirm', 'decline']),
  summary: 'Чем ответили на тестовую апелляцию',
});
