import { setTimeout as delay } from 'node:timers/promises';
import { bankAccount } from '@kantor/demo/bank-account.ts';
import { drawPayer, incomeMessage, incomeMessageTwice } from '@kantor/demo/bank-texts.ts';
import { between, pick, type Random } from '@kantor/demo/random.ts';
import type { Balances } from './balances.ts';
import { drawConduct, type PayerProfile, USUAL_PROFILE } from './payer-profile.ts';
import type { Phones } from './phones.ts';
import type { Order, OrderActions } from './shop.ts';
import { MAX_TIMER_MS } from './time.ts';

export interface PayerOptions {
  phones: Pick<Phones, 'deliver'>;
  balances: Balances;
  signal: AbortSignal;
  profile?: PayerProfile;
  random?: Random;
}

/** By how many kopecks a payer is wrong. */
const MISTAKES = [-100n, -1n, 1n, 100n] as const;

/** The payers of orders. Their money arrives as a message of the bank on the requisite's phone. */
export function createPayers(options: PayerOptions) {
  const { phones, balances, signal, profile = USUAL_PROFILE, random = Math.random } = options;
  const { shares, payAfter, lateBy, repeatAfter, complaintShare, complainAfter, claimShare, receiptShare } = profile;
  const pause = (milliseconds: number) =>
    delay(Math.min(Math.max(milliseconds, 0), MAX_TIMER_MS), undefined, { signal });

  /** Does what a payer does with an order. @throws the signal's reason when it is aborted. */
  return async function pay(order: Order, { cancel, complain, claim }: OrderActions): Promise<void> {
    const conduct = drawConduct(random, shares);
    if (conduct === 'never') return;
    const end = conduct === 'late' ? order.expires_at.getTime() - Date.now() : 0;
    await pause(end + between(random, ...(conduct === 'late' ? lateBy : payAfter)));
    if (conduct === 'cancelled') return cancel();

    // Their bank is slower than they are.
    if (random() < claimShare) await claim({ hasReceipt: random() < receiptShare });
    const { bank_name: bank } = order.requisite;
    const account = bankAccount(bank, order.requisite);
    const amount = order.amount + (conduct === 'wrong' ? pick(random, MISTAKES) : 0n);
    const balance = balances(account, amount);
    const income = { amount, balance, tail: account.tail, payer: drawPayer(random), at: new Date() };
    if (conduct === 'double') {
      const [first, second] = incomeMessageTwice(random, bank, income);
      phones.deliver(account, first);
      await pause(between(random, ...repeatAfter));
      return phones.deliver(account, second);
    }
    phones.deliver(account, incomeMessage(random, bank, income));
    if (conduct === 'paid' || random() >= complaintShare) return;
    await pause(between(random, ...complainAfter));
    return complain(amount);
  };
}
