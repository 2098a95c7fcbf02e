import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@kantor/server/src/db/pool.ts';
import { sql } from 'kysely';
import { type Gate, noneOf } from '../harness/gates.ts';
import type { Heard, Receiver } from '../harness/receiver.ts';

const LOOK_MS = 500;

const listsBy = <Row>(rows: readonly Row[], keyOf: (row: Row) => string, valueOf: (row: Row) => string) => {
  const lists = new Map<string, string[]>();
  for (const row of rows) {
    const list = lists.get(keyOf(row)) ?? [];
    list.push(valueOf(row));
    lists.set(keyOf(row), list);
  }
  return lists;
};

/**
 * Compares what the merchant's server heard with what happened: every status that an order ever had, in its order; every message
 * of the journal of webhooks, those of an object in the order of their events; and nothing that never was.
 */
async function compare(db: Database, heard: readonly Heard[]): Promise<{ faults: string[]; of: number }> {
  const { rows: history } = await sql<{ id: string; type: string }>`
    select order_id as id, 'order.' || lower(status::text) as type from order_status_change order by order_id, n`.execute(
    db,
  );
  const { rows: journal } = await sql<{ id: string; objectId: string }>`
    select id, object_id as "objectId" from webhook order by event_id`.execute(db);
  const types = listsBy(
    heard,
    ({ objectId }) => objectId,
    ({ type }) => type,
  );
  const ids = listsBy(
    heard,
    ({ objectId }) => objectId,
    ({ id }) => id,
  );
  const faults: string[] = [];
  const expect = (id: string, wanted: readonly string[], came: readonly string[] = []) => {
    if (wanted.join() !== came.join()) faults.push(`${id}: wanted ${wanted.join(' ')}, came ${came.join(' ')}`);
  };
  for (const [id, wanted] of listsBy(
    history,
    (row) => row.id,
    ({ type }) => type,
  ))
    expect(id, wanted, types.get(id));
  const written = listsBy(
    journal,
    ({ objectId }) => objectId,
    ({ id }) => id,
  );
  for (const [id, wanted] of written) expect(id, wanted, ids.get(id));
  for (const [id, came] of ids) if (!written.has(id)) expect(id, [], came);
  return { faults, of: journal.length };
}

/**
 * Waits until all has come, or the time is up.
 * @param isHurried ends the leases of dead workers, which otherwise last a minute.
 */
export async function webhooksGate(
  db: Database,
  { heard }: Receiver,
  { limitMs, isHurried }: { limitMs: number; isHurried: boolean },
): Promise<Gate> {
  for (const end = performance.now() + limitMs; ; await delay(LOOK_MS)) {
    if (isHurried) {
      await sql`
        update webhook set leased_until = null, next_attempt_at = least(next_attempt_at, now())
        where status = 'PENDING' and leased_until > now() and leased_until < now() + interval '55 s'`.execute(db);
    }
    const { faults, of } = await compare(db, heard);
    if (faults.length === 0 || performance.now() > end) {
      return noneOf('webhooks missing, out of order, or of what never was', faults, of);
    }
  }
}
