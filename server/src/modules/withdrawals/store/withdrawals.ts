import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { WithdrawalOutcome, WithdrawalStatus } from '@kantor/contract/plain/statuses.ts';
import type { Role } from '@kantor/contract/plain/rights.ts';
import { sql } from 'kysely';
import { type Page, readPage } from '../../../db/dense-list.ts';
import type { KeysetList } from '../../../db/keyset.ts';
import { numberedList, type OwnList } from '../../../db/own-list.ts';
import { type Locked, lockRow, type Reader, type Tx } from '../../../db/tx.ts';

/** A withdrawal as its owner sees it. */
export interface Withdrawal {
  id: string;
  /** Micro-USDT. */
  amountUsdt: bigint;
  status: WithdrawalStatus;
  /** Null while it is open. */
  outcome: WithdrawalOutcome | null;
  /** The operator's reason, for the owner to read; null unless it was rejected. */
  rejectedReason: string | null;
  wallet: string;
  transactionHash: string | null;
  createdAt: Date;
  /** When an operator said that they are sending it. */
  sendingAt: Date | null;
  doneAt: Date | null;
  /** The name of the merchant's key by which their server asked for it; null: a person did. */
  apiKey: string | null;
}

const seenColumns = sql`
  w.id, w.amount_usdt as "amountUsdt", w.status, w.outcome, w.rejected_reason as "rejectedReason",
  wallet.address as wallet, w.transaction_hash as "transactionHash", w.created_at as "createdAt",
  w.sending_at as "sendingAt", w.done_at as "doneAt", (select name from api_key where id = w.api_key_id) as "apiKey"`;

const selectRows = sql`
  select true as present, ${seenColumns} from withdrawal w join wallet on wallet.id = w.wallet_id`;

/** A withdrawal with its owner, and who sends it. */
export type OwnedWithdrawal = Withdrawal & Pick<OperatorWithdrawal, 'ownerId' | 'sendingBy'>;

export const selectOwned = sql`
  select true as present, w.owner_id as "ownerId", w.sending_by as "sendingBy", ${seenColumns} from withdrawal w join wallet on wallet.id = w.wallet_id`;

/** Anybody's withdrawal. */
export async function readAnyWithdrawal(db: Reader, id: string): Promise<OwnedWithdrawal | undefined> {
  const { rows } = await sql<OwnedWithdrawal>`${selectOwned} where w.id = ${id}`.execute(db);
  return rows[0];
}

/** One page of an owner's withdrawals, newest first, in constant time. */
export function readWithdrawals(
  db: Reader,
  ownerId: string,
  { page, pageSize }: PageRequest,
): Promise<Page<Withdrawal>> {
  const list = {
    list: 'withdrawals',
    select: selectRows,
    owner: 'w.owner_id',
    number: 'w.owner_seq',
  };
  return readPage<Withdrawal>(db, list, { ownerId, page, pageSize });
}

/** The same list, to be narrowed and added up. */
export const withdrawalsOf = (ownerId: string): OwnList =>
  numberedList({
    table: 'withdrawal',
    select: selectRows,
    id: 'w.id',
    amount: 'w.amount_usdt',
    owner: 'owner_id',
    number: 'owner_seq',
    ownerId,
  });

export async function readWithdrawal(db: Reader, ownerId: string, id: string): Promise<Withdrawal | undefined> {
  const { rows } = await sql<Withdrawal>`
    ${selectRows} where w.id = ${id} and w.owner_id = ${ownerId}`.execute(db);
  return rows[0];
}

export interface NewWithdrawal {
  id: string;
  ownerId: string;
  walletId: string;
  amountUsdt: bigint;
  apiKeyId?: string | undefined;
}

export async function insertWithdrawal(tx: Tx, withdrawal: NewWithdrawal, at: Date): Promise<void> {
  await sql`
    insert into withdrawal (id, owner_id, owner_seq, wallet_id, amount_usdt, api_key_id, created_at)
    values (${withdrawal.id}, ${withdrawal.ownerId}, list_append(${withdrawal.ownerId}, 'withdrawals'),
      ${withdrawal.walletId}, ${withdrawal.amountUsdt}, ${withdrawal.apiKeyId ?? null}, ${at})`.execute(tx);
}

/** Whose a withdrawal is, and how much. */
interface Ended {
  ownerId: string;
  /** Micro-USDT. */
  amountUsdt: bigint;
}

const endedColumns = sql`owner_id as "ownerId", amount_usdt as "amountUsdt"`;

// Each end is a compare-and-set; undefined when the withdrawal was not as it must be.

/** The USDT of an open withdrawal was sent by a transaction. */
export const closeWithdrawal = (
  tx: Tx,
  id: string,
  transactionHash: string,
  at: Date,
): Promise<Locked<Ended> | undefined> =>
  lockRow(
    tx,
    sql<Ended>`
    update withdrawal set status = 'CLOSED', outcome = 'SENT', transaction_hash = ${transactionHash}, done_at = ${at}
    where id = ${id} and status = 'OPEN' returning ${endedColumns}`,
  );

