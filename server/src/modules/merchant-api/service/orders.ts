import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';
import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { Page } from '../../../db/dense-list.ts';
import type { Reader } from '../../../db/tx.ts';
import { notFound } from '../../../kernel/errors.ts';
import { type OrderWithPayee, readMerchantOrder, readMerchantOrders, readOrderByNumber } from '../../orders/index.ts';

/** @throws ApiError 404 also when the order is another merchant's. */
export async function getOrder(db: Reader, merchantId: string, id: string): Promise<OrderWithPayee> {
  const order = await readMerchantOrder(db, merchantId, id);
  if (order === undefined) throw notFound();
  return order;
}

interface ListRequest extends PageRequest {
  status: OrderStatus | undefined;
  externalId: string | undefined;
}

/** One page of the merchant's orders; with the merchant's number of one, that order alone. */
export async function listOrders(
  db: Reader,
  merchantId: string,
  { page, pageSize, status, externalId }: ListRequest,
): Promise<Page<OrderWithPayee>> {
  if (externalId === undefined) return readMerchantOrders(db, merchantId, { page, pageSize, status });
  const order = await readOrderByNumber(db, merchantId, externalId);
  const found = order && (status === undefined || order.status === status) ? [order] : [];
  return { count: found.length, results: page === 1 ? found : [] };
}
