import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { type Page, readPage } from '../../../db/dense-list.ts';
import type { Reader } from '../../../db/tx.ts';
import { type PaymentDetails, paymentColumns } from '../../requisites/index.ts';
import { type Order, orderColumns } from './order.ts';

export type OrderWithRequisite = Order & PaymentDetails;

const selectWithRequisite = sql`
  select true as present, ${orderColumns}, ${paymentColumns}
  from orders o join requisite on requisite.id = o.requisite_id join bank on bank.id = requisite.bank_id`;

/** A merchant's order with the requisite to pay to; undefined when it is not theirs. */
export async function readMerchantOrder(
  db: Reader,
  merchantId: string,
  id: string,
): Promise<OrderWithRequisite | undefined> {
  const { rows } = await sql<OrderWithRequisite>`
    ${selectWithRequisite} where o.id = ${id} and o.merchant_id = ${merchantId}`.execute(db);
  return rows[0];
}

/** The order that the merchant gave this number. */
export async function readOrderByNumber(
  db: Reader,
  merchantId: string,
  externalId: string,
): Promise<OrderWithRequisite | undefined> {
  const { rows } = await sql<OrderWithRequisite>`
    ${selectWithRequisite} where o.merchant_id = ${merchantId} and o.external_id = ${externalId}`.execute(db);
  return rows[0];
}

interface MerchantPage extends PageRequest {
  status: OrderStatus | undefined;
}

/** One page of the merchant's orders with their requisites, newest first, in constant time. */
export function readMerchantOrders(
  db: Reader,
  merchantId: string,
  request: MerchantPage,
): Promise<Page<OrderWithRequisite>> {
  const list = {
    list: 'orders',
    select: selectWithRequisite,
    owner: 'o.merchant_id',
    number: 'o.merchant_seq',
    filter: { table: sql`orders o`, status: 'o.status' },
  };
  return readPage<OrderWithRequisite>(db, list, { ownerId: merchantId, ...request });
}
