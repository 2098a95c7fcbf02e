import type { Page } from '../../../db/dense-list.ts';
import type { FoundPage } from '../../../db/platform-search.ts';
import type { Reader } from '../../../db/tx.ts';
import { notFound } from '../../../kernel/errors.ts';
import { ownerOf } from '../../../kernel/owner.ts';
import { type Besides, inspect } from '../../inspection/index.ts';
import { readAccount } from '../../accounts/index.ts';
import { searchTerms } from '../rules.ts';
import { type PlatformOrderRow, readAllOrders, readOrdersOf } from '../store/lists.ts';
import { type PlatformOrder, type PlatformOrdersPage, readPlatformOrder, searchAllOrders } from '../store/platform.ts';
import { getOrder, type OrderDetail } from './reading.ts';

export interface PlatformOrdersRequest extends Omit<PlatformOrdersPage, 'owner'> {
  /** An account's id. */
  account: string | undefined;
  search: string;
}

const whole = <Row>(page: Page<Row>): FoundPage<Row> => ({ ...page, rest: null });

/**
 * One page of everybody's orders. Those of a status, of some days, of an account are numbered: any page is exact, at once. Other
 * filters, and a search, look at so many at a time.
 */
export async function listPlatformOrders(
  db: Reader,
  { account, search, ...request }: PlatformOrdersRequest,
): Promise<FoundPage<PlatformOrderRow>> {
  const found = account === undefined ? undefined : await readAccount(db, account);
  if (account !== undefined && (found === undefined || found.role === 'operator'))
    return { count: 0, results: [], rest: null };
  const owner = found && ownerOf(found);
  const { bankId, min, max, since, until } = request;
  const isNumbered = search === '' && bankId === undefined && min === undefined && max === undefined;
  if (isNumbered && owner === undefined) return whole(await readAllOrders(db, request));
  if (isNumbered && owner !== undefined && since === undefined && until === undefined)
    return whole(await readOrdersOf(db, owner, request));
  return searchAllOrders(db, { ...request, owner }, searchTerms(search, 'operator'));
}

/** Anybody's order as its trader sees it, and what its merchant sees besides. */
export interface PlatformOrderDetail {
  order: PlatformOrder;
  detail: OrderDetail;
  besides: Besides;
}

/** @throws ApiError 404. */
export async function getPlatformOrder(db: Reader, id: string): Promise<PlatformOrderDetail> {
  const order = await readPlatformOrder(db, id);
  if (order === undefined) throw notFound();
  const { traderId, merchantId, appealIds } = order;
  const detail = await getOrder(db, { role: 'trader', id: traderId }, id);
  const besides = await inspect(db, { id, causes: [id, ...appealIds], accounts: [traderId, merchantId] });
  return { order, detail, besides };
}
