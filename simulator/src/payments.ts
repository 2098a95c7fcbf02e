import { setTimeout as delay } from 'node:timers/promises';
import type { merchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import type { z } from 'zod';
import { type Book, toAccount } from './accounts.ts';
import { drawPayer, tellOnce, tellTwice } from './bank-texts.ts';
import { drawFate, type Habits, USUAL_HABITS } from './habits.ts';
import { between } from './patience.ts';
import { LONGEST_GAP, pick, type Random } from './payers.ts';
import type { Phones } from './phones.ts';
import type { Counter } from './shop.ts';

export type Order = z.output<typeof merchantOrder>;

export interface PayersOptions {
  phones: Pick<Phones, 'hear'>;
  book: Book;
  signal: AbortSignal;
  habits?: Habits;
  random?: Random;
}

/** By how many kopecks a payer is wrong. */
const MISTAKES = [-100n, -1n, 1n, 100n] as const;

/** Those who pay orders, each in his own time: money that they send arrives as a message of the bank on the requisite's phone. */
export function createPayers({ phones, book, signal, habits = USUAL_HABITS, random = Math.random }: PayersOptions) {
  const { shares, patience, lateness, repeat, complaints, grudge } = habits;
  const pause = (milliseconds: number) =>
    delay(Math.min(Math.max(milliseconds, 0), LONGEST_GAP), undefined, { signal });

  /** What becomes of an order. @throws the signal's reason when told to stop. */
  return async function serve(order: Order, { cancel, complain }: Counter): Promise<void> {
    const fate = drawFate(random, shares);
    if (fate === 'never') return;
    const end = fate === 'late' ? order.expires_at.getTime() - Date.now() : 0;
    await pause(end + between(random, fate === 'late' ? lateness : patience));
    if (fate === 'cancelled') return cancel();

    const { bank_name: bank } = order.requisite;
    const account = toAccount(bank, order.requisite);
    const amount = order.amount + (fate === 'wrong' ? pick(random, MISTAKES) : 0n);
    const balance = book(account, amount);
    const income = { amount, balance, tail: account.tail, payer: drawPayer(random), at: new Date() };
    if (fate === 'late' || fate === 'wrong') {
      phones.hear(account, tellOnce(random, bank, income));
      if (random() >= complaints) return;
      await pause(between(random, grudge));
      return complain(amount);
    }
    if (fate !== 'double') return phones.hear(account, tellOnce(random, bank, income));
    const [first, second] = tellTwice(random, bank, income);
    phones.hear(account, first);
    await pause(between(random, repeat));
    phones.hear(account, second);
  };
}
