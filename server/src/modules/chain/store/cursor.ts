import { sql } from 'kysely';
import { type Locked, lockRow, type Reader, type Statement, type Tx } from '../../../db/tx.ts';
import type { Point, Progress } from '../rules.ts';
import type { Block } from '../source.ts';

/** The progress of reading the chain; undefined before the first time. */
export async function readProgress(db: Reader): Promise<Progress | undefined> {
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

/** Begins to read after a block. The first process decides. */
export async function insertCursor(tx: Statement, genesis: string, { number, hash, at }: Block): Promise<void> {
  await sql`
    insert into chain_cursor (genesis, block_number, block_hash, block_at)
    values (${genesis}, ${number}, ${hash}, ${at}) on conflict do nothing`.execute(tx);
}

/**
 * Leases the chain to one worker at a time. A lease that is not renewed runs out, so that a worker that was killed keeps none.
 * It only spares the node: blocks that two workers read at once are still written once.
 * @returns whether this worker has it.
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

/** Locks the cursor; undefined, when others have read on since `progress` was read. */
export async function lockProgress(tx: Tx, progress: Progress): Promise<Locked<Progress> | undefined> {
  await lockRow(tx, sql`select from chain_cursor for update`);
  // A tip is always followed by a higher one, and what is final follows from it.
  const isCurrent = (await readProgress(tx))?.tip.hash === progress.tip.hash;
  return isCurrent ? (progress as Locked<Progress>) : undefined;
}

/** Moves the cursor to a block that has been read: that and all before it are final. */
export async function moveCursor(tx: Tx, _progress: Locked<Progress>, number: bigint): Promise<void> {
  await sql`
    update chain_cursor set block_number = block.number, block_hash = block.hash, block_at = block.made_at
    from chain_block block where block.number = ${number}`.execute(tx);
  await sql`delete from chain_block where number <= ${number}`.execute(tx);
}
