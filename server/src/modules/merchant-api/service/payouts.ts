import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { Page } from '../../../db/dense-list.ts';
import type { Database } from '../../../db/pool.ts';
import { type Reader, transaction } from '../../../db/tx.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { Once } from '../../idempotency/index.ts';
import {
  assertEnabled,
  cancelOpenPayout,
  contest,
  openPayout,
  type Payout,
  type PayoutRequest,
  type PayoutTerms,
  readMerchantPayouts,
  readPayout,
  readPayoutByNumber,
} from '../../payouts/index.ts';

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

/** One page of the merchant's payouts; with the merchant's number of one, that payout alone. @throws ApiError 403. */
export async function listPayouts(
  db: Reader,
  merchantId: string,
  { page, pageSize, externalId }: PageRequest & { externalId: string | undefined },
): Promise<Page<Payout>> {
  await assertEnabled(db, merchantId);
  if (externalId === undefined) return readMerchantPayouts(db, merchantId, { page, pageSize });
  const payout = await readPayoutByNumber(db, merchantId, externalId);
  const found = payout === undefined ? [] : [payout];
  return { count: found.length, results: page === 1 ? found : [] };
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
