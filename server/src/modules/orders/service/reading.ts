import type { Page } from '../../../db/dense-list.ts';
import type { Reader } from '../../../db/tx.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { type OrderMessage, readMessagesOf } from '../../devices/index.ts';
import { searchTerms } from '../rules.ts';
import { type OrderRow, type OrdersPage, type OrderWithHistory, readOrder, readOrders } from '../store/lists.ts';
import { searchOrders } from '../store/search.ts';

/** One page of the owner's orders; with a search text, of the orders that it may mean. */
export function listOrders(
  db: Reader,
  owner: Owner,
  request: OrdersPage & { search: string },
): Promise<Page<OrderRow>> {
  return request.search === ''
    ? readOrders(db, owner, request)
    : searchOrders(db, owner, request, searchTerms(request.search, owner.role));
}

export type OrderDetail = OrderWithHistory & {
  /** Messages of banks about it; empty for anyone but its trader. */
  messages: OrderMessage[];
};

/** @throws ApiError 404 also when the order is someone else's. */
export async function getOrder(db: Reader, owner: Owner, id: string): Promise<OrderDetail> {
  const order = await readOrder(db, owner, id);
  if (order === undefined) throw notFound();
  if (owner.role !== 'trader') return { ...order, ground: null, messages: [] };
  return { ...order, messages: await readMessagesOf(db, owner.id, id) };
}
