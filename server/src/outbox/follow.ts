import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import { type Reader, transaction, type Tx } from '../db/tx.ts';
import { anchorReaders, isOfThisCluster, sentenceOf } from './anchor.ts';
import { type OutboxEvent, type Position, readEvents } from './read.ts';

const BATCH_SIZE = 200;

interface Place {
  position: Position;
  /** Of this cluster. */
  isHere: boolean;
}

const columns = sql`xid::text || '/' || id::text as position, ${isOfThisCluster} as "isHere"`;

async function readPlace(db: Reader, reader: string): Promise<Place | undefined> {
  const { rows } = await sql<Place>`select ${columns} from outbox_reader where name = ${reader}`.execute(db);
  return rows[0];
}

/** The reader's place, locked; undefined while another process has it. */
async function lockPlace(tx: Tx, reader: string): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select ${columns} from outbox_reader where name = ${reader} for update skip locked`.execute(tx);
  return rows[0];
}

async function setPlace(tx: Tx, reader: string, position: Position, highestId: bigint): Promise<void> {
  const [xid, id] = position.split('/');
  await sql`
    update outbox_reader set xid = ${xid}::xid8, id = ${id}::bigint, high_id = greatest(high_id, ${highestId}::bigint)
    where name = ${reader}`.execute(tx);
}

const highest = (events: readonly OutboxEvent[]): bigint =>
  events.map(({ position }) => BigInt(position.split('/')[1] ?? 0)).reduce((a, b) => (a > b ? a : b), 0n);

/**
 * Hands the next events to a lasting reader. What `handle` writes and the new place are one transaction: after a crash no
 * event is lost and none is handled twice. Any number of processes may follow; one at a time does. In another cluster the reader
 * is anchored anew first.
 * @returns whether there may be more.
 */
export async function followEvents(
  db: Database,
  reader: string,
  handle: (tx: Tx, events: OutboxEvent[]) => Promise<void>,
  warn: (sentence: string) => void = () => undefined,
): Promise<boolean> {
  // Asked without a lock first: nearly always there is nothing.
  const place = await readPlace(db, reader);
  if (place === undefined) throw new Error(`The outbox has no reader ${reader}`);
  if (!place.isHere) {
    for (const anchored of await anchorReaders(db)) warn(sentenceOf(anchored));
    return true;
  }
  if ((await readEvents(db, place.position, 1)).length === 0) return false;
  return transaction(db, async (tx) => {
    const locked = await lockPlace(tx, reader);
    if (!locked?.isHere) return false;
    const events = await readEvents(tx, locked.position, BATCH_SIZE);
    const last = events.at(-1);
    if (last === undefined) return false;
    await handle(tx, events);
    await setPlace(tx, reader, last.position, highest(events));
    return events.length === BATCH_SIZE;
  });
}
