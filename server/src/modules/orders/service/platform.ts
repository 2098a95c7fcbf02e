import { ORDER_FILTERS, type OrderFilter } from '@kantor/contract/plain/statuses.ts';
import type { Page } from '../../../db/dense-list.ts';
import type { FoundPage } from '../../../db/platform-search.ts';
import type { Reader } from '../../../db/tx.ts';
import { type Owner, ownerOf } from '../../../kernel/owner.ts';
import type { PlatformRequest } from '../../inspection/index.ts';
import { readAccount } from '../../accounts/index.ts';
import { searchTerms } from '../rules.ts';
import { isNarrowed } from '../store/narrowing.ts';
import { type PlatformOrderRow, readAllOrders, readOrdersOf } from '../store/lists.ts';
import { type PlatformOrder, readPlatformOrder, searchAllOrders, sumAllOrders } from '../store/platform.ts';
import { readAllTotals, readTotals } from '../store/totals.ts';
import { getOrder, type OrderDetail, type Totals } from './reading.ts';

const whole = <Row>(page: Page<Row>): FoundPage<Row> => ({ ...page, rest: null });

const isFilter = (status: string): status is OrderFilter => ORDER_FILTERS.some((filter) => filter === status);

/** Whose orders are asked for: of one account or of two, of one side each. Null: nobody has such orders. */
type Sides = { owner: Owner | undefined; other: Owner | undefined } | null;

async function sidesOf(db: Reader, { account, trader, merchant }: Partial<PlatformRequest>): Promise<Sides> {
  const sides: Partial<Record<Owner['role'], Owner>> = {};
  for (const [id, role] of [[account], [trader, 'trader'], [merchant, 'merchant']] as const) {
    if (id === undefined) continue;
    const found = await readAccount(db, id);
    if (found === undefined || found.role === 'operator' || (role !== undefined && found.role !== role)) return null;
    // Two of one side have no order together.
    if (sides[found.role] !== undefined && sides[found.role]?.id !== id) return null;
    sides[found.role] = ownerOf(found);
  }
  const { trader: one, merchant: another } = sides;
  return one === undefined ? { owner: another, other: undefined } : { owner: one, other: another };
}

/** What a list is narrowed to, by the names that it has here. */
const narrowed = ({ requisite: requisiteId, confirmed: confirmedBy, ...rest }: PlatformRequest) => {
  const { account: _account, trader: _trader, merchant: _merchant, search, status, ...asked } = rest;
  return { search, status, asked: { ...asked, requisiteId, confirmedBy } };
};

/**
 * One page of everybody's orders. Those of a status, of some days, of an account are numbered: any page is exact, at once. Other
 * filters, and a search, look at so many at a time. `SILENT` are active orders whose phones are not online.
 */
export async function listPlatformOrders(
  db: Reader,
  given: PlatformRequest,
  at: Date,
): Promise<FoundPage<PlatformOrderRow>> {
  const sides = await sidesOf(db, given);
  if (sides === null) return { count: 0, results: [], rest: null };
  const { search, status: filter, asked } = narrowed(given);
  const { owner, other } = sides;
  const isSilent = filter === 'SILENT';
  const status = isFilter(filter) ? filter : ('ACTIVE' as const);
  const request = { ...asked, owner, other, status };
  const { since, until } = request;
  const isNumbered = !isSilent && search === '' && other === undefined && !isNarrowed(request);
  if (isNumbered && owner === undefined) return whole(await readAllOrders(db, request));
  if (isNumbered && owner !== undefined && since === undefined && until === undefined)
    return whole(await readOrdersOf(db, owner, request));
  return searchAllOrders(db, request, searchTerms(search, 'operator'), isSilent ? at : undefined);
}

/** How many of them there are in each status, with their sums: by the counters where these know, else of what a search looks at. */
export async function getPlatformTotals(db: Reader, given: PlatformRequest): Promise<Totals> {
  const sides = await sidesOf(db, given);
  if (sides === null) return { isWhole: true, statuses: [] };
  const { search, asked } = narrowed(given);
  const { owner, other } = sides;
  const isCounted =
    search === '' &&
    other === undefined &&
    !isNarrowed(asked) &&
    asked.since === undefined &&
    asked.until === undefined;
  if (!isCounted) return sumAllOrders(db, { ...asked, ...sides }, searchTerms(search, 'operator'));
  return {
    isWhole: true,
    statuses: owner === undefined ? await readAllTotals(db) : await readTotals(db, owner, undefined),
  };
}

/** Anybody's order as its trader sees it, and what its merchant sees besides. */
export type AnyOrder = OrderDetail & PlatformOrder;

export async function readAnyOrder(db: Reader, id: string): Promise<AnyOrder | undefined> {
  const order = await readPlatformOrder(db, id);
  return order && { ...(await getOrder(db, { role: 'trader', id: order.traderId }, id)), ...order };
}
