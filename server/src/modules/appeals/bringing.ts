import type { Database } from '../../db/pool.ts';
import { transaction, type Tx } from '../../db/tx.ts';
import type { Incoming, Upload } from '../../http/uploads.ts';
import type { PersonActor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { type Files, insertFile, type StoredFile } from '../files/index.ts';
import type { Once } from '../idempotency/index.ts';
import { readMerchantOrder } from '../orders/index.ts';
import { readClaim } from '../payer-claims/index.ts';
import { addFile, type Side } from './rounds.ts';
import { type AppealTerms, assertClaim, assertInTime } from './rules.ts';
import { assertAppealable, contestOrder } from './service.ts';
import { readAppealDetail } from './store/appeal.ts';
import { beginStep } from './taking.ts';

// Files that come with an appeal, by a screen or by a merchant's server.

interface Deps {
  db: Database;
  clock: Clock;
  files: Files;
  appeals: AppealTerms;
}

interface Sent<Result, Answer> {
  file: Upload;
  once: Once<Result, Answer>;
}

/** Keeps an upload and does the work that names it, once; `read` is what the answer is made of. */
function keepOnce<Result, Answer>(
  { db, files, clock }: Deps,
  ownerId: string,
  { file, once }: Sent<Result, Answer>,
  work: (tx: Tx, fileId: string, at: Date) => Promise<Result>,
): Promise<Answer> {
  const at = clock();
  return files.keepFor(file, 'file', async (stored: StoredFile) => {
    let isKept = false;
    const answer = await transaction(db, (tx) => {
      isKept = false;
      return once.run(tx, async () => {
        isKept = true;
        await insertFile(tx, stored, ownerId, at);
        return work(tx, stored.id, at);
      });
    });
    return { answer, isKept };
  });
}

interface Opening<Result> {
  merchantId: string;
  orderId: string;
  actor?: PersonActor | undefined;
  /** The opened appeal, for the answer. */
  read: (tx: Tx, id: string) => Promise<Result>;
}

/**
 * Opens an appeal with its receipt once.
 * @throws ApiError 404, 409 `order_status`, 409 `appeal_late`, 400 (the file, the claim), and what `once` and `files.receive` throw.
 */
export async function openWithReceipt<Result, Answer>(
  deps: Deps,
  { merchantId, orderId, actor, read }: Opening<Result>,
  form: Incoming<Sent<Result, Answer> & { amount: bigint; comment?: string | undefined }>,
): Promise<Answer> {
  const { db, clock, files, appeals: terms } = deps;
  const order = await readMerchantOrder(db, merchantId, orderId);
  // A file for someone else's order is not read, and a file for an order that cannot be appealed not decoded.
  if (order === undefined) throw notFound();
  return files.receive(merchantId, form, async ({ amount, comment, ...sent }) => {
    const kept = await sent.once.readKept(db);
    if (kept !== undefined) return kept;
    assertAppealable(order.status);
    assertInTime(order, terms, clock());
    assertClaim(order, { amount, hasReceipt: true }, terms);
    return keepOnce(deps, merchantId, sent, async (tx, fileId, at) => {
      const request = { merchantId, orderId, amount, fileIds: [fileId], comment, actor };
      const id = await contestOrder(tx, request, at, terms);
      return read(tx, id);
    });
  });
}

/**
 * Opens an appeal with what the order's payer has said: their receipts, and their words unless the merchant has others.
 * @throws ApiError 404, 409 `no_claim`, `order_status`, `appeal_late`, 400 (the claim), and what `once` throws.
 */
export function openByClaim<Result, Answer>(
  { db, clock, appeals: terms }: Pick<Deps, 'db' | 'clock' | 'appeals'>,
  { merchantId, orderId, actor, read }: Opening<Result>,
  { once, ...sent }: { once: Once<Result, Answer>; amount?: bigint | undefined; comment?: string | undefined },
): Promise<Answer> {
  const at = clock();
  return transaction(db, (tx) =>
    once.run(tx, async () => {
      const order = await readMerchantOrder(tx, merchantId, orderId);
      if (order === undefined) throw notFound();
      const claim = await readClaim(tx, orderId);
      if (claim === undefined) throw conflict('no_claim', 'Плательщик ничего не сообщил: приложите квитанцию сами');
      const amount = sent.amount ?? order.amount;
      const comment = sent.comment ?? (claim.comment === '' ? undefined : claim.comment);
      const fileIds = claim.receipts.map(({ id }) => id);
      const id = await contestOrder(tx, { merchantId, orderId, amount, fileIds, comment, actor }, at, terms);
      return read(tx, id);
    }),
  );
}

interface Bringing<Result> {
  party: Side;
  id: string;
  /** The appeal with the file, for the answer. */
  read: (tx: Tx) => Promise<Result>;
}

/**
 * Adds a file to an open appeal once.
 * @throws ApiError 404, 409 `appeal_status`, `appeal_turn`, `appeal_files`, 400 (the file), and what `once` and `files.receive` throw.
 */
export async function bringFile<Result, Answer>(
  deps: Deps,
  { party, id, read }: Bringing<Result>,
  form: Incoming<Sent<Result, Answer>>,
): Promise<Answer> {
  const { db, clock, files, appeals } = deps;
  const { role, id: ownerId } = party;
  // Nothing is read for another's appeal, or decoded where nothing can be added.
  if ((await readAppealDetail(db, { role, id: ownerId }, id)) === undefined) throw notFound();
  return files.receive(ownerId, form, async (sent) => {
    const kept = await sent.once.readKept(db);
    if (kept !== undefined) return kept;
    await transaction(db, (tx) => beginStep(tx, id, 'evidence', party, clock()));
    return keepOnce(deps, ownerId, sent, async (tx, fileId, at) => {
      await addFile(tx, appeals.answers, party, { id, fileId }, at);
      return read(tx);
    });
  });
}
