import { nextIds } from '../../../db/keyset.ts';
import type { Database } from '../../../db/pool.ts';
import { type Reader, transaction, type Tx } from '../../../db/tx.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { notFound } from '../../../kernel/errors.ts';
import {
  type MerchantAppeal,
  merchantAppeals,
  nextIdsOfOrder,
  readAppealsById,
  readMerchantAppeal,
  readMerchantAppeals,
} from '../../appeals/index.ts';
import type { Once } from '../../idempotency/index.ts';
import { type Listed, listObjects, type ListQuery } from './lists.ts';

/** A part of the merchant's appeals, or those against one order. @throws the errors of listObjects. */
export async function listAppeals(
  db: Reader,
  merchantId: string,
  { order_id: orderId, ...query }: ListQuery & { order_id?: string | undefined },
): Promise<Listed<MerchantAppeal>> {
  return listObjects(db, merchantId, query, {
    list: merchantAppeals,
    object: 'appeal',
    isPagedByStatus: false,
    readPage: (page) => readMerchantAppeals(db, merchantId, { ...page, orderId }),
    nextIds: (reader, sought) =>
      orderId === undefined ? nextIds(reader, merchantAppeals, sought) : nextIdsOfOrder(reader, orderId, sought),
    readByIds: async (reader, ids) => {
      const appeals = await readAppealsById(reader, ids);
      return orderId === undefined ? appeals : new Map([...appeals].filter(([, appeal]) => appeal.orderId === orderId));
    },
  });
}

/** @throws ApiError 404 also when the appeal is another merchant's. */
export async function getAppeal(db: Reader, merchantId: string, id: string): Promise<MerchantAppeal> {
  const appeal = await readMerchantAppeal(db, merchantId, id);
  if (appeal === undefined) throw notFound();
  return appeal;
}

/** Takes a step of a merchant's server once. @throws the errors of the step and of `once`. */
export function stepOnce<Answer>(
  { db, clock }: { db: Database; clock: Clock },
  { merchantId, id }: { merchantId: string; id: string },
  once: Once<MerchantAppeal, Answer>,
  step: (tx: Tx, at: Date) => Promise<void>,
): Promise<Answer> {
  const at = clock();
  return transaction(db, (tx) =>
    once.run(tx, async () => {
      await step(tx, at);
      return getAppeal(tx, merchantId, id);
    }),
  );
}
