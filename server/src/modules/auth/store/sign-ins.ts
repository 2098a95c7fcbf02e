import { sql } from 'kysely';
import type { Reader, Statement } from '../../../db/tx.ts';

/** A session in force, as its person sees it. */
export interface SignIn {
  id: string;
  startedAt: Date;
  /** Null: it began before this was kept, and was not refreshed since; so are the address and the browser. */
  seenAt: Date | null;
  address: string | null;
  userAgent: string | null;
}

/** A person's sessions in force, the last seen first; there are ten at most. */
export async function readSignIns(
  db: Reader,
  { personId, at, since }: { personId: string; at: Date; since: Date },
): Promise<SignIn[]> {
  const { rows } = await sql<SignIn>`
    select id, created_at as "startedAt", seen_at as "seenAt", address, user_agent as "userAgent"
    from session
    where person_id = ${personId} and revoked_at is null and created_at > ${since}
      and exists (select from refresh_token where session_id = session.id and replaced_at is null and expires_at > ${at})
    order by coalesce(seen_at, created_at) desc, id`.execute(db);
  return rows;
}

/** When somebody last began a session in each of these accounts, of the sessions that are still kept. */
export async function readLastSignIns(db: Reader, accountIds: readonly string[]): Promise<Map<string, Date>> {
  // By the person: there the index has sessions that have ended as well.
  const { rows } = await sql<{ accountId: string; at: Date }>`
    select member.account_id as "accountId", max(session.created_at) as at
    from member join session on session.person_id = member.person_id and session.account_id = member.account_id
    where member.account_id = any(${accountIds}::uuid[]) group by 1`.execute(db);
  return new Map(rows.map(({ accountId, at }) => [accountId, at]));
}

/** When each member of an account last began a session in it, of the sessions that are still kept, by person. */
export async function readMemberSignIns(db: Reader, accountId: string): Promise<Map<string, Date>> {
  const { rows } = await sql<{ personId: string; at: Date }>`
    select member.person_id as "personId", max(session.created_at) as at
    from member join session on session.person_id = member.person_id and session.account_id = member.account_id
    where member.account_id = ${accountId} group by 1`.execute(db);
  return new Map(rows.map(({ personId, at }) => [personId, at]));
}

interface End {
  personId: string;
  at: Date;
  reason: 'ended' | 'password' | 'second_factor';
}

/** Ends one session of a person. @returns whether it was in force. */
export async function endSession(tx: Statement, id: string, { personId, at, reason }: End): Promise<boolean> {
  const { rows } = await sql`
    update session set revoked_at = ${at}, end_reason = ${reason}
    where id = ${id} and person_id = ${personId} and revoked_at is null returning 1`.execute(tx);
  return rows.length > 0;
}

/** Ends all sessions of a person but one. @returns those it ended. */
export async function endSessionsBut(
  tx: Statement,
  id: string | undefined,
  { personId, at, reason }: End,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update session set revoked_at = ${at}, end_reason = ${reason}
    where person_id = ${personId} and revoked_at is null and id is distinct from ${id ?? null}::uuid returning id`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}
