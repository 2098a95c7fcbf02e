import { RECEIPT_FIELD } from '@kantor/contract/plain/payment-page.ts';
import { type Reader, transaction, type Tx } from '../../../db/tx.ts';
import type { Upload } from '../../../http/uploads.ts';
import { notFound } from '../../../kernel/errors.ts';
import { appendEvent } from '../../../outbox/append.ts';
import type { Files } from '../../files/index.ts';
import { CLAIMABLE, claimRefusal, receiptRefusal, TAKES_RECEIPTS } from '../../payer-claims/index.ts';
import { claimTestOrder, countTestReceipt, readTestClaim, type TestClaim } from '../store/claims.ts';
import type { Deps as TestDeps } from './orders.ts';

// What the payer of a test order says: by the live rules, without their files, which are looked at and thrown away.

type Deps = TestDeps & { files: Files };

async function claimOf(db: Reader, orderId: string): Promise<TestClaim> {
  const claim = await readTestClaim(db, orderId);
  if (claim === undefined) throw notFound();
  return claim;
}

const lookAt = (files: Files, file: Upload, write: () => Promise<void>): Promise<void> =>
  files.keepFor(file, RECEIPT_FIELD, async () => {
    await write();
    return { answer: undefined, isKept: false };
  });

const announce = async (tx: Tx, orderId: string, { merchantId }: TestClaim, at: Date) =>
  appendEvent(tx, { kind: 'test.changed', objectId: orderId, owners: [merchantId], at });

/** The payer says that they paid, once. @throws ApiError 404, 400, and the 409s of a live claim. */
export function makeTestClaim(
  { db, clock, files }: Deps,
  orderId: string,
  read: () => Promise<{ file?: Upload | undefined }>,
): Promise<void> {
  return files.receiveFromPayer(orderId, async () => {
    const { file } = await read();
    const refused = claimRefusal(await claimOf(db, orderId));
    if (refused !== undefined) throw refused;
    const write = () =>
      transaction(db, async (tx) => {
        const at = clock();
        const isMade = await claimTestOrder(tx, orderId, { at, receipts: file ? 1 : 0, from: CLAIMABLE });
        const claim = await claimOf(tx, orderId);
        if (!isMade) throw claimRefusal(claim) ?? notFound();
        await announce(tx, orderId, claim, at);
      });
    return file === undefined ? write() : lookAt(files, file, write);
  });
}

/** They show another receipt. @throws ApiError 404, 400, and the 409s of a live claim. */
export function addTestReceipt(
  { db, clock, files }: Deps,
  orderId: string,
  read: () => Promise<Upload>,
): Promise<void> {
  return files.receiveFromPayer(orderId, async () => {
    const file = await read();
    const refused = receiptRefusal(await claimOf(db, orderId));
    if (refused !== undefined) throw refused;
    return lookAt(files, file, () =>
      transaction(db, async (tx) => {
        const isCounted = await countTestReceipt(tx, orderId, TAKES_RECEIPTS);
        const claim = await claimOf(tx, orderId);
        if (!isCounted) throw receiptRefusal(claim) ?? notFound();
        await announce(tx, orderId, claim, clock());
      }),
    );
  });
}
