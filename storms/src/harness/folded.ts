import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@kantor/server/src/db/pool.ts';
import { sql } from 'kysely';

/** Against hanging only: a fold takes milliseconds. */
const LIMIT_MS = 120_000;
const LOOK_MS = 20;

/**
 * Waits until the lists and the figures of analytics count all that has happened: every server folds the outbox a moment later (server/src/app/folding.ts).
 * @throws Error when nobody folds.
 */
export async function untilFolded(db: Database): Promise<void> {
  for (const end = performance.now() + LIMIT_MS; ; await delay(LOOK_MS)) {
    const { rows } = await sql<{ n: bigint }>`
      select count(*) as n from outbox, outbox_reader as reader
      where reader.name in ('lists', 'rollups') and (outbox.xid, outbox.id) > (reader.xid, reader.id)`.execute(db);
    if (rows[0]?.n === 0n) return;
    if (performance.now() > end) throw new Error(`${rows[0]?.n} events were never folded`);
  }
}
