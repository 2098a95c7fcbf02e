import type { AppealStage } from '@kantor/contract/plain/appeals.ts';
import type { AppealStatus, OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../../db/tx.ts';
import { lockOrder } from '../../orders/index.ts';

/** An appeal with its order, as the operator sees them. */
export interface OperatorAppeal {
  id: string;
  orderId: string;
  merchantId: string;
  traderId: string;
  merchant: string;
  trader: string;
  status: AppealStatus;
  /** Kopecks that the merchant claims. */
  amount: bigint;
  /** Kopecks it was confirmed for. */
  paid: bigint | null;
  hasFile: boolean;
  createdAt: Date;
  /** Kopecks and micro-USDT of the order, and its rate in 1/10000 of a rouble. */
  orderAmount: bigint;
  orderUsdt: bigint;
  rate: bigint;
  orderStatus: OrderStatus;
  /** Micro-USDT that the order holds of the trader's. */
  held: bigint;
  stage: AppealStage | null;
  round: number;
}

const selectForOperator = sql`
  select a.id, a.order_id as "orderId", a.merchant_id as "merchantId", a.trader_id as "traderId", merchant.name as merchant, trader.name as trader, a.status, a.amount,
    a.paid_amount as paid, a.file_id is not null as "hasFile", a.created_at as "createdAt", o.amount as "orderAmount",
    o.amount_usdt as "orderUsdt", o.rate, o.status as "orderStatus", o.held, a.stage, a.round
  from appeal a join orders o on o.id = a.order_id
  join account merchant on merchant.id = a.merchant_id join account trader on trader.id = a.trader_id`;

/** The appeals that wait for a decision, oldest first. */
export async function readOpenAppeals(db: Reader, limit: number): Promise<OperatorAppeal[]> {
  const { rows } = await sql<OperatorAppeal>`
    ${selectForOperator} where a.status = 'OPEN' order by a.id limit ${limit}`.execute(db);
  return rows;
}

async function readForOperator(db: Reader, id: string): Promise<OperatorAppeal | undefined> {
  const { rows } = await sql<OperatorAppeal>`${selectForOperator} where a.id = ${id}`.execute(db);
  return rows[0];
}

/** The appeal, its order locked: nobody else decides on it before the transaction ends, and nothing read here changes. */
export async function lockAppeal(tx: Tx, id: string): Promise<OperatorAppeal | undefined> {
  const found = await readForOperator(tx, id);
  if (found === undefined) return undefined;
  await lockOrder(tx, found.orderId);
  return readForOperator(tx, id);
}
