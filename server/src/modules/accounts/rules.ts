import type { AccountKind } from '../ledger/index.ts';

/** Latin letters and digits only: two names can neither look alike nor differ in a way that only a database sees. */
const USERNAME = /^[a-z0-9][a-z0-9._@+-]{2,149}$/i;

export const isUsername = (text: string): boolean => USERNAME.test(text);

/** The ledger accounts that an account of each role has. */
export const LEDGER_ACCOUNTS: Record<'trader' | 'merchant', readonly AccountKind[]> = {
  trader: ['available', 'held', 'earned'],
  merchant: ['available', 'held'],
};
