import type { Owner } from '../../../kernel/owner.ts';
import { appendDeed } from '../../audit/index.ts';
import { MAX_WALLETS } from '@kantor/contract/plain/limits.ts';
import type { Database } from '../../../db/pool.ts';
import { breaks, type Locked, type Reader, transaction, type Tx } from '../../../db/tx.ts';
import { after, type Clock, moscowTime } from '../../../kernel/clock.ts';
import { ApiError, badRequest, conflict, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { appendEvent } from '../../../outbox/append.ts';
import { isTronAddress } from '../../chain/index.ts';
import { lockAccount } from '../../accounts/index.ts';
import {
  insertWallet,
  type NewWallet,
  type OperatorWallet,
  keepWallet,
  lockOwnWallet,
  readWallets,
  removeWallet as markRemoved,
  setUsable,
  type Wallet,
} from '../store/wallets.ts';

export interface Deps {
  db: Database;
  clock: Clock;
  /** Milliseconds from adding a wallet to its first use. */
  walletWaitMs: number;
}

/** An owner's wallets, newest first. */
export const listWallets = (db: Reader, ownerId: string): Promise<Wallet[]> => readWallets(db, ownerId);

/** Why a wallet was not written. */
function refusalOf(error: unknown): unknown {
  if (breaks(error, 'wallet_place_range'))
    return conflict('wallets_limit', `Кошельков может быть не больше ${MAX_WALLETS}`);
  if (!breaks(error, 'wallet_owner_address')) return error;
  const known = 'Этот адрес уже есть среди ваших кошельков';
  return new ApiError(409, 'wallet_exists', known, { wallet_to_withdraw: [known] });
}

/**
 * Adds a wallet; it can be used after the wait.
 * @throws ApiError 400 (no address of TRON), 409 `wallet_exists`, `wallets_limit`.
 */
export async function addWallet(
  { db, clock, walletWaitMs }: Deps,
  { id: ownerId, actor }: Pick<Owner, 'id' | 'actor'>,
  address: string,
): Promise<Wallet> {
  if (!isTronAddress(address))
    throw badRequest({
      wallet_to_withdraw: ['Такого адреса в сети TRON (TRC-20) нет. Проверьте, что он скопирован целиком'],
    });
  const at = clock();
  const wallet: NewWallet = { id: newId(at), address, usableAt: after(at, walletWaitMs) };
  await transaction(db, async (tx) => {
    // Their wallets are added one after the other.
    const owner = await lockAccount(tx, ownerId);
    if (owner === undefined) throw notFound();
    await insertWallet(tx, owner, wallet, at).catch((error: unknown) => {
      throw refusalOf(error);
    });
    await appendEvent(tx, { kind: 'wallet.new', objectId: wallet.id, owners: [ownerId], at });
    const object = { kind: 'wallet', id: wallet.id };
    await appendDeed(tx, { actor }, { action: 'add-wallet', object, before: null, after: { address } }, at);
  });
  return { ...wallet, isValid: true, createdAt: at };
}

/** Lets a wallet that waits be used at once. */
export async function allowWallet(tx: Tx, wallet: Locked<OperatorWallet>, at: Date): Promise<void> {
  await setUsable(tx, wallet, at);
  await appendEvent(tx, { kind: 'wallet.changed', objectId: wallet.id, owners: [wallet.ownerId], at });
}

/**
 * The owner removes a wallet. It stays with the withdrawals that went there; added again it is a new one, which waits.
 * @throws ApiError 404, 409 `wallet_in_use` while a withdrawal to it is open.
 */
export async function removeWallet(
  { db, clock }: Deps,
  { id: ownerId, actor }: Pick<Owner, 'id' | 'actor'>,
  id: string,
): Promise<Wallet> {
  const at = clock();
  return transaction(db, async (tx) => {
    // A withdrawal to it is either seen by the removal, or waits for its end and finds no wallet.
    const wallet = await lockOwnWallet(tx, ownerId, id);
    if (wallet === undefined) throw notFound();
    if (!(await markRemoved(tx, wallet, at)))
      throw conflict('wallet_in_use', 'На этот кошелёк открыт вывод: удалить его можно, когда вывод завершится');
    await appendEvent(tx, { kind: 'wallet.changed', objectId: id, owners: [ownerId], at });
    const entry = { action: 'remove-wallet', object: { kind: 'wallet', id }, before: { address: wallet.address } };
    await appendDeed(tx, { actor }, { ...entry, after: {} }, at);
    return wallet;
  });
}

/**
 * A wallet that USDT may go to; it cannot be removed until the transaction ends.
 * @throws ApiError 400 (not the owner's own, no address of TRON), 409 `wallet_waits`.
 */
export async function findUsableWallet(tx: Tx, ownerId: string, id: string, at: Date): Promise<Wallet> {
  const wallet = await keepWallet(tx, ownerId, id);
  if (wallet === undefined) throw badRequest({ wallet_id: ['Выберите кошелёк из списка'] });
  if (!wallet.isValid) throw badRequest({ wallet_id: ['Это не адрес TRON (TRC-20): выберите другой кошелёк'] });
  if (wallet.usableAt > at) {
    const from = `Кошелёк новый: выводить на него можно с ${moscowTime(wallet.usableAt, at)} по Москве`;
    throw new ApiError(409, 'wallet_waits', from, { wallet_id: [from] });
  }
  return wallet;
}
