import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';

/** The requisite of every test order: nobody can take it for one that money could go to. */
export const TEST_PAYEE = {
  bankName: 'Тестовый банк',
  fio: 'Тестовый Получатель',
  phone: '+70000000000',
  bankAccount: '00000000000000000000',
  last4: '0000',
};

/** Objects of a kind that a merchant has at most: a new one beyond them takes the place of the oldest. */
export const MOST_KEPT = 1_000;
/** Days after which an object is forgotten. */
export const KEPT_DAYS = 30;

/** What may happen to a test order: which status it must find, and where it leads. A late payment finds it expired. */
export const MOVES = {
  pay: { from: ['ACTIVE'], to: 'CLOSED' },
  late: { from: ['EXPIRED'], to: 'CLOSED' },
  cancel: { from: ['ACTIVE'], to: 'DECLINED' },
} as const satisfies Record<string, { from: readonly OrderStatus[]; to: OrderStatus }>;

/** What «меньше» pays unless it is said: kopecks. */
export const lessThan = (amount: bigint): bigint => (amount > 1n ? amount - (amount + 9n) / 10n : amount);
