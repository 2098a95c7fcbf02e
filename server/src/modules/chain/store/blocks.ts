import { sql } from 'kysely';
import type { Locked, Tx } from '../../../db/tx.ts';
import type { Progress } from '../rules.ts';
import type { Block } from '../source.ts';
import type { NewDeposit } from './deposits.ts';

// Blocks that may still be replaced, and the transfers in them. Writers have locked the cursor.

/** A transfer to a trader that is not final yet. */
export type PendingTransfer = Omit<NewDeposit, 'createdAt'>;

const pendingColumns = sql`
  d.id, d.trader_id as "traderId", d.tx_hash as "txHash", d.log_index as "logIndex", d.amount,
  d.block_number as "blockNumber", d.raw_data as "rawData"`;

/** Forgets the blocks after a number. @returns the transfers that were in them. */
export async function removeBlocksAfter(
  tx: Tx,
  _progress: Locked<Progress>,
  number: bigint,
): Promise<PendingTransfer[]> {
  const { rows } = await sql<PendingTransfer>`
    delete from chain_pending d where block_number > ${number} returning ${pendingColumns}`.execute(tx);
  await sql`delete from chain_block where number > ${number}`.execute(tx);
  return rows;
}

export async function insertBlocks(tx: Tx, _progress: Locked<Progress>, blocks: readonly Block[]): Promise<void> {
  await sql`
    insert into chain_block (number, hash, parent_hash, made_at)
    select * from unnest(${blocks.map(({ number }) => number)}::bigint[], ${blocks.map(({ hash }) => hash)}::text[],
      ${blocks.map(({ parentHash }) => parentHash)}::text[], ${blocks.map(({ at }) => at)}::timestamptz[])`.execute(tx);
}

/** @returns false, and changes nothing, when the transfer is already pending or credited. */
export async function insertPending(tx: Tx, _progress: Locked<Progress>, transfer: PendingTransfer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into chain_pending (id, trader_id, tx_hash, log_index, amount, block_number, raw_data)
    select ${transfer.id}, ${transfer.traderId}, ${transfer.txHash}, ${transfer.logIndex}::integer, ${transfer.amount},
      ${transfer.blockNumber}, ${transfer.rawData}
    where not exists (
      select from chain_deposit where tx_hash = ${transfer.txHash} and log_index = ${transfer.logIndex})
    on conflict (tx_hash, log_index) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Takes the pending transfers in blocks up to a number, oldest first. */
export async function takeFinal(tx: Tx, _progress: Locked<Progress>, number: bigint): Promise<NewDeposit[]> {
  const { rows } = await sql<NewDeposit>`
    delete from chain_pending d using chain_block block
    where block.number = d.block_number and d.block_number <= ${number}
    returning ${pendingColumns}, block.made_at as "createdAt"`.execute(tx);
  return rows.toSorted(
    (a, b) => Number(a.blockNumber - b.blockNumber) || a.txHash.localeCompare(b.txHash) || a.logIndex - b.logIndex,
  );
}
