import { z } from 'zod';
import * as fundsRoutes from '../plain/funds-routes.ts';
import * as routes from '../plain/routes.ts';
import { ENTRY_REASONS } from '../plain/money-trail.ts';
import { OPERATION_TYPES } from '../plain/statuses.ts';
import { call, day, id, page, pageQuery, timestamp } from './call.ts';
import { usdt } from './money.ts';
import { listTotals } from './narrowing.ts';

const traderDashboard = z.strictObject({
  /** Available to new orders. */
  balance: usdt,
  /** Held by active and appealed orders, and for payouts that are not settled yet. */
  balance_on_hold: usdt,
  /** Of it, what the trader gets for payouts once they are settled. */
  payouts_on_hold: usdt,
  earned_balance: usdt,
  can_move_earnings: z.boolean(),
  /** Traffic is on. */
  is_active: z.boolean(),
  /** `reason` is `'ok'` or a Russian sentence. */
  account_enable_info: z.strictObject({ can_be_enable: z.boolean(), reason: z.string() }),
  /** What a new trader has done of their first day; null once all of it is done, or an order has come. */
  first_steps: z
    .strictObject({
      requisite: z.boolean(),
      cabinet: z.boolean(),
      /** A phone has called. */
      phone: z.boolean(),
      /** A message has come from it. */
      message: z.boolean(),
      /** A requisite has a limit of any kind. */
      limits: z.boolean(),
      balance: z.boolean(),
      traffic: z.boolean(),
    })
    .nullable(),
});

export const getTraderDashboard = call({
  ...routes.getTraderDashboard,
  summary: 'Балансы трейдера и состояние трафика',
  ok: 200,
  response: traderDashboard,
});

export const getMerchantDashboard = call({
  ...routes.getMerchantDashboard,
  summary: 'Сводка мерчанта; оператору — всех мерчантов вместе',
  ok: 200,
  response: z.strictObject({
    balance: usdt,
    /** Taken back of closed orders beyond the balance; paid first out of the next ones. */
    debt: usdt,
    success_orders: z.number().int(),
    /** Expired and cancelled. */
    expired_orders: z.number().int(),
    /** Created since midnight in Moscow. */
    orders_today: z.number().int(),
    /** Traders that may receive orders now. */
    active_accounts: z.number().int(),
    /** Basis points that the merchant pays of orders and payouts; null for an operator. */
    fee_bp: z.number().int().nullable(),
    /** For withdrawals and payouts. */
    balance_on_hold: usdt,
    /** Of `expired_orders`, those that expired and those that were cancelled. */
    timed_out_orders: z.number().int(),
    cancelled_orders: z.number().int(),
  }),
});

export const toggleTraffic = call({
  ...routes.toggleTraffic,
  summary: 'Включить или выключить трафик',
  body: z.strictObject({ is_active: z.boolean() }),
  ok: 200,
  response: traderDashboard,
});

/** Moves all earnings; 409 `nothing_to_move` when there are none. */
export const moveEarnings = call({
  ...routes.moveEarnings,
  summary: 'Перевести заработок на основной баланс',
  ok: 200,
  response: traderDashboard,
});

export const listOperations = call({
  ...fundsRoutes.listOperations,
  summary: 'История операций, новые сверху',
  query: pageQuery(10),
  ok: 200,
  response: page(
    z.strictObject({
      /** The number of the entry. */
      id: z.string(),
      /** Unsigned. */
      amount: usdt,
      type: z.enum(OPERATION_TYPES),
      /** Its cause: `order_close`, `withdrawal_hold`, `debt_payment`, … and the id of that object. */
      reason: z.string(),
      object_id: id,
      created_at: timestamp,
      balance_after: usdt,
      /** The day in Moscow that it belongs to, and what all entries of that day come to. */
      day,
      day_amount: usdt,
    }),
  ),
});

/** What came and went together: it is the balance. */
export const getOperationTotals = call({
  ...fundsRoutes.getOperationTotals,
  summary: 'Сколько операций и их общий итог',
  ok: 200,
  response: listTotals(usdt),
});

/** An entry on one part of a balance. */
export const ledgerEntry = z.strictObject({
  /** Its number on that part, from 1 without a gap. */
  id: z.string(),
  created_at: timestamp,
  reason: z.enum(ENTRY_REASONS),
  /** The order, payout, withdrawal, … for which money moved. */
  object_id: id,
  /** With its sign. */
  amount: usdt,
  balance_after: usdt,
});

/** Rewards, less what was taken back of them; a move to the balance is none. Days, weeks from Monday and months are Moscow's. */
export const getEarnings = call({
  ...routes.getEarnings,
  summary: 'Сколько трейдер заработал сегодня, за неделю и за месяц',
  ok: 200,
  response: z.strictObject({
    today: usdt,
    /** Of the whole day before. */
    yesterday: usdt,
    week: usdt,
    month: usdt,
    /** Of each of the last 24 hours, back from now, the oldest first. */
    hours: z.array(usdt),
  }),
});
