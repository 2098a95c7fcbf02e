import { MAX_WALLETS } from '@kantor/contract/plain/limits.ts';
import { sql } from 'kysely';
import { type Locked, lockRow, type Reader, type Tx } from '../../../db/tx.ts';

export interface Wallet {
  id: string;
  address: string;
  /** Whether it is an address of TRON; an old one may be none. */
  isValid: boolean;
  createdAt: Date;
  /** Before that moment no withdrawal goes there. */
  usableAt: Date;
}

const walletColumns = sql`
  wallet.id, wallet.address, wallet.is_valid as "isValid", wallet.created_at as "createdAt",
  wallet.usable_at as "usableAt"`;

/** An owner's wallets in force, newest first. */
export async function readWallets(db: Reader, ownerId: string): Promise<Wallet[]> {
  const { rows } = await sql<Wallet>`
    select ${walletColumns} from wallet where owner_id = ${ownerId} and removed_at is null order by id desc`.execute(
    db,
  );
  return rows;
}

const selectInForce = (ownerId: string, id: string) => sql<Wallet>`
  select ${walletColumns} from wallet where id = ${id} and owner_id = ${ownerId} and removed_at is null`;

/** A wallet of the owner that stays in force until the transaction ends; undefined when it is removed, or someone else's. */
export const keepWallet = (tx: Tx, ownerId: string, id: string): Promise<Locked<Wallet> | undefined> =>
  lockRow(tx, sql<Wallet>`${selectInForce(ownerId, id)} for share of wallet`);

/** As `keepWallet`, for whoever is to remove it. */
export const lockOwnWallet = (tx: Tx, ownerId: string, id: string): Promise<Locked<Wallet> | undefined> =>
  lockRow(tx, sql<Wallet>`${selectInForce(ownerId, id)} for no key update of wallet`);

/** Removes a wallet that no open withdrawal goes to. @returns whether it was. */
export async function removeWallet(tx: Tx, { id }: Locked<Wallet>, at: Date): Promise<boolean> {
  const result = await sql`
    update wallet set removed_at = ${at}, place = null
    where id = ${id} and removed_at is null
      and not exists (select from withdrawal where wallet_id = ${id} and status = 'OPEN')`.execute(tx);
  return result.numAffectedRows === 1n;
}

/** An address of TRON that becomes a wallet. */
export interface NewWallet {
  id: string;
  address: string;
  usableAt: Date;
}

/**
 * Writes a wallet in its owner's first free place.
 * @throws DatabaseError of `wallet_place_range` when there is none left, of `wallet_owner_address` when they have the address.
 */
export async function insertWallet(
  tx: Tx,
  owner: Locked<{ id: string }>,
  { id, address, usableAt }: NewWallet,
  at: Date,
): Promise<void> {
  await sql`
    insert into wallet (id, owner_id, address, is_valid, created_at, usable_at, place)
    select ${id}, ${owner.id}, ${address}, true, ${at}, ${usableAt}, min(n)
    from generate_series(1, ${MAX_WALLETS + 1}) as n
    where not exists (select from wallet where owner_id = ${owner.id} and place = n)`.execute(tx);
}

/** Lets a wallet be used at once. */
export async function setUsable(tx: Tx, wallet: Locked<{ id: string }>, at: Date): Promise<void> {
  await sql`update wallet set usable_at = greatest(${at}, created_at) where id = ${wallet.id}`.execute(tx);
}

/** A wallet as the operator sees it. */
export interface OperatorWallet extends Wallet {
  /** When its owner removed it; null while it is in force. */
  removedAt: Date | null;
  ownerId: string;
  /** The owner's name. */
  owner: string;
}

const selectForOperator = sql`
  select ${walletColumns}, wallet.removed_at as "removedAt", wallet.owner_id as "ownerId", account.name as owner
  from wallet join account on account.id = wallet.owner_id`;

/** The wallets that cannot be used yet, oldest first. */
export async function readWaitingWallets(db: Reader, at: Date, limit: number): Promise<OperatorWallet[]> {
  const { rows } = await sql<OperatorWallet>`
    ${selectForOperator} where wallet.usable_at > ${at} and wallet.removed_at is null order by wallet.usable_at, wallet.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Locks a wallet as the operator sees it: it stays so until they have decided. */
export const lockWallet = (tx: Tx, id: string): Promise<Locked<OperatorWallet> | undefined> =>
  lockRow(tx, sql<OperatorWallet>`${selectForOperator} where wallet.id = ${id} for no key update of wallet`);
