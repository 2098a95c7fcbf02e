import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/tx.ts';

/** Writes orders and their histories as the database's owner may who repairs by hand: without the steps that make them (decision 159). */
export const byHand = (ownerDb: Database, statement: RawBuilder<unknown>): Promise<void> =>
  transaction(ownerDb, async (tx) => {
    await sql`select set_config('kantor.step', 'on', true)`.execute(tx);
    await statement.execute(tx);
  });
