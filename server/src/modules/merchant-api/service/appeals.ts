import type { Database } from '../../../db/pool.ts';
import { type Reader, transaction } from '../../../db/tx.ts';
import type { Incoming, Upload } from '../../../http/uploads.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { notFound } from '../../../kernel/errors.ts';
import {
  type AppealTerms,
  type AppealWithReceipt,
  assertAppealable,
  assertClaim,
  assertInTime,
  contestOrder,
  readMerchantAppeal,
} from '../../appeals/index.ts';
import { type Files, insertFile } from '../../files/index.ts';
import type { Once } from '../../idempotency/index.ts';
import { readMerchantOrder } from '../../orders/index.ts';

interface Deps {
  db: Database;
  clock: Clock;
  files: Files;
  appeals: AppealTerms;
}

/** @throws ApiError 404 also when the appeal is another merchant's. */
export async function getAppeal(db: Reader, merchantId: string, id: string): Promise<AppealWithReceipt> {
  const appeal = await readMerchantAppeal(db, merchantId, id);
  if (appeal === undefined) throw notFound();
  return appeal;
}

interface AppealForm<Answer> {
  /** The receipt. */
  file: Upload;
  /** Kopecks. */
  amount: bigint;
  once: Once<AppealWithReceipt, Answer>;
}

/**
 * Opens an appeal with its receipt once.
 * @throws ApiError 404, 409 `order_status`, 409 `appeal_late`, 400 (the file, the claim), and what `once` and `files.receive` throw.
 */
export async function openAppeal<Answer>(
  { db, clock, files, appeals: terms }: Deps,
  { merchantId, orderId }: { merchantId: string; orderId: string },
  form: Incoming<AppealForm<Answer>>,
): Promise<Answer> {
  const order = await readMerchantOrder(db, merchantId, orderId);
  // A file for someone else's order is not read, and a file for an order that cannot be appealed not decoded.
  if (order === undefined) throw notFound();
  return files.receive(merchantId, form, async ({ file, amount, once }) => {
    const kept = await once.readKept(db);
    if (kept !== undefined) return kept;
    assertAppealable(order.status);
    const at = clock();
    assertInTime(order, terms, at);
    assertClaim(order, { amount, hasReceipt: true }, terms);
    return files.keepFor(file, 'file', async (receipt) => {
      let isKept = false;
      const answer = await transaction(db, (tx) => {
        isKept = false;
        return once.run(tx, async () => {
          isKept = true;
          await insertFile(tx, receipt, merchantId, at);
          const id = await contestOrder(tx, { merchantId, orderId, amount, fileId: receipt.id }, at, terms);
          return getAppeal(tx, merchantId, id);
        });
      });
      return { answer, isKept };
    });
  });
}
