import { between } from './patience.ts';
import type { Random } from './payers.ts';

/** A bank account that money comes to: one of those that a phone hears of. */
export interface Account {
  /** The number of the phone that its bank writes to. */
  phone: string;
  /** The bank, as Kantor calls it. */
  bank: string;
  /** The last digits of its card or number. */
  tail: string;
}

const TAIL = 4;
/** Of an account of which only the phone is known: its bank knows better. */
const SOME_TAIL = '0000';
const FIRST_BALANCE = [100_000, 20_000_000] as const;

/** As a payer or a phone finds an account among a requisite's fields. */
export const toAccount = (
  bank: string,
  {
    phone,
    last_4_digits_card: card,
    bank_account: number,
  }: Record<'phone' | 'last_4_digits_card' | 'bank_account', string>,
): Account => ({ phone, bank, tail: card || number.slice(-TAIL) || SOME_TAIL });

/** Adds kopecks to an account, and tells what is then on it. */
export type Book = (account: Account, kopecks: bigint) => bigint;

/** The books of the simulated banks. */
export function openBook(random: Random = Math.random): Book {
  const balances = new Map<string, bigint>();
  return ({ phone, bank, tail }, kopecks) => {
    const account = `${phone} ${bank} ${tail}`;
    const before = balances.get(account) ?? BigInt(Math.round(between(random, FIRST_BALANCE)));
    balances.set(account, before + kopecks);
    return before + kopecks;
  };
}
