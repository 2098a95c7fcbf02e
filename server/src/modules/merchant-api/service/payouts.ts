import { nextIds } from '../../../db/keyset.ts';
import type { Database } from '../../../db/pool.ts';
import { type Reader, transaction } from '../../../db/tx.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { Once } from '../../idempotency/index.ts';
import {
  assertEnabled,
  cancelOpenPayout,
  contest,
  merchantPayouts,
  nextIdsOfPayee,
  openPayout,
  type Payout,
  type PayoutRequest,
  type PayoutTerms,
  readMerchantPayouts,
  readPayout,
  readPayoutByNumber,
  readPayoutsById,
} from '../../payouts/index.ts';
import { type Listed, listObjects, type ListQuery } from './lists.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

/** The merchant's payout, also when payouts have been switched off for them. @throws ApiError 404. */
export async function findPayout(db: Reader, merchantId: string, id: string): Promise<Payout> {
  const payout = await readPayout(db, { role: 'merchant', id: merchantId }, id);
  if (payout === undefined) throw notFound();
  return payout;
}

/** @throws ApiError 403 `payouts_disabled`, 404 also when the payout is another merchant's. */
export async function getPayout(db: Reader, merchantId: string, id: string): Promise<Payout> {
  await assertEnabled(db, merchantId);
  return findPayout(db, merchantId, id);
}

/** A part of the merchant's payouts; with the merchant's number of one, that payout alone. @throws ApiError 403, the errors of listObjects. */
export async function listPayouts(
  db: Reader,
  merchantId: string,
  { external_id: externalId, ...query }: ListQuery & { external_id?: string | undefined },
): Promise<Listed<Payout>> {
  await assertEnabled(db, merchantId);
  if (externalId !== undefined) {
    const payout = await readPayoutByNumber(db, merchantId, externalId);
    const found = payout && (query.status?.includes(payout.status) ?? true) ? [payout] : [];
    return { count: found.length, results: (query.page ?? 1) === 1 ? found : [], nextCursor: null };
  }
  const { payer_id: payerId } = query;
  return listObjects(db, merchantId, query, {
    list: merchantPayouts,
    object: 'payout',
    isPagedByStatus: false,
    readPage: (page) => readMerchantPayouts(db, merchantId, page),
    nextIds: (reader, sought) =>
      payerId === undefined ? nextIds(reader, merchantPayouts, sought) : nextIdsOfPayee(reader, payerId, sought),
    readByIds: readPayoutsById,
  });
}

/** Makes a payout once. @throws the errors of openPayout and `once`, ApiError 403. */
export function createPayout<Answer>(
  { db, clock, payoutTerms: { minAmount } }: Deps & { payoutTerms: PayoutTerms },
  merchantId: string,
  request: PayoutRequest,
  once: Once<Payout, Answer>,
): Promise<Answer> {
  const at = clock();
  return transaction(db, (tx) =>
    once.run(tx, async () => {
      const merchant = await assertEnabled(tx, merchantId);
      return findPayout(tx, merchantId, await openPayout(tx, merchant, request, { at, minAmount }));
    }),
  );
}

/** Cancels an open payout once. @throws the errors of cancelOpenPayout and `once`, ApiError 403. */
export function cancelPayout<Answer>(
  { db, clock }: Deps,
  merchantId: string,
  id: string,
  once: Once<Payout, Answer>,
): Promise<Answer> {
  const at = clock();
  return transaction(db, (tx) =>
    once.run(tx, async () => {
      await assertEnabled(tx, merchantId);
      return cancelOpenPayout(tx, merchantId, id, at);
    }),
  );
}

/** Contests a payout that was done, once. @throws the errors of contest and `once`, ApiError 403. */
export function contestPayout<Answer>(
  { db, clock }: Deps,
  merchantId: string,
  { id, reason }: { id: string; reason: string },
  once: Once<Payout, Answer>,
): Promise<Answer> {
  const at = clock();
  return transaction(db, (tx) =>
    once.run(tx, async () => {
      await assertEnabled(tx, merchantId);
      return contest(tx, { merchantId, id, reason }, at);
    }),
  );
}
