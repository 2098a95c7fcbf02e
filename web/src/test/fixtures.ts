import type { MerchantDashboard, TraderDashboard } from '@/api/balance';
import type { OrderDetail, OrderRow, UnusedMessage } from '@/api/orders';
import type { User } from '@/api/user';

export const trader: User = {
  username: 'ivan.petrov',
  role: 'trader',
  wallet: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  payout_enable: true,
};

export const merchant: User = { username: 'shop', role: 'merchant', wallet: '', payout_enable: true };

export const operator: User = { username: 'owner', role: 'operator', wallet: '', payout_enable: false };

export const traderDashboard: TraderDashboard = {
  balance: '12345.670000',
  balance_on_hold: '865.420000',
  earned_balance: '55.250000',
  can_move_earnings: true,
  is_active: true,
  account_enable_info: { can_be_enable: true, reason: 'ok' },
};

export const merchantDashboard: MerchantDashboard = {
  balance: '1012345.670000',
  debt: '0.000000',
  success_orders: 12408,
  expired_orders: 311,
  orders_today: 86,
  active_accounts: 14,
  fee_bp: 100,
};

/** An order by its number: `01939c2f-7b1e-7000-8000-00000000000N`. */
export const orderRow = (number: number, changes: Partial<OrderRow> = {}): OrderRow => ({
  id: `01939c2f-7b1e-7000-8000-${String(number).padStart(12, '0')}`,
  short_name: String(number).padStart(8, '0'),
  amount: '1234567.50',
  amount_in_usdt: '13368.354628',
  conversion_rate: '92.3500',
  created_at: '2026-01-01T21:30:00.000Z',
  expires_at: '2026-01-01T21:45:00.000Z',
  payment_datetime: null,
  reversed_amount: null,
  status: 'ACTIVE',
  human_status: 'Активен',
  is_sbp: true,
  bank_name: 'Сбербанк',
  bank_detail: { short_name: `Сбер •${number}` },
  fitting_message: null,
  claim: null,
  ...changes,
});

export const orderDetail = (number: number, changes: Partial<OrderDetail> = {}): OrderDetail => ({
  ...orderRow(number),
  reversed_at: null,
  reversal_reason: null,
  status_history: [
    { created_at: '2026-01-01T21:30:00.000Z', status: 'ACTIVE', human_status: 'Активен', actor: 'merchant' },
  ],
  appeal: null,
  ground: null,
  notifications: [],
  ...changes,
});

export const orderId = (number: number): string => orderRow(number).id;

/** A message that fits the order of any number. */
export const unusedMessage = (number: number, changes: Partial<UnusedMessage> = {}): UnusedMessage => ({
  id: `01939c2f-7b1e-7000-9000-${String(number).padStart(12, '0')}`,
  heard_at: '2026-01-01T21:40:00.000Z',
  bank: 'Сбербанк',
  amount: '1234567.50',
  sender: 'Анна К.',
  tail: '4321',
  text: 'СЧЁТ4321 Перевод +1234567.50р от Анна К.',
  outcome: 'ambiguous',
  reason: 'Сумма совпала с двумя заказами: подтвердите нужный сами',
  fits: true,
  difference: '0.00',
  late_seconds: 0,
  ...changes,
});
