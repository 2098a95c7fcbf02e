import {
  APPEAL_STATUS_TEXT,
  type AppealStatus,
  ORDER_STATUS_TEXT,
  type OrderStatus,
  PAYOUT_STATUS_TEXT,
  type PayoutStatus,
  WITHDRAWAL_STATUS_TEXT,
  type WithdrawalStatus,
} from '@kantor/contract/plain/statuses.ts';
import { WEBHOOK_MESSAGES } from '@kantor/contract/wire/webhook-messages.ts';
import { z } from 'zod';
import type { Reader } from '../../db/tx.ts';
import { getAppeal, getOrder, getPayoutWithoutPhoto, getWithdrawal } from '../merchant-api/index.ts';
import type { Happening } from './rules.ts';

// Objects as they were when something happened to them. They may have gone on since, so whatever follows from the status is
// taken from the event; the rest of an object does not change (but for the requisite's texts, which a trader may correct).

interface Of {
  merchantId: string;
  id: string;
  at: Date;
}

async function readOrder(db: Reader, { merchantId, id, at }: Of, status: OrderStatus) {
  const order = await getOrder(db, merchantId, id);
  return { ...order, status, human_status: ORDER_STATUS_TEXT[status], paid_at: status === 'CLOSED' ? at : null };
}

async function readAppeal(db: Reader, { merchantId, id, at }: Of, status: AppealStatus) {
  const appeal = await getAppeal(db, merchantId, id);
  return {
    ...appeal,
    status,
    human_status: APPEAL_STATUS_TEXT[status],
    paid_amount: status === 'PROCESSED' ? appeal.paid_amount : null,
    closed_at: status === 'OPEN' ? null : at,
  };
}

async function readPayout(db: Reader, { merchantId, id, at }: Of, status: PayoutStatus) {
  const payout = await getPayoutWithoutPhoto(db, merchantId, id);
  const isClosed = status === 'DONE' || status === 'CANCELLED';
  return { ...payout, status, human_status: PAYOUT_STATUS_TEXT[status], closed_at: isClosed ? at : null };
}

async function readWithdrawal(db: Reader, { merchantId, id, at }: Of, status: WithdrawalStatus) {
  const withdrawal = await getWithdrawal(db, merchantId, id);
  const isClosed = status === 'CLOSED';
  return {
    ...withdrawal,
    status,
    human_status: WITHDRAWAL_STATUS_TEXT[status],
    transaction_hash: isClosed ? withdrawal.transaction_hash : null,
    closed_at: isClosed ? at : null,
  };
}

/** The body of the message about a happening, to the letter. */
export async function writeBody(db: Reader, merchantId: string, { type, happened, objectId, at }: Happening) {
  const of = { merchantId, id: objectId, at };
  const write = <Data>(schema: z.ZodType<{ type: string; timestamp: Date; data: Data }>, data: NoInfer<Data>): string =>
    JSON.stringify(z.encode(schema, { type, timestamp: at, data }));
  switch (happened.object) {
    case 'order':
      return write(WEBHOOK_MESSAGES.order, await readOrder(db, of, happened.status));
    case 'appeal':
      return write(WEBHOOK_MESSAGES.appeal, await readAppeal(db, of, happened.status));
    case 'payout':
      return write(WEBHOOK_MESSAGES.payout, await readPayout(db, of, happened.status));
    case 'withdrawal':
      return write(WEBHOOK_MESSAGES.withdrawal, await readWithdrawal(db, of, happened.status));
  }
}
