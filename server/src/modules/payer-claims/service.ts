import { MAX_RECEIPTS, RECEIPT_FIELD } from '@kantor/contract/plain/payment-page.ts';
import type { Database } from '../../db/pool.ts';
import { type Reader, transaction, type Tx } from '../../db/tx.ts';
import type { Upload } from '../../http/uploads.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type ApiError, conflict, notFound } from '../../kernel/errors.ts';
import type { Owner } from '../../kernel/owner.ts';
import { appendEvent } from '../../outbox/append.ts';
import { redactText } from '../bank-messages/index.ts';
import { type Files, insertFile, type StoredFile } from '../files/index.ts';
import { CLAIMABLE, TAKES_RECEIPTS } from './rules.ts';
import {
  type ClaimState,
  type ClaimTexts,
  insertClaim,
  insertReceipt,
  lockClaim,
  type PayerClaim,
  readClaim,
  readClaimState,
} from './store.ts';

export interface Deps {
  db: Database;
  clock: Clock;
  files: Files;
}

/** What a payer sends, to be read when there is room for it. */
type ReadClaimForm = () => Promise<{ texts: ClaimTexts; file?: Upload | undefined }>;

const orderPaid = () => conflict('order_paid', 'Заказ уже оплачен');
const claimMade = () => conflict('claim_made', 'Вы уже сообщили об оплате');
const receiptsFull = () => conflict('receipts_full', `Можно приложить не больше ${MAX_RECEIPTS} файлов`);

/** Why an order takes no claim; undefined: it does. */
export function claimRefusal({ status, isMade }: Pick<ClaimState, 'status' | 'isMade'>): ApiError | undefined {
  if (status === 'CLOSED') return orderPaid();
  if (isMade) return claimMade();
  return CLAIMABLE.includes(status) ? undefined : conflict('claim_late', 'Заказ уже разбирают: отвечайте магазину');
}

/** Why a claim takes no further receipt; undefined: it does. */
export function receiptRefusal({
  status,
  isMade,
  receipts,
}: Pick<ClaimState, 'status' | 'isMade' | 'receipts'>): ApiError | undefined {
  if (status === 'CLOSED') return orderPaid();
  if (!isMade || !TAKES_RECEIPTS.includes(status)) {
    return conflict('claim_missing', 'Сначала сообщите об оплате');
  }
  return receipts < MAX_RECEIPTS ? undefined : receiptsFull();
}

async function stateOf(db: Reader, orderId: string): Promise<ClaimState> {
  const state = await readClaimState(db, orderId);
  if (state === undefined) throw notFound();
  return state;
}

const announce = (tx: Tx, { orderId, traderId, merchantId }: ClaimState, at: Date) =>
  appendEvent(tx, { kind: 'order.claimed', objectId: orderId, owners: [traderId, merchantId], at });

/** What is written down of a stranger's text: no code of a bank, no whole card number. */
const safe = ({ senderName, lastFour, comment }: ClaimTexts): ClaimTexts => ({
  senderName: redactText(senderName),
  lastFour,
  comment: redactText(comment),
});

/**
 * Keeps the payer's word that they paid an order, once, perhaps with a receipt. It closes nothing and moves nothing.
 * @throws ApiError 404, 409 `order_paid`, `claim_made`, `claim_late`, 400 (the file), 503 `busy`, 429.
 */
export function makeClaim({ db, clock, files }: Deps, orderId: string, read: ReadClaimForm): Promise<void> {
  return files.receiveFromPayer(orderId, async () => {
    const { texts, file } = await read();
    const state = await stateOf(db, orderId);
    const refused = claimRefusal(state);
    // A file for an order that takes no claim is not decoded.
    if (refused !== undefined) throw refused;
    const write = (receipt?: StoredFile) =>
      transaction(db, async (tx) => {
        const at = clock();
        if ((await insertClaim(tx, { orderId, ...safe(texts) }, at)) === undefined) {
          throw claimRefusal(await stateOf(tx, orderId)) ?? claimMade();
        }
        if (receipt !== undefined) await attach(tx, state, receipt, at);
        await announce(tx, state, at);
      });
    if (file === undefined) return write();
    return keep(files, file, write);
  });
}

/**
 * Adds a receipt to a claim.
 * @throws ApiError 404, 409 `order_paid`, `claim_missing`, `receipts_full`, 400 (the file), 503 `busy`, 429.
 */
export function addReceipt({ db, clock, files }: Deps, orderId: string, read: () => Promise<Upload>): Promise<void> {
  return files.receiveFromPayer(orderId, async () => {
    const file = await read();
    const state = await stateOf(db, orderId);
    const refused = receiptRefusal(state);
    if (refused !== undefined) throw refused;
    return keep(files, file, (receipt) =>
      transaction(db, async (tx) => {
        const at = clock();
        await attach(tx, state, receipt, at);
        await announce(tx, state, at);
      }),
    );
  });
}

/** The file is the merchant's, whose appeal it may become. */
async function attach(tx: Tx, { orderId, merchantId }: ClaimState, receipt: StoredFile, at: Date): Promise<void> {
  const claim = await lockClaim(tx, orderId);
  if (claim === undefined) throw notFound();
  await insertFile(tx, receipt, merchantId, at);
  if (await insertReceipt(tx, claim, receipt.id)) return;
  throw receiptsFull();
}

const keep = (files: Files, file: Upload, write: (receipt: StoredFile) => Promise<void>): Promise<void> =>
  files.keepFor(file, RECEIPT_FIELD, async (receipt) => {
    await write(receipt);
    return { answer: undefined, isKept: true };
  });

/** What the payer of somebody's order says; undefined: nothing. @throws ApiError 404 also when the order is another's. */
export async function getClaim(db: Reader, owner: Owner, orderId: string): Promise<PayerClaim | undefined> {
  const { traderId, merchantId } = await stateOf(db, orderId);
  if (owner.id !== (owner.role === 'trader' ? traderId : merchantId)) throw notFound();
  return readClaim(db, orderId);
}
