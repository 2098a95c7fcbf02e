// Objects with the fields of the specification's section 3 and no other: money as numbers, statuses only in words.

const at = '2026-01-01T21:30:00Z';
const done = '2026-01-01T22:00:00Z';

export const balanceInfo = {
  balance: 12345.67,
  balance_on_hold: 865.42,
  earned_balance: 55.25,
  can_move_earnings: true,
  is_active: false,
  account_enable_info: { can_be_enable: false, reason: 'Нет активных реквизитов' },
};

export const balanceSummary = {
  balance: 1012345.67,
  success_orders: 12408,
  expired_orders: 311,
  orders_today: 86,
  active_accounts: 14,
};

const order = {
  id: 'a1b2c3d4e5f6a7b8',
  amount: 1234567.5,
  amount_in_usdt: 13368.354628,
  conversion_rate: 92.35,
  created_at: at,
  payment_datetime: null as string | null,
  human_status: 'Активен',
  is_sbp: true,
  bank_name: 'Сбербанк',
  bank_detail: { short_name: 'Сбер •4321' },
  status_history: [{ created_at: at, human_status: 'Активен' }],
  appeal: { id: 'ap1', amount: 1500, processed_datetime: null, human_status: 'Открыта' },
};
/** One has a status that no build knows. */
export const orders = [
  order,
  { ...order, id: 'b1b2c3d4e5f6a7b8', human_status: 'Заморожен', payment_datetime: done, appeal: null },
];

const appeal = {
  id: 'ap1',
  order_id: order.id,
  amount: 1500,
  created_at: at,
  processed_datetime: null as string | null,
  human_status: 'Открыта',
  order: { id: order.id, short_name: 'A1B2C3D4' },
  bank_detail: { short_name: 'Сбер •4321' },
  bank_name: { short_name: 'Сбер' },
};
export const appeals = [appeal, { ...appeal, id: 'ap2', processed_datetime: done, human_status: 'На проверке' }];
export const appealFile = { url: 'https://files.example/receipt.pdf', name: 'receipt.pdf' };

/** No number, no time. */
export const operations = [
  { amount: 1200.5, type: 'ADD' },
  { amount: 10, type: 'WITHDRAW' },
];

export const wallets = [
  { id: 7, wallet_to_withdraw: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' },
  { id: 8, wallet_to_withdraw: '0x52908400098527886E0F7030069857D2E4169EE7' },
];

const withdrawal = {
  id: 'wd1',
  amount_in_usdt: 1500,
  status: 'OPEN',
  wallet: wallets[0]?.wallet_to_withdraw,
  transaction_hash_proof: null as string | null,
  created_at: at,
  done_datetime: null as string | null,
};
export const withdrawals = [
  withdrawal,
  { ...withdrawal, id: 'wd2', status: 'CLOSED', done_datetime: done, transaction_hash_proof: 'f'.repeat(64) },
];

const payout = {
  id: 'po1',
  amount: 12500,
  amount_in_usdt: 135.354628,
  is_sbp: false,
  human_status: 'В работе',
  created_at: at,
  done_datetime: null,
  photo: 'https://files.example/proof.png' as string | null,
  fio: 'Иванов Пётр',
  phone: '+7 900 123-45-67',
  bank_account: '40817810099910004312',
  can_free: true,
  can_interact: true,
  can_take_on_work: false,
  can_be_done: true,
};
export const payouts = [payout, { ...payout, id: 'po2', human_status: 'Заморожен', photo: null, can_free: false }];

export const banks = [
  { id: 1, name: 'Сбербанк' },
  { id: 2, name: 'Т-Банк' },
];

const requisite = {
  id: 'rq1',
  name: 'Основной',
  fio: 'Петров Иван',
  is_sbp: true,
  is_c2c: false,
  interval: 5,
  min_amount: 500,
  max_amount: 15000,
  max_deals: 30,
  max_current_deals: 3,
  work_on_time: true,
  time_up: '09:00' as string | null,
  time_down: '21:00' as string | null,
  bank_account: '40817810099910004312',
  bank_type: { id: 2 },
  last_4_digits_card: '4321',
  phone: '+7 900 765-43-21',
  is_active: true,
  requisite_type: 'СБП',
  current_deals_count: 4,
  sum_deals: 54321.5,
  total_deals_count: 1204,
  total_deals_amount_countable: 987654.5,
  today_deals_amount_countable: 4321.5,
  cabinet: { device_name: 'Samsung A54' } as { device_name: string } | null,
};
export const requisites = [
  requisite,
  { ...requisite, id: 'rq2', name: '', time_up: null, time_down: null, cabinet: null },
];

const cabinet = {
  id: 'cb1',
  device_name: 'Samsung A54',
  phone: '+7 900 111-22-33',
  bank_detail: [requisite],
  is_active: true,
  can_be_active: true,
  is_blocked_forever: false,
};
export const cabinets = [
  cabinet,
  { ...cabinet, id: 'cb2', device_name: 'Xiaomi 12', can_be_active: false, bank_detail: [] },
  { ...cabinet, id: 'cb3', device_name: 'Pixel 7', is_blocked_forever: true },
];

export const deposits = [
  {
    id: 'tx1',
    tx_hash: 'c'.repeat(64),
    amount: 1500.5,
    block_number: 61234567,
    timestamp: at,
    raw_data: { block: 1 },
  },
];

/** No id of its own. */
export const pings = [
  { cabinet: { device_name: 'Samsung A54' }, text: 'Экран включён', created_at: at },
  { cabinet: { device_name: 'Xiaomi 12' }, text: 'Заряд 80 %', created_at: at },
];

export const notifications = [
  {
    id: 'nt1',
    phone: '900',
    application: 'Сообщения',
    text: 'Зачисление 1 500 р.',
    created_at: at,
    order: order.id,
    cabinet: { device_name: 'Samsung A54' },
    plain_request: '{"from":"900"}',
  },
];
