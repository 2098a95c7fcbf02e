import { sql } from 'kysely';
import { createPool } from '../../src/db/pool.ts';
import { atOnce, later, transaction } from '../../src/db/tx.ts';

// A process that sends statements and nothing else.

const TIMES = 100;
const WORKERS = 16;
/** Of an answer: some 20 KB. */
const [ROWS, TEXT] = [100, 200];

const db = createPool(process.env['DATABASE_URL'] ?? '', { max: WORKERS });
const rows = sql`select n, repeat('x', ${TEXT}) as text from generate_series(1, ${ROWS}) as n`;

async function send(): Promise<void> {
  for (let n = 0; n < TIMES; n += 1) {
    await rows.execute(db);
    await transaction(db, async (tx) => {
      await later(tx, sql`select ${n}::integer`);
      await atOnce(tx, (each) => Promise.all([rows.execute(each), rows.execute(each)]));
    });
  }
}

await Promise.all(Array.from({ length: WORKERS }, send));
await db.destroy();
