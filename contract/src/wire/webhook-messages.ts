import { z } from 'zod';
import { timestamp } from './call.ts';
import { merchantWithdrawal } from './merchant-account.ts';
import { merchantOrder } from './merchant-orders.ts';
import { merchantAppeal } from './merchant-appeals.ts';
import { merchantPayout } from './merchant-payouts.ts';
import { APPEAL_STATUSES, ORDER_STATUSES, PAYOUT_STATUSES, WITHDRAWAL_STATUSES } from '../plain/statuses.ts';

// Webhooks to a merchant's server, by the Standard Webhooks convention: https://www.standardwebhooks.com

const message = <Data extends z.ZodType>(object: string, words: readonly string[], data: Data) =>
  z.strictObject({
    /** `<object>.<status>`, or what else happened to the object. */
    type: z.enum(words.map((word) => `${object}.${word.toLowerCase()}`)),
    /** The moment of the event; the attempt's is in the header `webhook-timestamp`. */
    timestamp,
    /** The object as the merchant API shows it, in the status of the event. */
    data,
  });

export const WEBHOOK_MESSAGES = {
  /** And `order.reversed`, which changes no status. */
  order: message('order', [...ORDER_STATUSES, 'REVERSED'], merchantOrder),
  /** And what happens to an open one: the answers of either side, and what they add. */
  appeal: message('appeal', [...APPEAL_STATUSES, 'EVIDENCE', 'DECLINED', 'CONTESTED', 'ESCALATED'], merchantAppeal),
  /** Without the photo, whose link would soon be stale: the payout itself has it. */
  payout: message('payout', [...PAYOUT_STATUSES, 'CONTESTED', 'SETTLED'], merchantPayout.omit({ photo: true })),
  /** `closed` is sent. The other ends have words of their own, so that nobody takes them for it. */
  withdrawal: message('withdrawal', [...WITHDRAWAL_STATUSES, 'REJECTED', 'CANCELLED'], merchantWithdrawal),
};
