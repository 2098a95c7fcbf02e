import { sql } from 'kysely';
import type { Reader, Statement, Tx } from '../../db/tx.ts';
import type { NewDeposit } from './deposits.ts';
import type { Place, Point } from './rules.ts';
import type { Block } from './source.ts';

/** How far the chain has been read; undefined before the first time. */
export async function readPlace(db: Reader): Promise<Place | undefined> {
  const { rows } = await sql<Point & { genesis: string | null; at: Date }>`
    select genesis, block_number as number, block_hash as hash, block_at as at from chain_cursor
    union all
    select null, number, hash, made_at from chain_block
    order by number`.execute(db);
  const [final, ...seen] = rows;
  if (final === undefined) return undefined;
  if (final.genesis === null) throw new Error('Blocks have been read, but not from where');
  return { genesis: final.genesis, final, seen, tip: seen.at(-1) ?? final };
}

/** Begins to read after a block. Whoever is first decides. */
export async function insertCursor(tx: Statement, genesis: string, { number, hash, at }: Block): Promise<void> {
  await sql`
    insert into chain_cursor (genesis, block_number, block_hash, block_at)
    values (${genesis}, ${number}, ${hash}, ${at}) on conflict do nothing`.execute(tx);
}

/**
 * Lets one worker at a time read the chain. A lease that is not renewed runs out, so that a worker that was killed keeps none.
 * It only spares the node: what two read at once is still written once.
 * @returns whether it is this worker.
 */
export async function takeLease(tx: Statement, worker: string, at: Date, until: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update chain_cursor set lease_owner = ${worker}, lease_until = ${until}
    where lease_owner = ${worker} or lease_until <= ${at}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Gives the lease back, so that another need not wait for its end. */
export async function endLease(tx: Statement, worker: string): Promise<void> {
  await sql`
    update chain_cursor set lease_owner = null, lease_until = '-infinity' where lease_owner = ${worker}`.execute(tx);
}

/** Locks the cursor until the end of the transaction. @returns whether the chain has been read exactly so far, still. */
export async function lockPlace(tx: Tx, place: Place): Promise<boolean> {
  await sql`select from chain_cursor for update`.execute(tx);
  // A tip is always followed by a higher one, and what is final follows from it.
  return (await readPlace(tx))?.tip.hash === place.tip.hash;
}

/** Which of the addresses are traders' deposit addresses, and whose. */
export async function readOwners(db: Reader, addresses: readonly string[]): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const { rows } = await sql<{ address: string; traderId: string }>`
    select address, trader_id as "traderId" from deposit_address where address = any(${addresses})`.execute(db);
  return new Map(rows.map(({ address, traderId }) => [address, traderId]));
}

/** A transfer to a trader that is not final yet. */
export type PendingTransfer = Omit<NewDeposit, 'createdAt'>;

const pendingColumns = sql`
  d.id, d.trader_id as "traderId", d.tx_hash as "txHash", d.log_index as "logIndex", d.amount,
  d.block_number as "blockNumber", d.raw_data as "rawData"`;

/** Forgets the blocks after a number. @returns the transfers that were in them. */
export async function removeBlocksAfter(tx: Tx, number: bigint): Promise<PendingTransfer[]> {
  const { rows } = await sql<PendingTransfer>`
    delete from chain_pending d where block_number > ${number} returning ${pendingColumns}`.execute(tx);
  await sql`delete from chain_block where number > ${number}`.execute(tx);
  return rows;
}

export async function insertBlocks(tx: Tx, blocks: readonly Block[]): Promise<void> {
  await sql`
    insert into chain_block (number, hash, parent_hash, made_at)
    select * from unnest(${blocks.map(({ number }) => number)}::bigint[], ${blocks.map(({ hash }) => hash)}::text[],
      ${blocks.map(({ parentHash }) => parentHash)}::text[], ${blocks.map(({ at }) => at)}::timestamptz[])`.execute(tx);
}

/** @returns false, and changes nothing, when the transfer is already pending or credited. */
export async function insertPending(tx: Tx, transfer: PendingTransfer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into chain_pending (id, trader_id, tx_hash, log_index, amount, block_number, raw_data)
    select ${transfer.id}, ${transfer.traderId}, ${transfer.txHash}, ${transfer.logIndex}::integer, ${transfer.amount},
      ${transfer.blockNumber}, ${transfer.rawData}
    where not exists (
      select from chain_deposit where tx_hash = ${transfer.txHash} and log_index = ${transfer.logIndex})
    on conflict (tx_hash, log_index) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Takes what is final out of the pending: transfers in blocks up to a number, oldest first, and those blocks. */
export async function takeFinal(tx: Tx, number: bigint): Promise<NewDeposit[]> {
  const { rows } = await sql<NewDeposit>`
    delete from chain_pending d using chain_block block
    where block.number = d.block_number and d.block_number <= ${number}
    returning ${pendingColumns}, block.made_at as "createdAt"`.execute(tx);
  return rows.toSorted(
    (a, b) => Number(a.blockNumber - b.blockNumber) || a.txHash.localeCompare(b.txHash) || a.logIndex - b.logIndex,
  );
}

/** Moves the cursor up to a block that has been read: nothing before it is looked at again. */
export async function moveCursor(tx: Tx, number: bigint): Promise<void> {
  await sql`
    update chain_cursor set block_number = block.number, block_hash = block.hash, block_at = block.made_at
    from chain_block block where block.number = ${number}`.execute(tx);
  await sql`delete from chain_block where number <= ${number}`.execute(tx);
}