/** An open withdrawal is rejected; one that is being sent only if `evenSending`. */
export const rejectWithdrawal = (
  tx: Tx,
  id: string,
  { reason, evenSending }: { reason: string; evenSending: boolean },
  at: Date,
): Promise<Locked<Ended> | undefined> =>
  lockRow(
    tx,
    sql<Ended>`
    update withdrawal set status = 'CLOSED', outcome = 'REJECTED', rejected_reason = ${reason}, done_at = ${at}
    where id = ${id} and status = 'OPEN' and (sending_at is null or ${evenSending}) returning ${endedColumns}`,
  );

/** The owner cancels an open withdrawal that nobody is sending. */
export const cancelWithdrawal = (tx: Tx, ownerId: string, id: string, at: Date): Promise<Locked<Ended> | undefined> =>
  lockRow(
    tx,
    sql<Ended>`
    update withdrawal set status = 'CLOSED', outcome = 'CANCELLED', done_at = ${at}
    where id = ${id} and owner_id = ${ownerId} and status = 'OPEN' and sending_at is null returning ${endedColumns}`,
  );

/** An operator is sending an open withdrawal that nobody was sending. */
export const markSending = (tx: Tx, id: string, by: string, at: Date): Promise<Locked<Ended> | undefined> =>
  lockRow(
    tx,
    sql<Ended>`
    update withdrawal set sending_at = ${at}, sending_by = ${by}
    where id = ${id} and status = 'OPEN' and sending_at is null returning ${endedColumns}`,
  );

/** A withdrawal as the operator sees it. */
export interface OperatorWithdrawal extends Withdrawal {
  ownerId: string;
  ownerRole: Role;
  /** The owner's name. */
  owner: string;
  walletValid: boolean;
  walletAddedAt: Date;
  /** Who is sending it. */
  sendingBy: string | null;
}

const selectForOperator = sql`
  select ${seenColumns}, w.owner_id as "ownerId", account.role as "ownerRole", account.name as owner, wallet.is_valid as "walletValid",
    wallet.created_at as "walletAddedAt", w.sending_by as "sendingBy"
  from withdrawal w join wallet on wallet.id = w.wallet_id join account on account.id = w.owner_id`;

/** The withdrawals that wait for the operator, oldest first. */
export async function readOpenWithdrawals(db: Reader, limit: number): Promise<OperatorWithdrawal[]> {
  const { rows } = await sql<OperatorWithdrawal>`
    ${selectForOperator} where w.status = 'OPEN' order by w.id limit ${limit}`.execute(db);
  return rows;
}

/** How many withdrawals wait for the operator, and micro-USDT together. */
export async function countOpenWithdrawals(db: Reader): Promise<{ count: number; total: bigint }> {
  const { rows } = await sql<{ count: number; total: bigint }>`
    select count(*)::integer as count, coalesce(sum(amount_usdt), 0)::bigint as total
    from withdrawal where status = 'OPEN'`.execute(db);
  return rows[0] ?? { count: 0, total: 0n };
}

/** Any withdrawal, whosever it is; undefined when there is none of this id. */
export async function readWithdrawalById(db: Reader, id: string): Promise<OperatorWithdrawal | undefined> {
  const { rows } = await sql<OperatorWithdrawal>`${selectForOperator} where w.id = ${id}`.execute(db);
  return rows[0];
}

/** The open withdrawals to these addresses. */
export async function readOpenTo(db: Reader, addresses: readonly string[]): Promise<OperatorWithdrawal[]> {
  const { rows } = await sql<OperatorWithdrawal>`
    ${selectForOperator} where w.status = 'OPEN' and wallet.address = any(${addresses}) order by w.id`.execute(db);
  return rows;
}

/** The withdrawals that these transactions have closed. */
export async function readByHashes(db: Reader, hashes: readonly string[]): Promise<{ id: string; hash: string }[]> {
  const { rows } = await sql<{ id: string; hash: string }>`
    select id, transaction_hash as hash from withdrawal where transaction_hash = any(${hashes})`.execute(db);
  return rows;
}

/** Locks a withdrawal as the operator sees it: it stays so until they have decided. */
export const lockWithdrawal = (tx: Tx, id: string): Promise<Locked<OperatorWithdrawal> | undefined> =>
  lockRow(tx, sql<OperatorWithdrawal>`${selectForOperator} where w.id = ${id} for no key update of w`);

/** An owner's withdrawals, from where one was. */
export const ownWithdrawals: KeysetList = {
  table: 'withdrawal',
  owner: 'owner_id',
  number: 'owner_seq',
  statusType: 'withdrawal_status',
};

export async function readWithdrawalsById(db: Reader, ids: readonly string[]): Promise<Map<string, Withdrawal>> {
  const { rows } = await sql<Withdrawal>`${selectRows} where w.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((withdrawal) => [withdrawal.id, withdrawal]));
}
