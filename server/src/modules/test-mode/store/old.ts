import { sql } from 'kysely';
import type { Statement } from '../../../db/tx.ts';

/** Forgets what was made before a moment; an order takes its appeals with it. */
export async function forgetTestObjects(statement: Statement, before: Date): Promise<void> {
  await sql`
    with orders_gone as (delete from test_order where created_at < ${before})
    delete from test_payout where created_at < ${before}`.execute(statement);
}
