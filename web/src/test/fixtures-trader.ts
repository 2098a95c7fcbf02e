import type { Earnings } from '@/api/statement';
import type { Cabinet } from '@/api/cabinets';
import type { NotificationDetail } from '@/api/notifications';
import type { PingRow } from '@/api/pings';
import type { AtGates, Readiness } from '@/api/readiness';
import type { Requisite } from '@/api/requisites';
import type { StatementEntry, Totals } from '@/api/statement';
import type { DepositDetail, PendingRow } from '@/api/deposits';

const id = (family: string, number: number): string =>
  `01939c2f-${family}-7000-8000-${String(number).padStart(12, '0')}`;

export const cabinetId = (number: number): string => id('cab1', number);
export const requisiteId = (number: number): string => id('0e01', number);
export const depositId = (number: number): string => id('7a01', number);
export const notificationId = (number: number): string => id('0071', number);

const CREATED = '2026-01-01T21:30:00.000Z';

export const cabinet = (number: number, changes: Partial<Cabinet> = {}): Cabinet => ({
  id: cabinetId(number),
  device_name: `Samsung A5${number}`,
  phone: '+79990001122',
  bank_detail: [],
  is_active: true,
  can_be_active: true,
  is_blocked_forever: false,
  last_heard_at: '2026-11-20T08:59:50.000Z',
  has_old_template: false,
  refused_at: null,
  phone_ended_at: null,
  phone_end_reason: null,
  is_unsigned: false,
  post_address: null,
  post_address_since: null,
  former_post_address: null,
  ...changes,
});

export const choice = (number: number) => ({
  id: requisiteId(number),
  name: `Сбер ${number}`,
  short_name: `Сбер •000${number}`,
});

export const requisite = (number: number, changes: Partial<Requisite> = {}): Requisite => ({
  id: requisiteId(number),
  name: `Сбер ${number}`,
  fio: 'Петров Иван Сергеевич',
  phone: '+79990001122',
  bank_account: '40817810000000000001',
  last_4_digits_card: '4321',
  bank_type: { id: 2, name: 'Сбербанк' },
  is_sbp: true,
  is_c2c: false,
  requisite_type: 'СБП',
  is_active: true,
  payee_version: 1,
  paused: null,
  interval: 2,
  min_amount: '1000.00',
  max_amount: '150000.00',
  max_deals: 0,
  max_current_deals: 4,
  work_on_time: false,
  time_up: null,
  time_down: null,
  current_deals_count: 1204,
  sum_deals: '1234567.50',
  total_deals_count: 12408,
  total_deals_amount_countable: '98765432.10',
  today_deals_amount_countable: '2500.00',
  cabinet: { id: cabinetId(1), device_name: 'Samsung A51' },
  ...changes,
});

export const deposit = (number: number, changes: Partial<DepositDetail> = {}): DepositDetail => ({
  id: depositId(number),
  tx_hash: '3fd059a5afab491a6afa1eb08d1bae690dc94f4c114d21ecac465d1806a0c4d8',
  amount: '1234567.890000',
  block_number: 88121459,
  timestamp: CREATED,
  raw_data: '{"value":12345678901234567890,"ret":[]}',
  confirmations: null,
  confirmations_needed: 19,
  ...changes,
});

export const pendingDeposit = (number: number, confirmations: number): PendingRow => ({
  id: depositId(number),
  tx_hash: 'a'.repeat(64),
  amount: '150.000000',
  block_number: 88121480,
  timestamp: CREATED,
  confirmations,
  confirmations_needed: 19,
});

export const notification = (number: number, changes: Partial<NotificationDetail> = {}): NotificationDetail => ({
  id: notificationId(number),
  phone: '+79990001122',
  application: 'ru.sberbankmobile',
  text: 'СЧЁТ4321 Перевод +1500р от Анна К.',
  created_at: CREATED,
  order: '01939c2f-7b1e-7000-8000-000000000001',
  cabinet: { device_name: 'Samsung A51' },
  outcome: 'paid',
  reason: 'Оплатило заказ',
  amount: '1500.00',
  candidates: [],
  heard_at: CREATED,
  tail: '4321',
  sender: 'Анна К.',
  balance: '20000.00',
  candidate_orders: [],
  plain_request: '{"from":"900","text":"Перевод"}',
  ...changes,
});

export const ping = (number: number): PingRow => ({
  id: id('4146', number),
  cabinet: { device_name: 'Samsung A51' },
  text: `На связи. Заряд ${number}%`,
  created_at: CREATED,
});

/** A requisite that takes an order. */
export const atGates = (number: number, changes: Partial<AtGates> = {}): AtGates => ({
  id: requisiteId(number),
  stopped: [],
  amount_from: '1000.00',
  amount_to: '150000.00',
  active_orders: 1,
  max_current_deals: 4,
  current_deals_count: 12,
  max_deals: 0,
  interval_until: null,
  switch_at: null,
  cabinet: { id: cabinetId(1), device_name: 'Samsung A51' },
  last_heard_at: '2026-11-20T08:59:50.000Z',
  ...changes,
});

export const readiness = (...requisites: AtGates[]): Readiness => {
  const ready = requisites.filter(({ stopped }) => stopped.length === 0);
  return {
    at: CREATED,
    no_rate: null,
    ready: ready.length,
    total: requisites.length,
    amount_from: ready.length > 0 ? '300.00' : null,
    amount_to: ready.length > 0 ? '30000.00' : null,
    free: { usdt: '12.400000', rub: '1141.00' },
    requisites,
  };
};

export const statementEntry = (number: number, changes: Partial<StatementEntry> = {}): StatementEntry => ({
  id: String(number),
  created_at: CREATED,
  reason: 'order_hold',
  object_id: '01939c2f-7b1e-7000-8000-000000000001',
  amount: '-16.304348',
  balance_after: '983.695652',
  ...changes,
});

/** What a trader has earned. */
export const earnings = (changes: Partial<Earnings> = {}): Earnings => ({
  today: '0.000000',
  yesterday: '0.500000',
  week: '0.000000',
  month: '0.000000',
  hours: Array.from({ length: 24 }, (_, hour) => (hour === 23 ? '1.500000' : '0.000000')),
  ...changes,
});

/** A period of one part. */
export const totals = (changes: Partial<Totals> = {}): Totals => {
  const sums = { opening: '10.000000', received: '5.500000', spent: '1.250000', closing: '14.250000' };
  return { parts: [{ part: 'available', ...sums, entries: 3 }], whole: sums, kinds: [], ...changes };
};
