import type { MemberRole } from '@kantor/contract/plain/rights.ts';
import { sql } from 'kysely';
import type { Reader } from '../../db/tx.ts';

interface LiveSession {
  id: string;
  accountId: string;
  memberRole: MemberRole;
  takesPayouts: boolean;
}

/** The sessions among these that have not ended, of members of their account; neither person nor account is blocked. */
export async function readLiveSessions(db: Reader, ids: readonly string[]): Promise<LiveSession[]> {
  const { rows } = await sql<LiveSession>`
    select session.id, session.account_id as "accountId", member.role as "memberRole",
      account.role = 'trader' and payout_enable as "takesPayouts"
    from session join person on person.id = session.person_id join account on account.id = session.account_id
    join member on member.person_id = session.person_id and member.account_id = session.account_id
    where session.id = any(${ids}::uuid[]) and session.revoked_at is null and account.blocked_at is null
      and person.blocked_at is null`.execute(db);
  return rows;
}
