import {
  APPEAL_STATUS_TEXT,
  type AppealStatus,
  ORDER_STATUS_TEXT,
  type OrderStatus,
  PAYOUT_STATUS_TEXT,
  type PayoutStatus,
  WITHDRAWAL_STATUS_TEXT,
  type WithdrawalStatus,
} from '@kantor/contract/statuses.ts';
import { WEBHOOK_MESSAGES } from '@kantor/contract/webhook-messages.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Reader } from '../../db/tx.ts';
import { feeOf } from '../ledger/index.ts';
import { getOrder } from '../merchant-api/index.ts';
import type { Happening } from './rules.ts';

// Objects as they were when something happened to them. They may have gone on since, so whatever follows from the status is
// taken from the event; the rest of an object does not change (but for the requisite's texts, which a trader may correct).

interface Of {
  merchantId: string;
  id: string;
  at: Date;
}

/** @throws Error when there is none: events are only of objects that exist. */
async function only<Row>(rows: Promise<{ rows: Row[] }>): Promise<Row> {
  const [row] = (await rows).rows;
  if (row === undefined) throw new Error('An event is of an object that does not exist');
  return row;
}

async function readOrder(db: Reader, { merchantId, id, at }: Of, status: OrderStatus) {
  const order = await getOrder(db, merchantId, id);
  return { ...order, status, human_status: ORDER_STATUS_TEXT[status], paid_at: status === 'CLOSED' ? at : null };
}

async function readAppeal(db: Reader, { merchantId, id, at }: Of, status: AppealStatus) {
  const { paid_amount: paid, ...appeal } = await only(
    sql<{
      order_id: string;
      external_id: string;
      amount: bigint;
      paid_amount: bigint | null;
      file_name: string | null;
      created_at: Date;
    }>`
      select a.order_id, o.external_id, a.amount, a.paid_amount, f.name as file_name, a.created_at
      from appeal a join orders o on o.id = a.order_id left join stored_file f on f.id = a.file_id
      where a.id = ${id} and a.merchant_id = ${merchantId}`.execute(db),
  );
  const closed_at = status === 'OPEN' ? null : at;
  const paid_amount = status === 'PROCESSED' ? paid : null;
  return { id, ...appeal, paid_amount, status, human_status: APPEAL_STATUS_TEXT[status], closed_at };
}

async function readPayout(db: Reader, { merchantId, id, at }: Of, status: PayoutStatus) {
  const { is_sbp, fee_bp, ...payout } = await only(
    sql<{
      external_id: string | null;
      amount: bigint;
      conversion_rate: bigint;
      amount_in_usdt: bigint;
      fee_bp: number;
      is_sbp: boolean;
      fio: string;
      phone: string;
      bank_account: string;
      created_at: Date;
    }>`
      select external_id, amount, rate as conversion_rate, amount_usdt as amount_in_usdt, fee_bp, is_sbp, fio, phone,
        bank_account, created_at
      from payout where id = ${id} and merchant_id = ${merchantId}`.execute(db),
  );
  return {
    id,
    ...payout,
    status,
    human_status: PAYOUT_STATUS_TEXT[status],
    fee_in_usdt: feeOf(payout.amount_in_usdt, { feeBp: fee_bp }),
    method: is_sbp ? ('sbp' as const) : ('c2c' as const),
    closed_at: status === 'DONE' || status === 'CANCELLED' ? at : null,
  };
}

async function readWithdrawal(db: Reader, { merchantId, id, at }: Of, status: WithdrawalStatus) {
  const { transaction_hash, ...withdrawal } = await only(
    sql<{ amount_in_usdt: bigint; wallet: string; transaction_hash: string | null; created_at: Date }>`
      select w.amount_usdt as amount_in_usdt, wallet.address as wallet, w.transaction_hash, w.created_at
      from withdrawal w join wallet on wallet.id = w.wallet_id
      where w.id = ${id} and w.merchant_id = ${merchantId}`.execute(db),
  );
  const isClosed = status === 'CLOSED';
  return {
    id,
    ...withdrawal,
    status,
    human_status: WITHDRAWAL_STATUS_TEXT[status],
    transaction_hash: isClosed ? transaction_hash : null,
    closed_at: isClosed ? at : null,
  };
}

/** The body of the message about a happening, to the letter. */
export async function writeBody(db: Reader, merchantId: string, { type, happened, objectId, at }: Happening) {
  const of = { merchantId, id: objectId, at };
  const message = { type, timestamp: at };
  const write = <Message extends z.ZodType>(schema: Message, data: (z.output<Message> & { data: unknown })['data']) =>
    JSON.stringify(z.encode(schema, { ...message, data } as z.output<Message>));
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
