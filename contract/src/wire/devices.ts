import { z } from 'zod';
import * as cabinetRoutes from '../plain/cabinet-routes.ts';
import { call, id, idParams, page, pageQuery, timestamp } from './call.ts';
import { rub } from './money.ts';
import { NOTIFICATION_OUTCOMES, ORDER_STATUSES } from '../plain/statuses.ts';
import { listNarrowing, listTotals, narrowedPage, narrowing } from './narrowing.ts';

const cabinetName = z.strictObject({ device_name: z.string() });

export const listPings = call({
  ...cabinetRoutes.listPings,
  summary: 'Пинги телефонов, новые сверху',
  query: pageQuery(10),
  ok: 200,
  response: page(z.strictObject({ id, cabinet: cabinetName, text: z.string(), created_at: timestamp })),
});

const notification = z.strictObject({
  id,
  phone: z.string(),
  application: z.string(),
  text: z.string(),
  created_at: timestamp,
  /** The order that it paid (`outcome` is `paid`) or belongs to. */
  order: id.nullable(),
  cabinet: cabinetName,
  outcome: z.enum(NOTIFICATION_OUTCOMES),
  /** The outcome as a Russian sentence, with the figures of that moment. */
  reason: z.string(),
  /** The sum that was read in the text; null where none was. */
  amount: rub.nullable(),
  /** The orders that it may be about, newest first, where it is not clear which. */
  candidates: z.array(id),
});

export const listNotifications = call({
  ...cabinetRoutes.listNotifications,
  summary: 'Сообщения банков, новые сверху',
  query: pageQuery(10, listNarrowing(rub)),
  ok: 200,
  /** `text`: its first 500 characters. */
  response: narrowedPage(notification),
});

export const getNotificationTotals = call({
  ...cabinetRoutes.getNotificationTotals,
  summary: 'Сколько сообщений банков и на какую сумму',
  query: z.strictObject(narrowing(rub)),
  ok: 200,
  response: listTotals(rub),
});

export const listUnreadBanks = call({
  ...cabinetRoutes.listUnreadBanks,
  summary: 'Банки реквизитов трейдера, сообщения которых сейчас читаются не все',
  ok: 200,
  response: z.array(z.strictObject({ id: z.number().int(), name: z.string() })),
});

export const getNotification = call({
  ...cabinetRoutes.getNotification,
  summary: 'Сообщение банка',
  params: idParams,
  ok: 200,
  response: notification.extend({
    /** The phone's request, without one-time codes and whole numbers of cards. */
    plain_request: z.string(),
    /** The moment at which it reached the phone, by the server's clock. */
    heard_at: timestamp,
    /** Other details of the text: the last digits of the card or account, the money's sender, the balance after it. */
    tail: z.string().nullable(),
    sender: z.string().nullable(),
    balance: rub.nullable(),
    /** The orders of `candidates`, in its order. */
    candidate_orders: z.array(
      z.strictObject({
        id,
        short_name: z.string(),
        amount: rub,
        bank_detail: z.strictObject({ short_name: z.string() }),
        created_at: timestamp,
        expires_at: timestamp,
        status: z.enum(ORDER_STATUSES),
        human_status: z.string(),
      }),
    ),
  }),
});
