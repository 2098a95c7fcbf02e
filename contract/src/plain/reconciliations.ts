import { ORDER_STATUSES, PAYOUT_STATUSES } from './statuses.ts';

/** The most rows that a file of a reconciliation may have beside its heads. */
export const MAX_RECONCILED_ROWS = 100_000;
/** What is kept of ours in a period, at most. */
export const MAX_RECONCILED_OURS = 200_000;
/** Days that a reconciliation is kept. */
export const RECONCILIATION_DAYS = 90;
/** Days of a period. */
export const MAX_RECONCILED_DAYS = 366;
/** Reconciliations of an account in a day. */
export const MAX_RECONCILIATIONS_A_DAY = 50;

/**
 * What a file is compared with: a merchant's orders or payouts; the closings of orders, by a bank's statement; the platform's deposits
 * and withdrawals, by a wallet's.
 */
export const RECONCILIATION_KINDS = ['orders', 'payouts', 'bank', 'wallet'] as const;
export type ReconciliationKind = (typeof RECONCILIATION_KINDS)[number];
export const MERCHANT_KINDS = ['orders', 'payouts'] as const satisfies readonly ReconciliationKind[];
export const PLATFORM_KINDS = ['bank', 'wallet'] as const satisfies readonly ReconciliationKind[];

/** What a column may hold. `key`: the shop's own number or our id; a transaction's hash. `tail`: the last four digits of a card or an account. */
export const RECONCILIATION_FIELDS = ['key', 'amount', 'fee', 'state', 'date', 'tail'] as const;
export type ReconciliationField = (typeof RECONCILIATION_FIELDS)[number];

/** The columns that a kind of file has, and those that it must have. */
export const FIELDS_OF: Readonly<
  Record<ReconciliationKind, { all: readonly ReconciliationField[]; needed: readonly ReconciliationField[] }>
> = {
  orders: { all: ['key', 'amount', 'fee', 'state', 'date'], needed: ['key', 'amount'] },
  payouts: { all: ['key', 'amount', 'fee', 'state', 'date'], needed: ['key', 'amount'] },
  bank: { all: ['date', 'amount', 'tail'], needed: ['date', 'amount'] },
  wallet: { all: ['key', 'amount', 'date'], needed: ['key', 'amount'] },
};

/**
 * Where a row, or what is only ours, belongs; a row that differs in several ways belongs to the first: the sum, then the state, then the
 * fee. `left_out`: a row of the file that takes no part, and says why.
 */
export const PILES = ['match', 'amount', 'state', 'fee', 'only_ours', 'only_theirs', 'left_out'] as const;
export type Pile = (typeof PILES)[number];

/** What a word of the file may mean: a state of ours, one of two, or nothing that is compared. */
export const MEANINGS: Readonly<Record<'orders' | 'payouts', readonly string[]>> = {
  orders: [...ORDER_STATUSES, 'UNPAID', 'IGNORE'],
  payouts: [...PAYOUT_STATUSES, 'UNDONE', 'IGNORE'],
};
/** Each meaning but the states themselves: the states that it stands for. */
export const MEANT: Readonly<Record<string, readonly string[]>> = {
  UNPAID: ['EXPIRED', 'DECLINED'],
  UNDONE: ['OPEN', 'IN_WORK'],
};

/** How long before or after its closing a bank may say that an order's money came. */
export const DEFAULT_WINDOW_MINUTES = 30;
export const MAX_WINDOW_MINUTES = 1440;

/** What a row opens. */
export const RECONCILED_OBJECTS = ['order', 'payout', 'deposit', 'withdrawal'] as const;
export type ReconciledObject = (typeof RECONCILED_OBJECTS)[number];

/** How a period came about: somebody gave it; the file's dates; what was found by the file's numbers. */
export const PERIOD_SOURCES = ['given', 'dates', 'found'] as const;
export type PeriodSource = (typeof PERIOD_SOURCES)[number];
