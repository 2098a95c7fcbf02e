import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { sql } from 'kysely';
import { type Page, readPage } from '../../../db/dense-list.ts';
import { numberedList, type OwnList } from '../../../db/own-list.ts';
import type { Locked, Reader, Tx } from '../../../db/tx.ts';
import type { Account } from '../../accounts/index.ts';

export interface Deposit {
  id: string;
  txHash: string;
  /** Micro-USDT. */
  amount: bigint;
  blockNumber: bigint;
  /** The moment at which its block was made. */
  createdAt: Date;
}

const depositColumns = sql`
  d.id, d.tx_hash as "txHash", d.amount, d.block_number as "blockNumber", d.created_at as "createdAt"`;

const selectRows = sql`select true as present, ${depositColumns} from chain_deposit d`;

/** One page of the deposits credited to a trader, newest first, in constant time. */
export const readDeposits = (db: Reader, traderId: string, { page, pageSize }: PageRequest): Promise<Page<Deposit>> =>
  readPage<Deposit>(
    db,
    { list: 'deposits', select: selectRows, owner: 'd.trader_id', number: 'd.trader_seq' },
    { ownerId: traderId, page, pageSize },
  );

/** The same list, to be narrowed and added up: its days are those of the blocks, which are older than the ids. */
export const depositsOf = (traderId: string): OwnList =>
  numberedList({
    table: 'chain_deposit',
    select: selectRows,
    id: 'd.id',
    amount: 'd.amount',
    moment: 'd.created_at',
    owner: 'trader_id',
    number: 'trader_seq',
    ownerId: traderId,
  });

export async function readDeposit(
  db: Reader,
  traderId: string,
  id: string,
): Promise<(Deposit & { rawData: string }) | undefined> {
  const { rows } = await sql<Deposit & { rawData: string }>`
    select ${depositColumns}, d.raw_data as "rawData" from chain_deposit d
    where d.id = ${id} and d.trader_id = ${traderId}`.execute(db);
  return rows[0];
}

/** A deposit with its trader. */
export type OwnedDeposit = Deposit & { traderId: string };

export const selectOwned = sql`
  select true as present, d.trader_id as "traderId", ${depositColumns} from chain_deposit d`;

/** Anybody's credited deposit. `byHand`: the cause of the posting by hand that has credited it. */
export async function readAnyDeposit(
  db: Reader,
  id: string,
): Promise<(OwnedDeposit & { rawData: string; byHand: string | null }) | undefined> {
  const { rows } = await sql<OwnedDeposit & { rawData: string; byHand: string | null }>`
    select d.trader_id as "traderId", ${depositColumns}, d.raw_data as "rawData", d.by_hand as "byHand"
    from chain_deposit d where d.id = ${id}`.execute(db);
  return rows[0];
}

export interface NewDeposit extends Deposit {
  traderId: string;
  /** Its index among the transaction's logs. */
  logIndex: number;
  /** The transaction as the chain has it, JSON. */
  rawData: string;
}

/**
 * Adds a deposit to a trader's list, once.
 * @param byHand the cause of the posting by hand that has credited it; null when it gets a posting of its own.
 * @returns false, and changes nothing, when the deposit is already there.
 */
export async function insertDeposit(
  tx: Tx,
  trader: Locked<Account>,
  deposit: Omit<NewDeposit, 'traderId'>,
  byHand: string | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into chain_deposit (id, trader_id, trader_seq, tx_hash, log_index, amount, block_number, raw_data, created_at,
      by_hand)
    select ${deposit.id}, ${trader.id}::uuid, list_append(${trader.id}, 'deposits'), ${deposit.txHash},
      ${deposit.logIndex}, ${deposit.amount}, ${deposit.blockNumber}, ${deposit.rawData}, ${deposit.createdAt}, ${byHand}
    where not exists (
      select from chain_deposit where tx_hash = ${deposit.txHash} and log_index = ${deposit.logIndex})`.execute(tx);
  return numAffectedRows === 1n;
}

/** The deposits that one transaction brought. */
export async function readDepositsInTransaction(
  db: Reader,
  txHash: string,
): Promise<{ traderId: string; amount: bigint }[]> {
  const { rows } = await sql<{ traderId: string; amount: bigint }>`
    select trader_id as "traderId", amount from chain_deposit where tx_hash = ${txHash} order by log_index`.execute(db);
  return rows;
}
