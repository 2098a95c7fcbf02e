import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';
import type { Reader } from '../../../db/tx.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { type Listed, listObjects, type ListQuery } from '../../merchant-api/index.ts';
import type { Payout } from '../../payouts/index.ts';
import { readTestAppeals, readTestAppealsById, type TestAppeal } from '../store/appeals.ts';
import { nextTestIds, testList } from '../store/lists.ts';
import { readTestOrders, readTestOrdersById, type TestOrder } from '../store/orders.ts';
import { readTestPayouts, readTestPayoutsById } from '../store/payouts.ts';

// The lists of the merchant API in the test world: the live ones, but that no log of changes is kept.

type Numbered = ListQuery & { external_id?: string | undefined };

function withoutChanges({ updated_since: since, ...query }: ListQuery): ListQuery {
  if (since !== undefined)
    throw badRequest({ updated_since: ['В тестовом режиме журнала изменений нет: возьмите список без updated_since'] });
  return query;
}

/** One page, which is all that there is of an order's appeals, or of one number. */
const onePage = <Row>({ count, results }: { count: number; results: Row[] }): Listed<Row> => ({
  count,
  results,
  nextCursor: null,
});

/** @throws ApiError 400, and what `listObjects` throws. */
export async function listTestOrders(
  db: Reader,
  merchantId: string,
  { external_id: externalId, ...asked }: Numbered & { status?: OrderStatus[] | undefined },
): Promise<Listed<TestOrder>> {
  const { page = 1, page_size: pageSize, payer_id: payerId } = asked;
  if (externalId !== undefined)
    return onePage(await readTestOrders(db, merchantId, { page, pageSize, externalId, statuses: asked.status }));
  return listObjects(db, merchantId, withoutChanges(asked), {
    list: testList('test_order'),
    object: 'order',
    isPagedByStatus: false,
    readPage: ({ page: number, pageSize: size }) => readTestOrders(db, merchantId, { page: number, pageSize: size }),
    nextIds: (reader, sought) => nextTestIds(reader, 'test_order', sought, payerId),
    readByIds: readTestOrdersById,
  });
}

/** @throws ApiError 400, and what `listObjects` throws. */
export async function listTestPayouts(
  db: Reader,
  merchantId: string,
  { external_id: externalId, ...asked }: Numbered,
): Promise<Listed<Payout>> {
  const { page = 1, page_size: pageSize, payer_id: payerId } = asked;
  if (externalId !== undefined)
    return onePage(await readTestPayouts(db, merchantId, { page, pageSize, externalId, statuses: asked.status }));
  return listObjects(db, merchantId, withoutChanges(asked), {
    list: testList('test_payout'),
    object: 'payout',
    isPagedByStatus: false,
    readPage: ({ page: number, pageSize: size }) => readTestPayouts(db, merchantId, { page: number, pageSize: size }),
    nextIds: (reader, sought) => nextTestIds(reader, 'test_payout', sought, payerId),
    readByIds: readTestPayoutsById,
  });
}

/** @throws ApiError 400, and what `listObjects` throws. */
export async function listTestAppeals(
  db: Reader,
  merchantId: string,
  { order_id: orderId, ...asked }: ListQuery & { order_id?: string | undefined },
): Promise<Listed<TestAppeal>> {
  const { page = 1, page_size: pageSize } = asked;
  if (orderId !== undefined)
    return onePage(await readTestAppeals(db, merchantId, { page, pageSize, orderId, statuses: asked.status }));
  return listObjects(db, merchantId, withoutChanges(asked), {
    list: testList('test_appeal'),
    object: 'appeal',
    isPagedByStatus: false,
    readPage: ({ page: number, pageSize: size }) => readTestAppeals(db, merchantId, { page: number, pageSize: size }),
    nextIds: (reader, sought) => nextTestIds(reader, 'test_appeal', sought),
    readByIds: readTestAppealsById,
  });
}
