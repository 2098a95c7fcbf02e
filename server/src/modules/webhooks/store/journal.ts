import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { WebhookStatus } from '@kantor/contract/plain/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Candidates, type FoundPage, searchPlatform, walkOwner } from '../../../db/platform-search.ts';
import type { Reader } from '../../../db/tx.ts';
import { WHOLE_ID } from '../../../kernel/search-terms.ts';
import { type Delivery, selectOwned } from './deliveries.ts';

/** What a merchant looks for in their journal. */
export interface JournalFilter {
  status?: WebhookStatus | undefined;
  type?: string | undefined;
  /** The id of an object or of a delivery, or the merchant's own number; whole. */
  search?: string | undefined;
}

export const isFiltered = ({ status, type, search }: JournalFilter): boolean =>
  status !== undefined || type !== undefined || (search !== undefined && search !== '');

/**
 * The ids of a merchant's objects of a number of their own, live and of the test mode, with the appeals against their orders. The
 * number is on no delivery: each table has it in an index already.
 */
const objectsOfNumber = (merchantId: string, number: string): RawBuilder<unknown> => {
  const theirs = sql`merchant_id = ${merchantId} and external_id = ${number}`;
  return sql`
    select id from orders where ${theirs}
    union all select appeal.id from appeal join orders on orders.id = appeal.order_id
      where orders.merchant_id = ${merchantId} and orders.external_id = ${number}
    union all select id from payout where ${theirs}
    union all select id from test_order where ${theirs}
    union all select test_appeal.id from test_appeal join test_order on test_order.id = test_appeal.order_id
      where test_order.merchant_id = ${merchantId} and test_order.external_id = ${number}
    union all select id from test_payout where ${theirs}`;
};

/** The ids that a whole id names: the object's own, and those of the appeals against it. */
const objectsOfId = (id: string): RawBuilder<unknown> => sql`
  select ${id}::uuid as id
  union all select id from appeal where order_id = ${id}::uuid
  union all select id from test_appeal where order_id = ${id}::uuid`;

/** Deliveries by their own ids, or about some objects, in the journal's order. */
const ofObjects = (objects: RawBuilder<unknown>, ownId?: string): Candidates => ({
  places: 'numbers',
  newest: (before, most) => sql`
    select id, merchant_seq as place from (
      select id, merchant_seq from webhook where object_id in (${objects})
      ${ownId === undefined ? sql`` : sql`union select id, merchant_seq from webhook where id = ${ownId}::uuid`}
    ) as led where ${before === undefined ? sql`true` : sql`merchant_seq < ${before}::bigint`}
    order by merchant_seq desc limit ${most}`,
});

function candidatesOf(merchantId: string, { status, search = '' }: JournalFilter): Candidates {
  if (WHOLE_ID.test(search)) return ofObjects(objectsOfId(search), search);
  if (search !== '') return ofObjects(objectsOfNumber(merchantId, search));
  const where = status === undefined || status === 'DELIVERED' ? undefined : sql`status <> 'DELIVERED'`;
  return walkOwner({ table: 'webhook', owner: 'merchant_id', number: 'merchant_seq', ownerId: merchantId, where });
}

/** One page of a merchant's deliveries that a filter leaves, newest first: of the first ten thousand, and from `rest` on the next. */
export function findDeliveries(
  db: Reader,
  merchantId: string,
  { status, type, search, ...request }: JournalFilter & PageRequest & { before?: string | undefined },
): Promise<FoundPage<Delivery>> {
  const where = [
    sql`w.merchant_id = ${merchantId}`,
    ...(status === undefined ? [] : [sql`w.status = ${status}`]),
    ...(type === undefined ? [] : [sql`w.type = ${type}`]),
  ];
  const candidates = candidatesOf(merchantId, { status, search });
  return searchPlatform(db, { select: selectOwned, id: 'w.id' }, { ...request, candidates, table: 'webhook', where });
}
