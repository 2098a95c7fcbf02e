import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Database } from '../../src/db/pool.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import { fanOut } from '../../src/modules/webhooks/index.ts';
import { foldRollups } from '../../src/modules/analytics/index.ts';
import { foldLists } from '../../src/outbox/fold.ts';
import { type OutboxEvent, OUTBOX_START, type Position, readEvents } from '../../src/outbox/read.ts';

/**
 * Waits until readers are shown every event that is committed by now. A snapshot knows the oldest transaction of the whole
 * server, and the other test files work on theirs beside this one: each of them holds the readers of all databases back.
 */
export async function untilShown(db: Database): Promise<void> {
  const { rows } = await sql<{ xid: string }>`select xid::text from outbox order by outbox.xid desc limit 1`.execute(
    db,
  );
  const [newest] = rows;
  if (newest === undefined) return;
  const isShown = async () => {
    const answer = await sql<{ isShown: boolean }>`
      select ${newest.xid}::xid8 < pg_snapshot_xmin(pg_current_snapshot()) as "isShown"`.execute(db);
    return answer.rows[0]?.isShown;
  };
  await vi.waitUntil(isShown, { timeout: 20_000, interval: 5 });
}

/** All events since a position, in order. */
export async function readAllEvents(db: Database, since: Position = OUTBOX_START): Promise<OutboxEvent[]> {
  await untilShown(db);
  return readEvents(db, since, 1_000_000);
}

/** The position of the last event so far. */
export const endOfOutbox = async (db: Database): Promise<Position> =>
  (await readAllEvents(db)).at(-1)?.position ?? OUTBOX_START;

/** The number of events about an object for `ownerId` alone. */
export async function countEvents(db: Database, kind: string, objectId: string, ownerId: string): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from outbox where kind = ${kind} and object_id = ${objectId}
      and owners = ${[ownerId]}::uuid[]`.execute(db);
  return Number(rows[0]?.n);
}

/** Makes deliveries of all events so far. */
export async function fanOutAll({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await untilShown(db);
  await fanOut({ db, clock });
}

/** Folds all events so far into the counters of lists, and the figures by hour and day. */
export async function foldAll({ db }: { db: Database }): Promise<void> {
  await untilShown(db);
  await foldLists(db);
  await foldRollups({ db });
}

/** Leaves the outbox empty; lists and figures have counted what was in it. */
export async function emptyOutbox(kantor: Parameters<typeof foldAll>[0]): Promise<void> {
  await foldAll(kantor);
  await sql`delete from outbox`.execute(kantor.db);
}
