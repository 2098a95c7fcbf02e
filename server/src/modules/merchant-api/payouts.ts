import * as calls from '@kantor/contract/wire/merchant-payouts.ts';
import { PAYOUT_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import type { z } from 'zod';
import type { Page } from '../../db/dense-list.ts';
import type { Database } from '../../db/pool.ts';
import { type Reader, transaction } from '../../db/tx.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Files } from '../files/index.ts';
import { type IdempotentRequest, once } from '../idempotency/index.ts';
import { feeOf } from '../ledger/index.ts';
import {
  assertEnabled,
  cancelOpenPayout,
  openPayout,
  type Payout,
  readMerchantPayouts,
  readPayout,
  readPayoutByNumber,
} from '../payouts/index.ts';

interface Deps {
  db: Database;
  files: Files;
}

type MerchantPayout = z.output<typeof calls.merchantPayout>;

/** A payout as its merchant's server sees it, but for the link to its proof, which is good for minutes. */
const withoutPhoto = (payout: Payout): Omit<MerchantPayout, 'photo'> => ({
  id: payout.id,
  external_id: payout.externalId,
  status: payout.status,
  human_status: PAYOUT_STATUS_TEXT[payout.status],
  amount: payout.amount,
  conversion_rate: payout.rate,
  amount_in_usdt: payout.amountUsdt,
  fee_in_usdt: feeOf(payout.amountUsdt, payout),
  method: payout.isSbp ? 'sbp' : 'c2c',
  fio: payout.fio,
  phone: payout.phone,
  bank_account: payout.bankAccount,
  created_at: payout.createdAt,
  closed_at: payout.doneAt,
});

const toMerchantPayout = (files: Files, payout: Payout): MerchantPayout => ({
  ...withoutPhoto(payout),
  photo: payout.photoId && payout.photoName ? files.link(payout.photoId, payout.photoName) : null,
});

async function findPayout(db: Reader, merchantId: string, id: string): Promise<Payout> {
  const payout = await readPayout(db, { role: 'merchant', id: merchantId }, id);
  if (payout === undefined) throw notFound();
  return payout;
}

const readOwn = async (db: Reader, files: Files, merchantId: string, id: string): Promise<MerchantPayout> =>
  toMerchantPayout(files, await findPayout(db, merchantId, id));

/** Also when payouts have been switched off for the merchant. @throws ApiError 404. */
export const getPayoutWithoutPhoto = async (db: Reader, merchantId: string, id: string) =>
  withoutPhoto(await findPayout(db, merchantId, id));

/** @throws ApiError 403 `payouts_disabled`, 404 also when the payout is another merchant's. */
export async function getPayout({ db, files }: Deps, merchantId: string, id: string): Promise<MerchantPayout> {
  await assertEnabled(db, merchantId);
  return readOwn(db, files, merchantId, id);
}

/** One page of the merchant's payouts; with the merchant's number of one, that payout alone. @throws ApiError 403. */
export async function listPayouts(
  { db, files }: Deps,
  merchantId: string,
  { page, pageSize, external_id: externalId }: z.output<typeof calls.listMerchantPayouts.query>,
): Promise<Page<MerchantPayout>> {
  await assertEnabled(db, merchantId);
  if (externalId === undefined) {
    const { count, results } = await readMerchantPayouts(db, merchantId, { page, pageSize });
    return { count, results: results.map((payout) => toMerchantPayout(files, payout)) };
  }
  const payout = await readPayoutByNumber(db, merchantId, externalId);
  const found = payout === undefined ? [] : [toMerchantPayout(files, payout)];
  return { count: found.length, results: page === 1 ? found : [] };
}

/** Makes a payout once for its key. @throws what openPayout and `once` throw, ApiError 403. */
export function createPayout(
  { db, files }: Deps,
  key: IdempotentRequest,
  body: z.output<typeof calls.createMerchantPayout.body>,
): Promise<MerchantPayout> {
  const { amount, method, fio, phone, bank_account: bankAccount, external_id: externalId } = body;
  return transaction(db, (tx) =>
    once(tx, key, calls.createMerchantPayout.response, async () => {
      const merchant = await assertEnabled(tx, key.ownerId);
      const request = { amount, isSbp: method === 'sbp', fio, phone, bankAccount, externalId };
      return readOwn(tx, files, merchant.id, await openPayout(tx, merchant, request, key.at));
    }),
  );
}

/** Cancels an open payout once for its key. @throws what cancelOpenPayout and `once` throw, ApiError 403. */
export function cancelPayout({ db, files }: Deps, key: IdempotentRequest, id: string): Promise<MerchantPayout> {
  return transaction(db, (tx) =>
    once(tx, key, calls.cancelMerchantPayout.response, async () => {
      await assertEnabled(tx, key.ownerId);
      return toMerchantPayout(files, await cancelOpenPayout(tx, key.ownerId, id, key.at));
    }),
  );
}
