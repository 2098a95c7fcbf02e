import { sql } from 'kysely';
import type { Reader } from '../../db/tx.ts';

interface LiveSession {
  id: string;
  takesPayouts: boolean;
}

/** The sessions among these that are not ended and whose user is not blocked. */
export async function readLiveSessions(db: Reader, ids: readonly string[]): Promise<LiveSession[]> {
  const { rows } = await sql<LiveSession>`
    select session.id, users.role = 'trader' and users.payout_enable as "takesPayouts"
    from session join users on users.id = session.user_id
    where session.id = any(${ids}::uuid[]) and session.revoked_at is null and users.blocked_at is null`.execute(db);
  return rows;
}
