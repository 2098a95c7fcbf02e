import type { BalanceBank } from '@/api/platform-balances';
import type { PlatformOrder, PlatformOrderRow } from '@/api/platform-lists';
import type { AccountPage, AccountRow } from '@/api/platform-accounts';
import type { PlatformAppeal, PlatformPayout } from '@/api/platform-objects';
import type { RadarRow, RadarValue } from '@/api/platform-radar';
import { orderDetail, orderRow } from './fixtures';
import { appealDesk, appealDetail, appealRow, payout } from './fixtures-exchange';

const trader = { id: '01939c2f-7b1e-7000-a000-000000000001', name: 'ivan.petrov', role: 'trader' } as const;
const merchant = { id: '01939c2f-7b1e-7000-a000-000000000002', name: 'shop', role: 'merchant' } as const;

const beside = { trail: [], journal: [], is_revealed: false };

/** As every list shows it. */
function listedOrder(number: number): Omit<PlatformOrderRow, 'trader' | 'merchant' | 'external_id'> {
  const { fitting_message: _ownersAlone, claim: _too, ...order } = orderRow(number);
  return order as typeof order & { status: PlatformOrderRow['status'] };
}

export const platformOrderRow = (number: number, changes: Partial<PlatformOrderRow> = {}): PlatformOrderRow => ({
  ...listedOrder(number),
  trader,
  merchant,
  external_id: `shop-${number}`,
  ...changes,
});

export const platformOrder = (number: number, changes: Partial<PlatformOrder> = {}): PlatformOrder => {
  const { claim: _ownersAlone, ...order } = orderDetail(number);
  return {
    ...(order as PlatformOrder),
    trader,
    merchant,
    external_id: `shop-${number}`,
    payee: {
      requisite: '01939c2f-7b1e-7000-b000-000000000001',
      fio: 'Ёлкина Анна',
      phone: '•••••••2233',
      bank_account: '••••••••••••••••0001',
    },
    ...beside,
    ...changes,
  };
};

/** An object of one account, and of both, as the platform's people see it. */
export const owned = <Item extends object>(item: Item) => ({ ...item, account: trader, ...beside });
export const ofBoth = <Item extends object>(item: Item) => ({
  ...item,
  trader,
  merchant,
  external_id: 'shop-7',
  ...beside,
});

export const platformPayout = (number: number, changes: Partial<PlatformPayout> = {}): PlatformPayout => ({
  ...(ofBoth(payout(number)) as unknown as PlatformPayout),
  contested_at: null,
  settled_at: null,
  takes: [],
  ...changes,
});

/** An appeal against the order of the same number. */
export const platformAppeal = (number: number, changes: Partial<PlatformAppeal> = {}): PlatformAppeal => {
  const { trail: _trail, journal: _journal, is_revealed: _isRevealed, ...order } = platformOrder(number);
  return {
    ...(ofBoth(appealDetail(number)) as unknown as PlatformAppeal),
    order_id: order.id,
    desk: appealDesk(),
    paid: null,
    order_detail: order,
    appeals: [{ ...(appealRow(number) as PlatformAppeal), paid: null }],
    messages: [],
    has_more_messages: false,
    ...changes,
  };
};

type BankMessage = PlatformAppeal['messages'][number];

export const bankMessage = (number: number, changes: Partial<BankMessage> = {}): BankMessage => ({
  id: `01939c2f-7b1e-7000-c000-${String(number).padStart(12, '0')}`,
  heard_at: '2026-01-01T21:35:00Z',
  device_name: 'Redmi 9',
  bank: 'Сбербанк',
  amount: '1500.00',
  balance: '20000.50',
  is_in_chain: null,
  sender: 'Иван И.',
  tail: '4321',
  text: 'Перевод +1500р от Иван И.',
  outcome: 'no_order',
  reason: 'Нет заказа на эту сумму',
  order_id: null,
  candidates: [],
  ...changes,
});

