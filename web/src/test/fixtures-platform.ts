import type { PlatformOrder, PlatformOrderRow } from '@/api/platform-lists';
import type { AccountRow } from '@/api/platform-accounts';
import { orderDetail, orderRow } from './fixtures';

const trader = { id: '01939c2f-7b1e-7000-a000-000000000001', name: 'ivan.petrov', role: 'trader' } as const;
const merchant = { id: '01939c2f-7b1e-7000-a000-000000000002', name: 'shop', role: 'merchant' } as const;

const beside = { trail: [], journal: [], is_revealed: false };

export const platformOrderRow = (number: number, changes: Partial<PlatformOrderRow> = {}): PlatformOrderRow => ({
  ...(orderRow(number) as PlatformOrderRow),
  trader,
  merchant,
  external_id: `shop-${number}`,
  ...changes,
});

export const platformOrder = (number: number, changes: Partial<PlatformOrder> = {}): PlatformOrder => ({
  ...(orderDetail(number) as PlatformOrder),
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
});

/** An object of one account, and of both, as the platform's people see it. */
export const owned = <Item extends object>(item: Item) => ({ ...item, account: trader, ...beside });
export const ofBoth = <Item extends object>(item: Item) => ({
  ...item,
  trader,
  merchant,
  external_id: 'shop-7',
  ...beside,
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
