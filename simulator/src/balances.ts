import type { BankAccount } from '@kantor/demo/bank-account.ts';
import { between, type Random } from '@kantor/demo/random.ts';

const FIRST_BALANCE = [100_000, 20_000_000] as const;

/** Adds kopecks to an account. @returns its new balance. */
export type Balances = (account: BankAccount, kopecks: bigint) => bigint;

/** The balances of all accounts at the simulated banks. */
export function createBalances(random: Random = Math.random): Balances {
  const balances = new Map<string, bigint>();
  return ({ phone, bank, tail }, kopecks) => {
    const account = `${phone} ${bank} ${tail}`;
    const before = balances.get(account) ?? BigInt(Math.round(between(random, ...FIRST_BALANCE)));
    balances.set(account, before + kopecks);
    return before + kopecks;
  };
}
