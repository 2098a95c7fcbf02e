import { z } from 'zod';
import { call } from './call.ts';
import { usdt } from './money.ts';

const traderDashboard = z.strictObject({
  /** What new orders may take. */
  balance: usdt,
  /** What active and appealed orders hold. */
  balance_on_hold: usdt,
  earned_balance: usdt,
  can_move_earnings: z.boolean(),
  /** Traffic is on. */
  is_active: z.boolean(),
  /** `reason` is `'ok'` or a Russian sentence. */
  account_enable_info: z.strictObject({ can_be_enable: z.boolean(), reason: z.string() }),
});

export const getTraderDashboard = call({
  method: 'GET',
  path: '/trader/dashboard/',
  summary: 'Балансы трейдера и состояние трафика',
  roles: ['trader'],
  ok: 200,
  response: traderDashboard,
});

export const getMerchantDashboard = call({
  method: 'GET',
  path: '/merchant/dashboard/',
  summary: 'Сводка мерчанта; оператору — всех мерчантов вместе',
  roles: ['merchant', 'operator'],
  ok: 200,
  response: z.strictObject({
    balance: usdt,
    success_orders: z.number().int(),
    /** Expired and cancelled. */
    expired_orders: z.number().int(),
    /** Created since midnight in Moscow. */
    orders_today: z.number().int(),
    /** Traders that may receive orders now. */
    active_accounts: z.number().int(),
  }),
});

export const toggleTraffic = call({
  method: 'POST',
  path: '/accounts/toggle/',
  summary: 'Включить или выключить трафик',
  roles: ['trader'],
  body: z.strictObject({ is_active: z.boolean() }),
  ok: 200,
  response: traderDashboard,
});

/** Moves all earnings; 409 `nothing_to_move` when there are none. */
export const moveEarnings = call({
  method: 'POST',
  path: '/accounts/transfer/',
  summary: 'Перевести заработок на основной баланс',
  roles: ['trader'],
  ok: 200,
  response: traderDashboard,
});
