import { z } from 'zod';
import * as routes from '../plain/merchant-routes.ts';
import { call, idParams } from './call.ts';
import { merchantAppeal } from './merchant-appeals.ts';
import { merchantOrder } from './merchant-orders.ts';
import { merchantPayout } from './merchant-payouts.ts';
import { positiveRub } from './money.ts';

// What happens in the test world, as a merchant's server asks for it with a test key.

const ORDER = { params: idParams, ok: 200, response: merchantOrder, refusals: { order_status: 409 } } as const;
const PAYOUT = { params: idParams, ok: 200, response: merchantPayout, refusals: { payout_status: 409 } } as const;
const APPEAL = {
  params: idParams,
  ok: 200,
  response: merchantAppeal,
  refusals: { appeal_status: 409, appeal_turn: 409 },
} as const;
const sum = z
  .strictObject({ amount: positiveRub.optional().describe('Рубли; без неё — на десятую часть меньше') })
  .nullish();
const claim = z.strictObject({ amount: positiveRub.optional().describe('Рубли; без неё — сумма заказа') }).nullish();

const confirmed = z
  .strictObject({
    amount: positiveRub.optional().describe('Рубли, не больше заявленного в апелляции; без неё — заявленное'),
  })
  .nullish();

export const payTestOrder = call({ ...routes.payTestOrder, ...ORDER, summary: 'Тест: заказ оплачен' });
export const payTestOrderLate = call({
  ...routes.payTestOrderLate,
  ...ORDER,
  summary: 'Тест: заказ оплачен поздно — сначала истёк, потом закрыт',
  description: 'Только тестовый ключ. Из `ACTIVE` или `EXPIRED`; рабочему ключу — 404.',
});
export const payTestOrderLess = call({
  ...routes.payTestOrderLess,
  ...ORDER,
  summary: 'Тест: пришло меньше — трейдер открывает апелляцию на пришедшую сумму',
  description: 'Только тестовый ключ. Отвечать на неё — вам; рабочему ключу — 404.',
  body: sum,
  response: merchantAppeal,
  refusals: { order_status: 409, appeal_late: 409 },
});
export const appealTestOrder = call({
  ...routes.appealTestOrder,
  ...ORDER,
  summary: 'Тест: апелляция без файла',
  description: 'Только тестовый ключ. Отвечает трейдер: `confirm` или `decline`; рабочему ключу — 404.',
  body: claim,
  response: merchantAppeal,
  refusals: { order_status: 409, appeal_late: 409 },
});
export const confirmTestAppeal = call({
  ...routes.confirmTestAppeal,
  ...APPEAL,
  summary: 'Тест: апелляция подтверждена тем, чья очередь отвечать',
  description: 'Только тестовый ключ. Заказ закроется на эту сумму; рабочему ключу — 404.',
  body: confirmed,
});
export const declineTestAppeal = call({
  ...routes.declineTestAppeal,
  ...APPEAL,
  summary: 'Тест: апелляция отклонена тем, чья очередь отвечать',
  description: 'Только тестовый ключ. Дальше — круги, как в рабочем режиме; рабочему ключу — 404.',
});
export const completeTestPayout = call({
  ...routes.completeTestPayout,
  ...PAYOUT,
  summary: 'Тест: выплата выполнена; по оспоренной — решение за трейдера',
  description: 'Только тестовый ключ. Из `OPEN` в `DONE`; рабочему ключу — 404.',
});
export const refuseTestPayout = call({
  ...routes.refuseTestPayout,
  ...PAYOUT,
  summary: 'Тест: в выплате отказано; по оспоренной — решение за вас',
  description: 'Только тестовый ключ. В `CANCELLED`; рабочему ключу — 404.',
});
