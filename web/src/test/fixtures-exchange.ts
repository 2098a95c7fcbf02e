import type { ReconciliationListed } from '@/api/reconciliations';
import type { BatchListed } from '@/api/batches';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import type { AppealDesk, AppealDetail, AppealRow } from '@/api/appeals';
import type { PayoutDetail } from '@/api/payouts';
import type { WithdrawalDetail } from '@/api/withdrawals';

const id = (family: string, number: number): string =>
  `01939c2f-${family}-7000-8000-${String(number).padStart(12, '0')}`;

export const appealId = (number: number): string => id('aaaa', number);
export const payoutId = (number: number): string => id('bbbb', number);
export const withdrawalId = (number: number): string => id('cccc', number);

const CREATED = '2026-01-01T21:30:00.000Z';

export const appealRow = (number: number, changes: Partial<AppealRow> = {}): AppealRow => ({
  id: appealId(number),
  order_id: id('7b1e', number),
  amount: '1234567.50',
  created_at: CREATED,
  processed_datetime: null,
  status: 'OPEN',
  human_status: 'Открыта',
  ...changes,
});

export const appealDetail = (number: number, changes: Partial<AppealDetail> = {}): AppealDetail => ({
  ...appealRow(number),
  order: { id: id('7b1e', number), short_name: 'A1B2C3D4' },
  bank_detail: { short_name: 'Сбер •4321' },
  bank_name: { short_name: 'Сбер' },
  decided_by: 'trader',
  ...changes,
});

/** What both sides of an appeal say, of whoever decides on it. */
export const appealDesk = (changes: Partial<AppealDesk> = {}): AppealDesk => ({
  can: [],
  needs_proof: false,
  needs_evidence: false,
  files_left: 0,
  outcome: null,
  paid: null,
  order_amount: '1500.00',
  difference: '200.50',
  external_id: 'shop-7',
  order_status: 'APPEAL',
  order_steps: [],
  steps: [],
  bank: null,
  ...changes,
});

/** An open payout that a trader may take. */
export const payout = (number: number, changes: Partial<PayoutDetail> = {}): PayoutDetail => ({
  id: payoutId(number),
  amount: '12500.00',
  amount_in_usdt: '135.354628',
  is_sbp: true,
  status: 'OPEN',
  human_status: 'Открыт',
  created_at: CREATED,
  done_datetime: null,
  can_take_on_work: true,
  can_free: false,
  can_be_done: false,
  can_interact: true,
  ...changes,
});

const recipient = { fio: 'Иванов Пётр', phone: '+7 900 123-45-67', bank_account: '40817810099910004312' };

/** The same in the work of the trader who looks at it. */
export const payoutInWork = (changes: Partial<PayoutDetail> = {}): PayoutDetail =>
  payout(1, {
    status: 'IN_WORK',
    human_status: 'В работе',
    can_take_on_work: false,
    can_free: true,
    photo: null,
    ...recipient,
    ...changes,
  });

/** The proof of a payout. */
export const PHOTO = { url: `${API_BASE}/files/1/`, name: 'чек.png' };

export const payoutDone = (changes: Partial<PayoutDetail> = {}): PayoutDetail =>
  payout(1, {
    status: 'DONE',
    human_status: 'Выполнен',
    done_datetime: '2026-01-01T22:00:00.000Z',
    can_take_on_work: false,
    can_interact: false,
    photo: PHOTO,
    ...recipient,
    ...changes,
  });

export const WALLET = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';

export const withdrawal = (number: number, changes: Partial<WithdrawalDetail> = {}): WithdrawalDetail => ({
  id: withdrawalId(number),
  amount_in_usdt: '1500.000000',
  status: 'OPEN',
  human_status: 'Открыт',
  wallet: WALLET,
  transaction_hash_proof: null,
  created_at: CREATED,
  done_datetime: null,
  ...changes,
});

export const batchListed: BatchListed = {
  id: id('dddd', 7),
  file_name: 'выплаты.csv',
  state: 'done',
  made_by: 'finance',
  made_at: '2026-11-19T09:41:00.000Z',
  rows: 12,
  done: 12,
  failed: 0,
  amount: '18000.00',
};

export const reconciliationListed: ReconciliationListed = {
  id: id('eeee', 7),
  kind: 'orders',
  file_name: 'заказы.csv',
  made_by: 'finance',
  made_at: '2026-11-19T09:41:00.000Z',
  from: '2026-11-18',
  to: '2026-11-18',
  rows: 120,
  differences: 3,
  difference: '-1500.00',
};
