import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { type Page, readPage } from '../../../db/dense-list.ts';
import type { KeysetList } from '../../../db/keyset.ts';
import type { Reader } from '../../../db/tx.ts';
import { type PaymentDetails, paymentColumns, withPayee } from '../../requisites/index.ts';
import { type Order, orderColumns } from './order.ts';
import { type Reversal, reversalColumns } from './reversal.ts';
import { type ShopData, shopDataColumns } from './shop-data.ts';

export type OrderWithPayee = Order & PaymentDetails & Reversal & ShopData;

const selectWithPayee = sql`
  select true as present, ${orderColumns}, ${reversalColumns}, ${shopDataColumns}, ${paymentColumns('payee')} from orders o ${withPayee('o')}`;

/** A merchant's order with its payee; undefined when it is not theirs. */
export async function readMerchantOrder(
  db: Reader,
  merchantId: string,
  id: string,
): Promise<OrderWithPayee | undefined> {
  const { rows } = await sql<OrderWithPayee>`
    ${selectWithPayee} where o.id = ${id} and o.merchant_id = ${merchantId}`.execute(db);
  return rows[0];
}

/** Orders with their payees, by id. */
export async function readOrdersWithPayee(db: Reader, ids: readonly string[]): Promise<Map<string, OrderWithPayee>> {
  const { rows } = await sql<OrderWithPayee>`${selectWithPayee} where o.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((order) => [order.id, order]));
}

/** The order that the merchant gave this number. */
export async function readOrderByNumber(
  db: Reader,
  merchantId: string,
  externalId: string,
): Promise<OrderWithPayee | undefined> {
  const { rows } = await sql<OrderWithPayee>`
    ${selectWithPayee} where o.merchant_id = ${merchantId} and o.external_id = ${externalId}`.execute(db);
  return rows[0];
}

interface MerchantPage extends PageRequest {
  status: OrderStatus | undefined;
}

/** One page of the merchant's orders with their payees, newest first, in constant time. */
export function readMerchantOrders(
  db: Reader,
  merchantId: string,
  request: MerchantPage,
): Promise<Page<OrderWithPayee>> {
  const list = {
    list: 'orders',
    select: selectWithPayee,
    owner: 'o.merchant_id',
    number: 'o.merchant_seq',
    filter: { table: sql`orders o`, status: 'o.status' },
  };
  return readPage<OrderWithPayee>(db, list, { ownerId: merchantId, ...request });
}

/** A merchant's orders, from where one was. */
export const merchantOrders: KeysetList = {
  table: 'orders',
  owner: 'merchant_id',
  number: 'merchant_seq',
  statusType: 'order_status',
};
