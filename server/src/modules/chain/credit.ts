import { v5 } from 'uuid';
import type { Database } from '../../db/pool.ts';
import { breaks, type Locked, type Reader, transaction, type Tx } from '../../db/tx.ts';
import { appendEvent } from '../../outbox/append.ts';
import { post, postAll, postings, readPosted } from '../ledger/index.ts';
import { lockAccounts, type Account } from '../accounts/index.ts';
import { insertDeposit, type NewDeposit, readDepositsInTransaction } from './store/deposits.ts';

/** Turns references into ids of their own; any constant would do, but never another one. */
const REFERENCES = '5d2f64a1-0c1b-4d64-8e0f-3b1f0c9a7e52';

/** The hash of a transaction in a text, such as an explorer's address, in lower case. */
const txHashIn = (text: string): string | undefined =>
  /(?<![0-9a-f])(?:0x)?([0-9a-f]{64})(?![0-9a-f])/i.exec(text)?.[1]?.toLowerCase();

/** The cause of a posting by hand: a hash is the same however it is written. */
export const causeByHand = (reference: string): string => v5(txHashIn(reference) ?? reference, REFERENCES);

/** USDT that reached a trader, in micro-USDT. */
interface Credit {
  traderId: string;
  amount: bigint;
}

async function readByHand(db: Reader, cause: string): Promise<Credit[]> {
  const entries = await readPosted(db, { kind: 'deposit', cause });
  return entries.flatMap(({ owner, amount }) => (owner === null ? [] : [{ traderId: owner, amount }]));
}

export type CreditOutcome =
  | { kind: 'credited' | 'repeated' }
  /** The operator had credited its transaction by hand, as `amount`; nothing more was posted. */
  | { kind: 'by_hand'; amount: bigint };

/** Adds a deposit to its trader's list. @returns what is left to do about its money. */
async function addToList(tx: Tx, trader: Locked<Account>, deposit: NewDeposit): Promise<CreditOutcome> {
  const cause = causeByHand(deposit.txHash);
  const byHand = (await readByHand(tx, cause)).find(({ traderId }) => traderId === trader.id);
  if (!(await insertDeposit(tx, trader, deposit, byHand ? cause : null))) return { kind: 'repeated' };
  return byHand ? { kind: 'by_hand', amount: byHand.amount } : { kind: 'credited' };
}

/**
 * Credits final transfers to traders' addresses: each joins its trader's list and its amount the trader's balance. A transfer
 * is credited once, also when others credit it at the same time. A credit by hand under the transaction's hash stands for all
 * that the transaction brought to the trader.
 * @returns the outcome of each.
 */
export async function creditDeposits(tx: Tx, deposits: readonly NewDeposit[], at: Date): Promise<CreditOutcome[]> {
  const traderIds = [...new Set(deposits.map(({ traderId }) => traderId))];
  // A trader's deposits go one after the other: a repeat takes no number in the list, and none is credited twice.
  const traders = new Map((await lockAccounts(tx, traderIds)).map((trader) => [trader.id, trader]));
  const outcomes: CreditOutcome[] = [];
  for (const deposit of deposits) {
    const trader = traders.get(deposit.traderId);
    if (trader === undefined) throw new Error(`A deposit is for ${deposit.traderId}, who is no user`);
    outcomes.push(await addToList(tx, trader, deposit));
  }
  const credited = deposits.filter((_, index) => outcomes[index]?.kind === 'credited');
  await postAll(
    tx,
    credited.map(({ id, traderId, amount }) => ({ posting: postings.deposit(id, traderId, amount), at })),
  );
  for (const [index, { id, traderId }] of deposits.entries()) {
    if (outcomes[index]?.kind !== 'repeated')
      await appendEvent(tx, { kind: 'deposit.credited', objectId: id, owners: [traderId], at });
  }
  return outcomes;
}

/** Everything that was credited under a reference, by hand or, where it names a transaction, from the chain. */
async function readCredits(db: Reader, reference: string): Promise<Credit[]> {
  const txHash = txHashIn(reference);
  return [
    ...(await readByHand(db, causeByHand(reference))),
    // Before hashes were read out of references, one was kept as it was written.
    ...(txHash === undefined ? [] : await readByHand(db, v5(reference, REFERENCES))),
    ...(txHash === undefined ? [] : await readDepositsInTransaction(db, txHash)),
  ];
}

export type ByHandOutcome =
  /** `cause`: of its posting. */
  | { kind: 'credited'; cause: string }
  | { kind: 'repeated' }
  /** The reference stands for another deposit. */
  | { kind: 'other'; credit: Credit };

/** How a reference was credited; `new` when it was not. */
export async function readByReference(
  db: Reader,
  { traderId, amount, reference }: Credit & { reference: string },
): Promise<{ kind: 'new' } | Exclude<ByHandOutcome, { kind: 'credited' }>> {
  const credits = await readCredits(db, reference);
  const [credit] = credits;
  if (credit === undefined) return { kind: 'new' };
  const isSame = credits.some((other) => other.traderId === traderId && other.amount === amount);
  return isSame ? { kind: 'repeated' } : { kind: 'other', credit };
}

/**
 * Credits a trader by hand, once per reference; a transaction that was credited from the chain already is not credited again,
 * and the other way round.
 */
export async function creditByHand(
  db: Database,
  { traderId, amount, reference, at }: Credit & { reference: string; at: Date },
): Promise<ByHandOutcome> {
  const look = async (reader: Reader): Promise<ByHandOutcome | undefined> => {
    const known = await readByReference(reader, { traderId, amount, reference });
    return known.kind === 'new' ? undefined : known;
  };
  try {
    return await transaction(db, async (tx) => {
      // A credit from the chain at this moment comes before or after.
      await lockAccounts(tx, [traderId]);
      const known = await look(tx);
      if (known) return known;
      const cause = causeByHand(reference);
      await post(tx, postings.deposit(cause, traderId, amount), at);
      return { kind: 'credited', cause };
    });
  } catch (error) {
    // Another trader was credited under it at the same moment.
    const known = breaks(error, 'ledger_journal_kind_cause_key') ? await look(db) : undefined;
    if (known === undefined) throw error;
    return known;
  }
}
