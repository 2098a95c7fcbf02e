import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { type Counted, type Page, pageOf } from '../../../db/dense-list.ts';
import type { Reader, Tx } from '../../../db/tx.ts';
import { MOST_KEPT } from '../rules.ts';

export interface TestOrder {
  id: string;
  merchantId: string;
  externalId: string;
  isSbp: boolean;
  bankName: string;
  amount: bigint;
  rate: bigint;
  amountUsdt: bigint;
  feeBp: number;
  status: OrderStatus;
  callbackUrl: string | null;
  /** Where the payer's page leads back to. */
  returnUrl: string | null;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  /** What the shop keeps of its own beside it. */
  payerId: string | null;
  metadata: Record<string, string> | null;
}

const columns = sql`id, merchant_id as "merchantId", external_id as "externalId", is_sbp as "isSbp", bank_name as "bankName",
  amount, rate, amount_usdt as "amountUsdt", fee_bp as "feeBp", status, callback_url as "callbackUrl",
  return_url as "returnUrl",  created_at as "createdAt", expires_at as "expiresAt", paid_at as "paidAt", payer_id as "payerId", metadata`;

/** Keeps an order; the oldest beyond the most that are kept goes. @returns whether its number was free. */
export async function insertTestOrder(tx: Tx, order: TestOrder): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from test_order where id in (
        select id from test_order where merchant_id = ${order.merchantId} order by id desc offset ${MOST_KEPT - 1})
    )
    insert into test_order (id, merchant_id, external_id, is_sbp, bank_name, amount, rate, amount_usdt, fee_bp, status,
      callback_url, return_url, created_at, moved_at, expires_at, payer_id, metadata)
    values (${order.id}, ${order.merchantId}, ${order.externalId}, ${order.isSbp}, ${order.bankName}, ${order.amount},
      ${order.rate}, ${order.amountUsdt}, ${order.feeBp}, ${order.status}, ${order.callbackUrl}, ${order.returnUrl},
      ${order.createdAt}, ${order.createdAt}, ${order.expiresAt}, ${order.payerId}, ${order.metadata && JSON.stringify(order.metadata)}::jsonb)
    on conflict (merchant_id, external_id) do nothing returning id`.execute(tx);
  return rows.length > 0;
}

export async function readTestOrder(db: Reader, merchantId: string, id: string): Promise<TestOrder | undefined> {
  const { rows } = await sql<TestOrder>`
    select ${columns} from test_order where id = ${id} and merchant_id = ${merchantId}`.execute(db);
  return rows[0];
}

/** By their ids. */
export async function readTestOrdersById(db: Reader, ids: readonly string[]): Promise<Map<string, TestOrder>> {
  const { rows } = await sql<TestOrder>`select ${columns} from test_order where id = any(${ids})`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function readTestOrders(
  db: Reader,
  merchantId: string,
  {
    page,
    pageSize,
    externalId,
    statuses,
  }: PageRequest & { externalId?: string | undefined; statuses?: readonly string[] | undefined },
): Promise<Page<TestOrder>> {
  const where = sql`merchant_id = ${merchantId}
    and (${externalId ?? null}::text is null or external_id = ${externalId ?? null})
    and (${statuses ?? null}::text[] is null or status = any(${statuses ?? null}::text[]))`;
  const { rows } = await sql<Counted<TestOrder>>`
    select (select count(*) from test_order where ${where}) as count, r.*
    from (select) as always left join lateral (
      select true as present, ${columns} from test_order where ${where}
      order by id desc offset ${(page - 1) * pageSize} limit ${pageSize}
    ) r on true`.execute(db);
  return pageOf(rows);
}

/** Moves an order that is in one of these statuses. @returns undefined when it is in none, or not the merchant's. */
export async function moveTestOrder(
  tx: Tx,
  { merchantId, id }: { merchantId: string; id: string },
  { from, to, at }: { from: readonly OrderStatus[]; to: OrderStatus; at: Date },
): Promise<TestOrder | undefined> {
  const { rows } = await sql<TestOrder>`
    update test_order set status = ${to}, moved_at = ${at}, paid_at = ${to === 'CLOSED' ? at : null}
    where id = ${id} and merchant_id = ${merchantId} and status = any(${from}::text[])
    returning ${columns}`.execute(tx);
  return rows[0];
}

/** Ends the orders whose time is over, a batch of them. */
export async function expireTestOrders(tx: Tx, at: Date, batch: number): Promise<TestOrder[]> {
  const { rows } = await sql<TestOrder>`
    update test_order set status = 'EXPIRED', moved_at = ${at} where id in (
      select id from test_order where status = 'ACTIVE' and expires_at <= ${at}
      order by expires_at limit ${batch} for no key update skip locked)
    returning ${columns}`.execute(tx);
  return rows;
}
