import type { Page } from '../../db/dense-list.ts';
import { type OwnNarrowing, type OwnRequest, type OwnTotals, readNarrowed, sumNarrowed } from '../../db/own-list.ts';
import type { FoundPage } from '../../db/platform-search.ts';
import type { Reader, Tx } from '../../db/tx.ts';
import { notFound } from '../../kernel/errors.ts';
import { lockAccount, setWallet } from '../accounts/index.ts';
import { depositAddress } from './deposit-key.ts';
import { hasAddress, insertAddress, takeNextIndex } from './store/addresses.ts';
import { type Deposit, depositsOf, readDeposit, readDeposits } from './store/deposits.ts';
import { type PendingDeposit, readPendingDeposit, readPendingDeposits } from './store/pending.ts';

/**
 * Gives a trader the next deposit address of the key, for good.
 * @returns false, and changes nothing, when the trader has one, or the user is none.
 */
export async function giveAddress(tx: Tx, traderId: string, xpub: string): Promise<boolean> {
  const trader = await lockAccount(tx, traderId);
  if (trader?.role !== 'trader' || (await hasAddress(tx, trader))) return false;
  const index = await takeNextIndex(tx, xpub);
  const address = depositAddress(xpub, index);
  await insertAddress(tx, trader, { address, xpub, index });
  await setWallet(tx, trader, address);
  return true;
}

/** A trader's page of credited deposits, newest first. */
export const listDeposits = (
  db: Reader,
  traderId: string,
  request: OwnRequest,
): Promise<Page<Deposit> | FoundPage<Deposit>> =>
  readNarrowed(db, depositsOf(traderId), request, () => readDeposits(db, traderId, request));

/** What they come to. */
export const sumDeposits = (db: Reader, traderId: string, narrowing: OwnNarrowing): Promise<OwnTotals> =>
  sumNarrowed(db, depositsOf(traderId), narrowing);

/** An honest trader has fewer. */
const MAX_PENDING = 100;

/** A trader's deposits that may still vanish, newest first; a hundred at most. */
export const listPendingDeposits = (db: Reader, traderId: string): Promise<Page<PendingDeposit>> =>
  readPendingDeposits(db, traderId, MAX_PENDING);

/** The transaction as the chain has it, JSON. */
interface Raw {
  rawData: string;
}

export type DepositDetail = Raw & (({ isPending: true } & PendingDeposit) | ({ isPending: false } & Deposit));

/** @throws ApiError 404 also when the deposit is someone else's, or has vanished. */
export async function getDeposit(db: Reader, traderId: string, id: string): Promise<DepositDetail> {
  // A pending one may become a credited one at any moment, never the other way round.
  const pending = await readPendingDeposit(db, traderId, id);
  if (pending) return { isPending: true, ...pending };
  const deposit = await readDeposit(db, traderId, id);
  if (deposit === undefined) throw notFound();
  return { isPending: false, ...deposit };
}
