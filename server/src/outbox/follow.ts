import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import { type Reader, transaction, type Tx } from '../db/tx.ts';
import { type OutboxEvent, type Position, readEvents } from './read.ts';

const BATCH_SIZE = 200;

async function readPosition(db: Reader, reader: string): Promise<Position | undefined> {
  const { rows } = await sql<{ position: Position }>`
    select xid::text || '/' || id::text as position from outbox_reader where name = ${reader}`.execute(db);
  return rows[0]?.position;
}

/** The reader's position, locked; undefined while another process has it. */
async function lockPosition(tx: Tx, reader: string): Promise<Position | undefined> {
  const { rows } = await sql<{ position: Position }>`
    select xid::text || '/' || id::text as position from outbox_reader where name = ${reader}
    for update skip locked`.execute(tx);
  return rows[0]?.position;
}

async function setPosition(tx: Tx, reader: string, position: Position): Promise<void> {
  const [xid, id] = position.split('/');
  await sql`update outbox_reader set xid = ${xid}::xid8, id = ${id}::bigint where name = ${reader}`.execute(tx);
}

/**
 * Hands the next events to a lasting reader. What `handle` writes and the new position are one transaction: after a crash no
 * event is lost and none is handled twice. Any number of processes may follow; one at a time does.
 * @returns whether there may be more.
 */
export async function followEvents(
  db: Database,
  reader: string,
  handle: (tx: Tx, events: OutboxEvent[]) => Promise<void>,
): Promise<boolean> {
  // Asked without a lock first: nearly always there is nothing.
  const since = await readPosition(db, reader);
  if (since === undefined) throw new Error(`The outbox has no reader ${reader}`);
  if ((await readEvents(db, since, 1)).length === 0) return false;
  return transaction(db, async (tx) => {
    const position = await lockPosition(tx, reader);
    if (position === undefined) return false;
    const events = await readEvents(tx, position, BATCH_SIZE);
    const last = events.at(-1);
    if (last === undefined) return false;
    await handle(tx, events);
    await setPosition(tx, reader, last.position);
    return events.length === BATCH_SIZE;
  });
}
