import type { Tx } from '../../../db/tx.ts';
import { newId } from '../../../kernel/ids.ts';
import { toMicroUsdt } from '../../../kernel/money.ts';
import { appendEvents } from '../../../outbox/append.ts';
import { postAll, postings } from '../../ledger/index.ts';
import { type BatchTerms, insertBatchPayouts, type NewBatchPayout } from '../store/batch.ts';

/** A payout that a file's row asks for, its recipient read already. */
type BatchPayout = Omit<NewBatchPayout, 'id' | 'amountUsdt'>;

/**
 * As `openPayout`, of rows of a file: all of them or none.
 * @returns their ids, in the order of the rows.
 * @throws InsufficientFunds, and the database's refusal of a second payout of a row; the transaction is then lost and must be left.
 */
export async function openBatchPayouts(tx: Tx, rows: readonly BatchPayout[], terms: BatchTerms): Promise<string[]> {
  const { merchantId, rate, feeBp, at } = terms;
  const payouts = rows.map((row) => ({ ...row, id: newId(at), amountUsdt: toMicroUsdt(row.amount, rate) }));
  await insertBatchPayouts(tx, payouts, terms);
  await appendEvents(
    tx,
    payouts.map(({ id }) => ({ kind: 'payout.open', objectId: id, owners: [merchantId], at })),
  );
  await postAll(
    tx,
    payouts.map(({ id, amountUsdt }) => ({
      posting: postings.payoutCreated(id, merchantId, amountUsdt, { feeBp }),
      at,
    })),
  );
  return payouts.map(({ id }) => id);
}
