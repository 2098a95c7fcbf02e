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

/** Of what a reader has yet to handle, so many are looked at: it is behind long before them, or not at all. */
const LOOKED_AT = 10_000;

/** Whether a reader has yet to handle something that happened before a moment. In another cluster it is, until it is anchored anew. */
export async function isBehind(db: Reader, reader: string, moment: Date): Promise<boolean> {
  const { rows } = await sql<{ isBehind: boolean }>`
    select not ${isOfThisCluster} or exists (
      select from (
        select created_at from outbox
        where (outbox.xid, outbox.id) > (outbox_reader.xid, outbox_reader.id)
        order by outbox.xid, outbox.id limit ${LOOKED_AT}
      ) as next
      where created_at < ${moment}
    ) as "isBehind"
    from outbox_reader where name = ${reader}`.execute(db);
  return rows[0]?.isBehind ?? true;
}

/** Keeps a reader where it is until the transaction ends; waits for a turn of it that goes on. */
export async function holdReader(tx: Tx, reader: string): Promise<void> {
  await sql`select from outbox_reader where name = ${reader} for update`.execute(tx);
}

async function setPlace(tx: Tx, reader: string, position: Position, highestId: bigint): Promise<void> {
  const [xid, id] = position.split('/');
  await sql`
    update outbox_reader set xid = ${xid}::xid8, id = ${id}::bigint, high_id = greatest(high_id, ${highestId}::bigint)
    where name = ${reader}`.execute(tx);
}

const highest = (events: readonly OutboxEvent[]): bigint =>
  events.map(({ position }) => BigInt(position.split('/')[1] ?? 0)).reduce((a, b) => (a > b ? a : b), 0n);

/** What a reader has handled: up to where, and the highest row; and whether there may be more. */
interface Handled {
  last: Position;
  highestId: bigint;
  isMore: boolean;
}

/**
 * Takes a lasting reader on from its place. What `take` writes and the new place are one transaction: after a crash no event is
 * lost and none is handled twice. Any number of processes may follow; one at a time does. In another cluster the reader is
 * anchored anew first.
 * @param take handles the events after a position; undefined: there was none.
 * @returns whether there may be more.
 */
export async function follow(
  db: Database,
  reader: string,
  take: (tx: Tx, since: Position) => Promise<Handled | undefined>,
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
    const handled = await take(tx, locked.position);
    if (handled === undefined) return false;
    await setPlace(tx, reader, handled.last, handled.highestId);
    return handled.isMore;
  });
}

/** As `follow`: hands the next events to a lasting reader. */
export const followEvents = (
  db: Database,
  reader: string,
  handle: (tx: Tx, events: OutboxEvent[]) => Promise<void>,
  warn?: (sentence: string) => void,
): Promise<boolean> =>
  follow(
    db,
    reader,
    async (tx, since) => {
      const events = await readEvents(tx, since, BATCH_SIZE);
      const last = events.at(-1);
      if (last === undefined) return undefined;
      await handle(tx, events);
      return { last: last.position, highestId: highest(events), isMore: events.length === BATCH_SIZE };
    },
    warn,
  );