export const accountRow = (number: number, changes: Partial<AccountRow> = {}): AccountRow => ({
  id: `01939c2f-7b1e-7000-a000-${String(number).padStart(12, '0')}`,
  name: `ivan.petrov${number}`,
  role: 'trader',
  created_at: '2026-01-01T09:00:00Z',
  blocked_at: null,
  available: '1000.000000',
  held: '20.000000',
  earned: '3.000000',
  debt: '0.000000',
  basis_points: 200,
  payout_enable: true,
  traffic: true,
  requisites: { ready: 1, all: 2 },
  orders: { today: 5, closed: 3, lost: 1 },
  signed_in_at: '2026-01-01T09:00:00Z',
  ...changes,
});

export const radarValue = (figure: RadarValue['figure'], changes: Partial<RadarValue> = {}): RadarValue => ({
  figure,
  value: 1000,
  part: 4,
  whole: 40,
  sample: 40,
  from: '2026-01-01T09:00:00Z',
  to: '2026-01-20T09:00:00Z',
  state: 'fine',
  crossed_at: null,
  acknowledged: null,
  ...changes,
});

export const radarRow = (number: number, changes: Partial<RadarRow> = {}): RadarRow => ({
  id: `01939c2f-7b1e-7000-a000-${String(number).padStart(12, '0')}`,
  name: `ivan.petrov${number}`,
  role: 'trader',
  traffic: true,
  stopped: null,
  counted_at: '2026-01-20T09:05:00Z',
  figures: [radarValue('without_message')],
  ...changes,
});

/** A trader's page; of a merchant by the changes. */
export const accountPage = (number: number, changes: Partial<AccountPage> = {}): AccountPage => ({
  ...accountRow(number),
  deposit_address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  traffic_stopped: null,
  capped: { count: 1, names: ['cheap.shop'] },
  limits: null,
  members: [
    {
      id: '01939c2f-7b1e-7000-c000-000000000001',
      username: 'ivan.petrov',
      role: 'owner',
      created_at: '2026-01-01T09:00:00Z',
      has_second_factor: true,
      signed_in_at: '2026-01-01T21:30:00Z',
      blocked_at: null,
    },
  ],
  invitations: [],
  wallets: [],
  permits: [],
  ...changes,
});

export const merchantPage = (number: number, changes: Partial<AccountPage> = {}): AccountPage =>
  accountPage(number, {
    name: `shop${number}`,
    role: 'merchant',
    traffic: null,
    requisites: null,
    deposit_address: '',
    limits: {
      active_orders: { limit: 50, used: 46 },
      active_sum: { limit: '3000000.00', used: '125000.50' },
      unpaid_hour: { limit: null, used: null },
      requests_second: 20,
    },
    ...changes,
  });

export const later = '2026-01-02T21:30:00Z';

/** Somebody is invited, a wallet waits, and an account of another is allowed. */
export const fullPage = accountPage(7, {
  invitations: [{ id: 'i1', role: 'shift', invited_by: 'anna', created_at: later, expires_at: later }],
  wallets: [
    {
      id: 'w1',
      address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      is_valid: true,
      is_usable: false,
      created_at: later,
      usable_at: later,
    },
  ],
  permits: [
    {
      id: 'p1',
      kind: 'account',
      number: '••••1234',
      bank: null,
      allowed_by: 'anna',
      allowed_at: later,
      claimant: 'boris',
      is_in_force: true,
    },
  ],
});

/** A bank whose balances are compared with what people do. */
export const balanceBank: BalanceBank = {
  id: 1,
  name: 'Сбербанк',
  mode: 'shadow',
  done: 0,
  agreed: 12,
  disagreed: 1,
  open: 3,
  doubted: 2,
  disagreements: [
    {
      notification: '01a10000-0000-7000-8000-000000000001',
      order: '01a10000-0000-7000-8000-000000000002',
      created_at: '2026-11-20T09:00:00.000Z',
    },
  ],
};
