import { createHash } from 'node:crypto';
import * as calls from '@kantor/contract/wire/merchant-appeals.ts';
import { APPEAL_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import { z } from 'zod';
import type { Page } from '../../db/dense-list.ts';
import type { Database } from '../../db/pool.ts';
import { type Reader, transaction } from '../../db/tx.ts';
import type { Upload } from '../../http/uploads.ts';
import { notFound } from '../../kernel/errors.ts';
import {
  type AppealWithReceipt,
  assertAppealable,
  contestOrder,
  readMerchantAppeal,
  readMerchantAppeals,
} from '../appeals/index.ts';
import { type Files, insertFile } from '../files/index.ts';
import { type IdempotentRequest, keptAnswer, once } from '../idempotency/index.ts';
import { readMerchantOrder } from '../orders/index.ts';

type MerchantAppeal = z.output<typeof calls.merchantAppeal>;

/** An appeal as its merchant's server sees it. */
const toMerchantAppeal = (appeal: AppealWithReceipt): MerchantAppeal => ({
  id: appeal.id,
  order_id: appeal.orderId,
  external_id: appeal.externalId,
  status: appeal.status,
  human_status: APPEAL_STATUS_TEXT[appeal.status],
  amount: appeal.amount,
  paid_amount: appeal.paid,
  file_name: appeal.fileName,
  created_at: appeal.createdAt,
  closed_at: appeal.processedAt,
});

/** @throws ApiError 404 also when the appeal is another merchant's. */
export async function getAppeal(db: Reader, merchantId: string, id: string): Promise<MerchantAppeal> {
  const appeal = await readMerchantAppeal(db, merchantId, id);
  if (appeal === undefined) throw notFound();
  return toMerchantAppeal(appeal);
}

/** One page of the merchant's appeals, of one order when it is named. */
export async function listAppeals(
  db: Reader,
  merchantId: string,
  { page, pageSize, order_id: orderId }: z.output<typeof calls.listMerchantAppeals.query>,
): Promise<Page<MerchantAppeal>> {
  const { count, results } = await readMerchantAppeals(db, merchantId, { page, pageSize, orderId });
  return { count, results: results.map(toMerchantAppeal) };
}

type Fields = z.output<typeof calls.openMerchantAppeal.body>;

/** What an appeal's form says, for the hash of its Idempotency-Key: two forms of one content differ by their boundaries only. */
export const contentOf = ({ file, fields }: { file: Upload; fields: Fields }) => ({
  ...z.encode(calls.openMerchantAppeal.body, fields),
  name: file.name,
  sha256: createHash('sha256').update(file.bytes).digest('hex'),
});

interface AppealForm {
  key: IdempotentRequest;
  file: Upload;
  fields: Fields;
}

/**
 * Opens an appeal with its receipt once for its key.
 * @throws ApiError 404, 409 `order_status`, 400 (the file), and what `once` throws.
 */
export async function openAppeal(
  { db, files }: { db: Database; files: Files },
  { merchantId, orderId }: { merchantId: string; orderId: string },
  readForm: () => Promise<AppealForm>,
): Promise<MerchantAppeal> {
  const order = await readMerchantOrder(db, merchantId, orderId);
  // Nothing is read or decoded for someone else's order, nor decoded for one that cannot be appealed.
  if (order === undefined) throw notFound();
  const { key, file, fields } = await readForm();
  const { response } = calls.openMerchantAppeal;
  const before = await keptAnswer(db, key, response);
  if (before !== undefined) return before;
  assertAppealable(order.status);
  return files.keepFor(file, 'file', async (receipt) => {
    let isKept = false;
    const answer = await transaction(db, (tx) => {
      isKept = false;
      return once(tx, key, response, async () => {
        isKept = true;
        await insertFile(tx, receipt, merchantId, key.at);
        const request = { merchantId, orderId, amount: fields.amount, fileId: receipt.id };
        return getAppeal(tx, merchantId, await contestOrder(tx, request, key.at));
      });
    });
    return { answer, isKept };
  });
}
