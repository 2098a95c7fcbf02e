import { sql } from 'kysely';
import type { Statement, Tx } from '../../../db/tx.ts';
import { after, MINUTE } from '../../../kernel/clock.ts';

/** Everybody is counted anew so long after the last time. */
const EVERY_MS = 5 * MINUTE;
/** A worker that has not ended its turn by then is gone. */
export const LEASE_MS = 10 * MINUTE;

/** Takes the turn to count everybody, if it has come. @returns whether it has. */
export async function takeTurn(statement: Statement, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update radar_turn set leased_until = ${after(at, LEASE_MS)}
    where (ended_at is null or ended_at <= ${after(at, -EVERY_MS)}) and (leased_until is null or leased_until <= ${at})`.execute(
    statement,
  );
  return numAffectedRows === 1n;
}

export async function endTurn(tx: Tx, at: Date): Promise<void> {
  await sql`update radar_turn set ended_at = ${at}, leased_until = null`.execute(tx);
}
