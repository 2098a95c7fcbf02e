import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { WEBHOOK_MESSAGES } from '@kantor/contract/wire/webhook-messages.ts';
import { z } from 'zod';
import type { Reader } from '../../db/tx.ts';
import {
  findPayout,
  getAppeal,
  getOrder,
  toMerchantAppeal,
  toMerchantOrder,
  toMerchantWithdrawal,
  withoutPhoto,
} from '../merchant-api/index.ts';
import { getDayReport, toDayReport } from '../analytics/index.ts';
import { NOT_REVERSED } from '../orders/index.ts';
import { getWithdrawal } from '../withdrawals/index.ts';
import type { StatusChange, WebhookEvent } from './rules.ts';
import { readReportDay } from './store/fan-out.ts';

// Objects as they were at an event. They may have gone on since, so everything that follows from the status is taken from the
// event; the rest of an object does not change.

interface Of {
  merchantId: string;
  id: string;
  at: Date;
}

async function readOrder(db: Reader, { merchantId, id, at }: Of, status: OrderStatus | 'REVERSED') {
  const order = await getOrder(db, merchantId, id);
  // The last event of an order: it is as it was then.
  if (status === 'REVERSED') return toMerchantOrder(order);
  return toMerchantOrder({ ...order, ...NOT_REVERSED, status, paidAt: status === 'CLOSED' ? at : null });
}

/** An appeal is what its step at the event made of it; one of before there were steps is known by its time. */
async function readAppeal(db: Reader, { merchantId, id, at, eventId }: Of & { eventId: bigint }) {
  const appeal = await getAppeal(db, merchantId, id);
  const steps = appeal.steps.filter((step) => (step.eventId === null ? step.at <= at : step.eventId <= eventId));
  const last = steps.at(-1);
  if (last === undefined) return toMerchantAppeal(appeal);
  const { stage, round, answerUntil, amount, step } = last;
  const isPaid = step === 'confirm' || step === 'split';
  return toMerchantAppeal({
    ...appeal,
    steps,
    stage,
    round,
    answerUntil,
    status: stage === null ? (isPaid ? 'PROCESSED' : 'CLOSED') : 'OPEN',
    paid: isPaid ? amount : null,
    processedAt: stage === null ? last.at : null,
  });
}

type PayoutChange = Extract<StatusChange, { object: 'payout' }>;

async function readPayout(db: Reader, { merchantId, id, at }: Of, { status, settlement }: PayoutChange) {
  const payout = await findPayout(db, merchantId, id);
  if (status === 'CANCELLED') return withoutPhoto(payout);
  const wasDone = settlement !== null;
  const isContested = payout.contestedAt !== null && payout.contestedAt <= at && settlement !== 'contestable';
  return withoutPhoto({
    ...payout,
    status,
    settlement,
    doneAt: wasDone ? payout.doneAt : null,
    contestUntil: wasDone ? payout.contestUntil : null,
    contestReason: isContested ? payout.contestReason : null,
    decisionReason: settlement === 'settled' ? payout.decisionReason : null,
  });
}

type WithdrawalChange = Extract<StatusChange, { object: 'withdrawal' }>;

async function readWithdrawal(db: Reader, { merchantId, id, at }: Of, { status, outcome }: WithdrawalChange) {
  const withdrawal = await getWithdrawal(db, merchantId, id);
  const end =
    status === 'CLOSED'
      ? { doneAt: at }
      : { doneAt: null, transactionHash: null, rejectedReason: null, sendingAt: null };
  return toMerchantWithdrawal({ ...withdrawal, status, outcome, ...end });
}

/** The body of an event's delivery, to the letter. */
export async function writeBody(
  db: Reader,
  merchantId: string,
  { id: eventId, type, change, objectId, at }: WebhookEvent,
) {
  const of = { merchantId, id: objectId, at };
  const write = <Data>(schema: z.ZodType<{ type: string; timestamp: Date; data: Data }>, data: NoInfer<Data>): string =>
    JSON.stringify(z.encode(schema, { type, timestamp: at, data }));
  switch (change.object) {
    case 'order':
      return write(WEBHOOK_MESSAGES.order, await readOrder(db, of, change.status));
    case 'appeal':
      return write(WEBHOOK_MESSAGES.appeal, await readAppeal(db, { ...of, eventId }));
    case 'payout':
      return write(WEBHOOK_MESSAGES.payout, await readPayout(db, of, change));
    case 'withdrawal':
      return write(WEBHOOK_MESSAGES.withdrawal, await readWithdrawal(db, of, change));
    case 'report':
      return write(
        WEBHOOK_MESSAGES.report,
        toDayReport(await getDayReport(db, merchantId, await readReportDay(db, objectId), at)),
      );
  }
}
