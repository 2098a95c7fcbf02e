import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { nextIds } from '../../../db/keyset.ts';
import type { Reader } from '../../../db/tx.ts';
import { notFound } from '../../../kernel/errors.ts';
import {
  merchantOrders,
  nextIdsOfPayer,
  type OrderWithPayee,
  readMerchantOrder,
  readMerchantOrders,
  readOrderByNumber,
  readOrdersWithPayee,
} from '../../orders/index.ts';
import { type Listed, listObjects, type ListQuery } from './lists.ts';

/** @throws ApiError 404 also when the order is another merchant's. */
export async function getOrder(db: Reader, merchantId: string, id: string): Promise<OrderWithPayee> {
  const order = await readMerchantOrder(db, merchantId, id);
  if (order === undefined) throw notFound();
  return order;
}

/** A part of the merchant's orders; with the merchant's number of one, that order alone. @throws the errors of listObjects. */
export async function listOrders(
  db: Reader,
  merchantId: string,
  {
    external_id: externalId,
    ...query
  }: ListQuery & { status?: OrderStatus[] | undefined; external_id?: string | undefined },
): Promise<Listed<OrderWithPayee>> {
  if (externalId !== undefined) {
    const order = await readOrderByNumber(db, merchantId, externalId);
    const found = order && (query.status?.includes(order.status) ?? true) ? [order] : [];
    return { count: found.length, results: (query.page ?? 1) === 1 ? found : [], nextCursor: null };
  }
  const { payer_id: payerId } = query;
  return listObjects(db, merchantId, query, {
    list: merchantOrders,
    object: 'order',
    isPagedByStatus: true,
    readPage: (page) => readMerchantOrders(db, merchantId, { ...page, status: page.status as OrderStatus | undefined }),
    nextIds: (reader, sought) =>
      payerId === undefined ? nextIds(reader, merchantOrders, sought) : nextIdsOfPayer(reader, payerId, sought),
    readByIds: readOrdersWithPayee,
  });
}
