import type { Page } from '../../../db/dense-list.ts';
import { spanOf } from '../../../db/own-list.ts';
import type { FoundPage } from '../../../db/platform-search.ts';
import type { Reader } from '../../../db/tx.ts';
import { dayStart } from '../../../kernel/clock.ts';
import { badRequest, notFound } from '../../../kernel/errors.ts';
import { firstIdAt } from '../../../kernel/ids.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { type OrderMessage, readMessagesOf } from '../../devices/index.ts';
import type { OwnPosting } from '../../ledger/index.ts';
import { searchTerms } from '../rules.ts';
import { type AskedDetail, type OrderWithHistory, readOrdersWithHistory } from '../store/detail.ts';
import { filterOrders, sumFiltered } from '../store/filtered.ts';
import { isNarrowed, type Narrowing } from '../store/narrowing.ts';
import { type OrderRow, type OrdersPage, readOrders } from '../store/lists.ts';
import { readOwnPostings } from '../store/postings.ts';
import { searchOrders, searchTotals } from '../store/search.ts';
import { readTotals, type StatusTotal } from '../store/totals.ts';
import { readWaitingOrders, type Waiting } from '../store/waiting.ts';

/** What a list is narrowed to: days of Moscow's calendar, both whole, and whatever else. */
export interface OrdersNarrowing extends Narrowing {
  from?: string | undefined;
  to?: string | undefined;
}

/** What an owner asks of their list. */
type OrdersRequest = OrdersPage & {
  search: string;
  waiting?: Waiting | undefined;
  before?: string | undefined;
} & OrdersNarrowing;

/** A side knows its own numbers alone. @throws ApiError 400. */
function assertKnown({ role }: Owner, { requisiteId, number }: Narrowing): void {
  if (role === 'trader' && number !== undefined) throw badRequest({ number: ['Номер магазина знает только магазин'] });
  if (role === 'merchant' && requisiteId !== undefined)
    throw badRequest({ requisite: ['Реквизиты знает только их трейдер'] });
}

/**
 * One page of the owner's orders; with a search text, of the orders that it may mean; of days or sums, those in them; of those that
 * wait for a hand, whatever else is asked.
 */
export function listOrders(
  db: Reader,
  owner: Owner,
  { waiting, from, to, before, ...request }: OrdersRequest,
): Promise<Page<OrderRow> | FoundPage<OrderRow>> {
  if (waiting !== undefined) return readWaitingOrders(db, owner, request, waiting);
  if (from !== undefined || to !== undefined || isNarrowed(request)) {
    assertKnown(owner, request);
    return filterOrders(db, owner, { ...request, ...spanOf({ from, to }), before });
  }
  return request.search === ''
    ? readOrders(db, owner, request)
    : searchOrders(db, owner, request, searchTerms(request.search, owner.role));
}

/** What an order moved on its owner's own balance. @throws ApiError 404. */
export async function getPostings(db: Reader, owner: Owner, id: string): Promise<OwnPosting[]> {
  const found = await readOwnPostings(db, owner, id);
  if (found === undefined) throw notFound();
  return found;
}

export interface Totals {
  /** Whether all that fits is added up. */
  isWhole: boolean;
  statuses: StatusTotal[];
}

/** The owner's orders by status, with their sums: all, since a day in Moscow, those that a list is narrowed to, or that a text may mean. */
export async function getTotals(
  db: Reader,
  owner: Owner,
  { search, since, from, to, ...narrowing }: { search: string; since: string | undefined } & OrdersNarrowing,
): Promise<Totals> {
  if (search !== '') return searchTotals(db, owner, searchTerms(search, owner.role));
  if (from !== undefined || to !== undefined || isNarrowed(narrowing)) {
    assertKnown(owner, narrowing);
    return sumFiltered(db, owner, { ...narrowing, ...spanOf({ from, to }) });
  }
  return { isWhole: true, statuses: await readTotals(db, owner, since && firstIdAt(dayStart(since))) };
}

export type OrderDetail = OrderWithHistory & {
  /** Messages of banks about it; empty for anyone but its trader. */
  messages: OrderMessage[];
};

/** Orders as their owners see them, each if it is its asker's. */
export async function readDetails<Asked extends AskedDetail>(
  db: Reader,
  asked: readonly Asked[],
): Promise<Map<Asked, OrderDetail>> {
  const traders = asked.flatMap(({ owner, id }) => (owner.role === 'trader' ? [{ id, traderId: owner.id }] : []));
  const [orders, messages] = await Promise.all([readOrdersWithHistory(db, asked), readMessagesOf(db, traders)]);
  const ofOrder = new Map([...messages].map(([{ id }, list]) => [id, list]));
  return new Map(
    [...orders].map(([question, order]) => {
      const isTrader = question.owner.role === 'trader';
      const mine = isTrader ? { messages: ofOrder.get(order.id) ?? [] } : { ground: null, messages: [] };
      return [question, { ...order, ...mine }];
    }),
  );
}

/** @throws ApiError 404 also when the order is someone else's. */
export async function getOrder(db: Reader, owner: Owner, id: string): Promise<OrderDetail> {
  const [order] = (await readDetails(db, [{ owner, id }])).values();
  if (order === undefined) throw notFound();
  return order;
}
