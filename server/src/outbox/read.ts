import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import type { Reader } from '../db/tx.ts';
import { after, DAY } from '../kernel/clock.ts';
import { isOfThisCluster } from './anchor.ts';

/** A position in the outbox, `<transaction>/<row>`; a reader keeps the last one it has handled. */
export type Position = `${bigint}/${bigint}`;

export const OUTBOX_START: Position = '0/0';

export interface OutboxEvent {
  position: Position;
  kind: string;
  objectId: string;
  owners: string[];
  at: Date;
}

/** Whether the first position comes after the second. */
export function isAfter(a: Position, b: Position): boolean {
  const [xid = 0n, id = 0n] = a.split('/').map(BigInt);
  const [otherXid = 0n, otherId = 0n] = b.split('/').map(BigInt);
  return xid > otherXid || (xid === otherXid && id > otherId);
}

const columns = sql`xid::text || '/' || id::text as position, kind, object_id as "objectId", owners, created_at as at`;

/** No running transaction can still come before the row's. */
const isSettled = sql`xid < pg_snapshot_xmin(pg_current_snapshot())`;

/**
 * The next events after a position, in an order that never changes: by transaction, and only of transactions older than every
 * running one, so that a slow transaction delays its successors but is never skipped.
 * @see https://event-driven.io/en/ordering_in_postgres_outbox/
 */
export async function readEvents(db: Reader, since: Position, limit = 1000): Promise<OutboxEvent[]> {
  const [xid, id] = since.split('/');
  const { rows } = await sql<OutboxEvent>`
    select ${columns} from outbox
    where (xid, id) > (${xid}::xid8, ${id}::bigint) and ${isSettled}
    order by xid, id limit ${limit}`.execute(db);
  return rows;
}

/** The end of so many events after a position, in the order of `readEvents`; undefined when there are none. */
export async function readEnd(
  db: Reader,
  since: Position,
  limit: number,
): Promise<{ last: Position; highestId: bigint; count: number } | undefined> {
  const [xid, id] = since.split('/');
  const { rows } = await sql<{ last: Position; highestId: bigint; count: bigint }>`
    select xid::text || '/' || id::text as last, max(id) over () as "highestId", count(*) over () as count
    from (
      select xid, id from outbox
      where (xid, id) > (${xid}::xid8, ${id}::bigint) and ${isSettled}
      order by xid, id limit ${limit}
    ) as next
    order by xid desc, next.id desc limit 1`.execute(db);
  const [end] = rows;
  return end && { ...end, count: Number(end.count) };
}

/**
 * The next events after the event at a position, as `readEvents`; undefined when that event is not there: it was forgotten, or
 * the database is no longer the one that it was read in.
 */
export async function readEventsAfter(db: Reader, known: Position, limit: number): Promise<OutboxEvent[] | undefined> {
  const [xid, id] = known.split('/');
  const { rows } = await sql<OutboxEvent>`
    select ${columns} from outbox
    where (xid, id) >= (${xid}::xid8, ${id}::bigint) and ${isSettled}
    order by xid, id limit ${limit + 1}`.execute(db);
  return rows[0]?.position === known ? rows.slice(1) : undefined;
}

/** The last events so far, in order. */
export async function readLatestEvents(db: Reader, limit: number): Promise<OutboxEvent[]> {
  const { rows } = await sql<OutboxEvent>`
    select ${columns} from outbox where ${isSettled} order by xid desc, id desc limit ${limit}`.execute(db);
  return rows.toReversed();
}

const RETENTION_MS = 7 * DAY;

/**
 * Forgets old events, in the order of `readEvents`, but none that a lasting reader has yet to read; none at all until readers have
 * their places in this cluster. An old one behind a younger one waits for that one.
 */
export async function forgetOldEvents(db: Database, at: Date): Promise<void> {
  const { rows } = await sql<{ xid: string; id: bigint }>`
    with reach as (
      select xid, id from outbox_reader
      where (select bool_and(${isOfThisCluster}) from outbox_reader)
      order by xid, id limit 1
    )
    select xid::text as xid, id
    from (
      (select outbox.xid, outbox.id from outbox, reach
        where (outbox.xid, outbox.id) <= (reach.xid, reach.id) and created_at >= ${after(at, -RETENTION_MS)}
        order by outbox.xid, outbox.id limit 1)
      union all
      select xid, id + 1 from reach
    ) as kept
    order by kept.xid, kept.id limit 1`.execute(db);
  const [kept] = rows;
  if (kept === undefined) return;
  await sql`delete from outbox where (xid, id) < (${kept.xid}::xid8, ${kept.id}::bigint)`.execute(db);
}
