import { ORDER_FILTERS, type OrderFilter } from '@kantor/contract/plain/statuses.ts';
import type { Page } from '../../../db/dense-list.ts';
import type { FoundPage } from '../../../db/platform-search.ts';
import type { Reader } from '../../../db/tx.ts';
import { ownerOf } from '../../../kernel/owner.ts';
import type { PlatformRequest } from '../../inspection/index.ts';
import { readAccount } from '../../accounts/index.ts';
import { searchTerms } from '../rules.ts';
import { isNarrowed } from '../store/narrowing.ts';
import { type PlatformOrderRow, readAllOrders, readOrdersOf } from '../store/lists.ts';
import { type PlatformOrder, readPlatformOrder, searchAllOrders } from '../store/platform.ts';
import { getOrder, type OrderDetail } from './reading.ts';

const whole = <Row>(page: Page<Row>): FoundPage<Row> => ({ ...page, rest: null });

const isFilter = (status: string): status is OrderFilter => ORDER_FILTERS.some((filter) => filter === status);

/**
 * One page of everybody's orders. Those of a status, of some days, of an account are numbered: any page is exact, at once. Other
 * filters, and a search, look at so many at a time. `SILENT` are active orders whose phones are not online.
 */
export async function listPlatformOrders(
  db: Reader,
  { account, search, status: filter, requisite: requisiteId, confirmed: confirmedBy, ...rest }: PlatformRequest,
  at: Date,
): Promise<FoundPage<PlatformOrderRow>> {
  const found = account === undefined ? undefined : await readAccount(db, account);
  if (account !== undefined && (found === undefined || found.role === 'operator'))
    return { count: 0, results: [], rest: null };
  const owner = found && ownerOf(found);
  const isSilent = filter === 'SILENT';
  const status = isFilter(filter) ? filter : ('ACTIVE' as const);
  const request = { ...rest, requisiteId, confirmedBy, owner, status };
  const { since, until } = request;
  const isNumbered = !isSilent && search === '' && !isNarrowed(request);
  if (isNumbered && owner === undefined) return whole(await readAllOrders(db, request));
  if (isNumbered && owner !== undefined && since === undefined && until === undefined)
    return whole(await readOrdersOf(db, owner, request));
  return searchAllOrders(db, request, searchTerms(search, 'operator'), isSilent ? at : undefined);
}

/** Anybody's order as its trader sees it, and what its merchant sees besides. */
export type AnyOrder = OrderDetail & PlatformOrder;

export async function readAnyOrder(db: Reader, id: string): Promise<AnyOrder | undefined> {
  const order = await readPlatformOrder(db, id);
  return order && { ...(await getOrder(db, { role: 'trader', id: order.traderId }, id)), ...order };
}
