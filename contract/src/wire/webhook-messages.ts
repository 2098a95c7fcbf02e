import { z } from 'zod';
import { timestamp } from './call.ts';
import { merchantWithdrawal } from './merchant-account.ts';
import { merchantOrder } from './merchant-orders.ts';
import { merchantAppeal } from './merchant-appeals.ts';
import { merchantPayoutInMessage } from './merchant-payouts.ts';
import { merchantDayReport } from './merchant-reports.ts';
import { APPEAL_STATUSES, ORDER_STATUSES, PAYOUT_STATUSES, WITHDRAWAL_STATUSES } from '../plain/statuses.ts';

// Webhooks to a merchant's server, by the Standard Webhooks convention: https://www.standardwebhooks.com

/** `<object>.<status>`, and what else happens to an object. */
const WORDS = {
  order: [...ORDER_STATUSES, 'REVERSED'],
  /** And what happens to an open one: the answers of either side, and what they add. */
  appeal: [...APPEAL_STATUSES, 'EVIDENCE', 'DECLINED', 'CONTESTED', 'ESCALATED'],
  payout: [...PAYOUT_STATUSES, 'CONTESTED', 'SETTLED'],
  /** `closed` is sent. The other ends have words of their own, so that nobody takes them for it. */
  withdrawal: [...WITHDRAWAL_STATUSES, 'REJECTED', 'CANCELLED'],
  /** A day is over, and its figures are there. */
  report: ['DAY'],
} as const;
type WebhookObject = keyof typeof WORDS;

const typesOf = (object: WebhookObject) => WORDS[object].map((word) => `${object}.${word.toLowerCase()}`);

/** Every type of a webhook. */
export const WEBHOOK_TYPES = (Object.keys(WORDS) as WebhookObject[]).flatMap(typesOf) as [string, ...string[]];

const message = <Data extends z.ZodType>(object: WebhookObject, data: Data) =>
  z.strictObject({
    /** `<object>.<status>`, or what else happened to the object. */
    type: z.enum(typesOf(object)),
    /** The moment of the event; the attempt's is in the header `webhook-timestamp`. */
    timestamp,
    /** Of the test mode, or sent to try an endpoint: nothing of it happened. Absent otherwise. */
    test: z.literal(true).optional(),
    /** The object as the merchant API shows it, in the status of the event. */
    data,
  });

export const WEBHOOK_MESSAGES = {
  order: message('order', merchantOrder).meta({ id: 'OrderMessage' }),
  appeal: message('appeal', merchantAppeal).meta({ id: 'AppealMessage' }),
  /** Without the photo, whose link would soon be stale: the payout itself has it. */
  payout: message('payout', merchantPayoutInMessage).meta({ id: 'PayoutMessage' }),
  withdrawal: message('withdrawal', merchantWithdrawal).meta({ id: 'WithdrawalMessage' }),
  report: message('report', merchantDayReport).meta({ id: 'ReportMessage' }),
};
