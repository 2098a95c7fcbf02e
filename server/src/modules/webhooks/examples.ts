import type { WebhookKind } from '@kantor/contract/plain/webhooks.ts';
import type { WEBHOOK_MESSAGES } from '@kantor/contract/wire/webhook-messages.ts';
import {
  APPEAL_STATUS_TEXT,
  ORDER_STATUS_TEXT,
  type OrderStatus,
  PAYOUT_STATUS_TEXT,
  type PayoutSettlement,
  type PayoutStatus,
  WITHDRAWAL_STATUS_TEXT,
} from '@kantor/contract/plain/statuses.ts';
import type { z } from 'zod';
import { after, DAY, HOUR, MINUTE, moscowDay } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { type StatusChange, statusChangeOf } from './rules.ts';

// What a merchant's server is sent to try it: objects as they are, of things that never happened.

type Data<Name extends keyof typeof WEBHOOK_MESSAGES> = z.input<(typeof WEBHOOK_MESSAGES)[Name]>['data'];

interface Of {
  id: string;
  now: Date;
}

const before = (now: Date, milliseconds: number) => after(now, -milliseconds).toISOString();
const NUMBER = 'test-1';

function order({ id, now }: Of, status: OrderStatus | 'REVERSED'): Data<'order'> {
  const isReversed = status === 'REVERSED';
  const shown = isReversed ? 'CLOSED' : status;
  return {
    id,
    external_id: NUMBER,
    status: shown,
    human_status: ORDER_STATUS_TEXT[shown],
    amount: '1500.00',
    conversion_rate: '95.0000',
    amount_in_usdt: '15.789474',
    fee_in_usdt: '0.947368',
    method: 'sbp',
    requisite: {
      bank_name: 'Т-Банк',
      fio: 'Иванов Иван Иванович',
      phone: '+79990000000',
      bank_account: '',
      last_4_digits_card: '1234',
    },
    created_at: before(now, 5 * MINUTE),
    expires_at: after(now, 10 * MINUTE).toISOString(),
    paid_at: shown === 'CLOSED' ? now.toISOString() : null,
    reversed_amount: isReversed ? '1500.00' : null,
    reversed_at: isReversed ? now.toISOString() : null,
    reversal_reason: isReversed ? 'Банк вернул перевод плательщику' : null,
    payer_id: null,
    metadata: {},
  };
}

function appeal({ id, now }: Of, type: string): Data<'appeal'> {
  const status = type === 'appeal.processed' ? 'PROCESSED' : type === 'appeal.closed' ? 'CLOSED' : 'OPEN';
  const isOpen = status === 'OPEN';
  const until = isOpen && type !== 'appeal.escalated' ? after(now, HOUR).toISOString() : null;
  const stage = !isOpen
    ? null
    : type === 'appeal.escalated'
      ? 'operator'
      : type === 'appeal.declined'
        ? 'merchant'
        : 'trader';
  return {
    id,
    order_id: newId(now),
    external_id: NUMBER,
    status,
    human_status: APPEAL_STATUS_TEXT[status],
    amount: '1500.00',
    paid_amount: status === 'PROCESSED' ? '1500.00' : null,
    file_name: 'receipt.pdf',
    created_at: before(now, 20 * MINUTE),
    closed_at: isOpen ? null : now.toISOString(),
    stage,
    round: 1,
    answer_until: until,
    outcome: isOpen ? null : status === 'PROCESSED' ? 'confirmed' : 'declined',
    reason: null,
    human_reason: null,
    steps: [],
  };
}

function payout({ id, now }: Of, status: PayoutStatus, settlement: PayoutSettlement | null): Data<'payout'> {
  const isDone = status === 'DONE';
  return {
    id,
    external_id: NUMBER,
    status,
    human_status: PAYOUT_STATUS_TEXT[status],
    amount: '1500.00',
    conversion_rate: '95.0000',
    amount_in_usdt: '15.789474',
    fee_in_usdt: '0.157895',
    method: 'sbp',
    fio: 'Иванов Иван Иванович',
    phone: '+79990000000',
    bank_account: '',
    recipient_bank: null,
    created_at: before(now, 10 * MINUTE),
    closed_at: isDone || status === 'CANCELLED' ? now.toISOString() : null,
    settlement,
    contest_until: isDone ? after(now, 30 * MINUTE).toISOString() : null,
    contest_reason: settlement === 'contested' ? 'Деньги не пришли' : null,
    decision_reason: null,
    payer_id: null,
    metadata: {},
  };
}

type WithdrawalChange = Extract<StatusChange, { object: 'withdrawal' }>;

function withdrawal({ id, now }: Of, { status, outcome }: WithdrawalChange): Data<'withdrawal'> {
  const isSent = outcome === 'SENT';
  return {
    id,
    status,
    human_status: WITHDRAWAL_STATUS_TEXT[status],
    outcome,
    rejected_reason: outcome === 'REJECTED' ? 'Адрес принадлежит бирже, которая не принимает такие переводы' : null,
    amount_in_usdt: '100.000000',
    wallet: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    transaction_hash: isSent ? '0'.repeat(64) : null,
    created_at: before(now, HOUR),
    sending_at: isSent ? before(now, MINUTE) : null,
    closed_at: status === 'CLOSED' ? now.toISOString() : null,
  };
}

/** Of yesterday. */
const report = ({ now }: Of): Data<'report'> => ({
  day: moscowDay(after(now, -DAY)),
  asked: 4,
  issued: 3,
  issued_amount: '4500.00',
  closed: 2,
  late: 0,
  expired: 1,
  cancelled: 0,
  conversion_bp: 6666,
  amount: '3000.00',
  reversed: 0,
  reversed_amount: '0.00',
  lost_amount: '1500.00',
  fee_in_usdt: '1.894736',
  appeals: 0,
  appeals_won: 0,
});

function dataOf(type: WebhookKind, of: Of) {
  const change = statusChangeOf(type);
  if (change?.object === 'order') return order(of, change.status);
  if (change?.object === 'payout') return payout(of, change.status, change.settlement);
  if (change?.object === 'withdrawal') return withdrawal(of, change);
  if (change?.object === 'report') return report(of);
  return appeal(of, type);
}

/** The body of a webhook that says of itself that it is none of what happened. */
export const testBody = (message: { type: string; timestamp: string; data: object }): string => {
  const { type, timestamp, data } = message;
  return JSON.stringify({ type, timestamp, test: true, data });
};

/** An example of a type, as it is sent. @returns the body, and the id of the object in it. */
export function exampleOf(type: WebhookKind, now: Date): { objectId: string; body: string } {
  const objectId = newId(now);
  const data = dataOf(type, { id: objectId, now });
  return { objectId, body: testBody({ type, timestamp: now.toISOString(), data }) };
}
