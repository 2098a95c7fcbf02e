import { z } from 'zod';
import * as screens from '../plain/test-routes.ts';
import { call, idParams, page, pageQuery } from './call.ts';
import { merchantAppeal } from './merchant-appeals.ts';
import { merchantOrder } from './merchant-orders.ts';
import { merchantPayout } from './merchant-payouts.ts';

// The test world on a merchant's screens: its objects as the API shows them, and what happens to them by buttons.

export const listTestOrders = call({
  ...screens.listTestOrders,
  summary: 'Тестовые заказы, новые сверху',
  query: pageQuery(30),
  ok: 200,
  response: page(merchantOrder),
});
export const listTestPayouts = call({
  ...screens.listTestPayouts,
  summary: 'Тестовые выплаты, новые сверху',
  query: pageQuery(30),
  ok: 200,
  response: page(merchantPayout),
});
export const listTestAppeals = call({
  ...screens.listTestAppeals,
  summary: 'Тестовые апелляции, новые сверху',
  query: pageQuery(30),
  ok: 200,
  response: page(merchantAppeal),
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
