import type { MemberRole, Role } from '@kantor/contract/plain/rights.ts';
import { sql } from 'kysely';
import type { Locked, Reader, Tx } from '../../../db/tx.ts';
import type { Person } from '../../people/index.ts';
import type { PresentedToken } from '../rules.ts';

/** Why a session ended before its time. */
export type EndReason =
  | 'signed_out'
  | 'theft'
  | 'password'
  | 'blocked'
  | 'crowded_out'
  | 'removed'
  | 'ended'
  | 'second_factor';

/** The end of a session. */
interface End {
  at: Date;
  reason: EndReason;
}

export interface NewSession {
  id: string;
  personId: string;
  /** The one that the person is in. */
  accountId: string;
  /** The hash of its first refresh token. */
  tokenHash: Buffer;
  expiresAt: Date;
  at: Date;
  seen: Seen;
}

/** Where a session was last refreshed. */
export interface Seen {
  address: string;
  /** The browser's own words; undefined: none. */
  userAgent: string | undefined;
}

export async function insertSession(
  tx: Tx,
  { id, personId, accountId, tokenHash, expiresAt, at, seen }: NewSession,
): Promise<void> {
  await sql`
    insert into session (id, person_id, account_id, created_at, seen_at, address, user_agent)
    values (${id}, ${personId}, ${accountId}, ${at}, ${at}, ${seen.address}, ${seen.userAgent ?? null})`.execute(tx);
  await sql`
    insert into refresh_token (hash, session_id, expires_at) values (${tokenHash}, ${id}, ${expiresAt})`.execute(tx);
}

/** A session with its person, in their account. */
export interface Family {
  sessionId: string;
  personId: string;
  accountId: string;
  /** Null when they do not belong to the account any more. */
  memberRole: MemberRole | null;
  createdAt: Date;
  revokedAt: Date | null;
  endReason: EndReason | null;
  isBlocked: boolean;
}

/** The family of a refresh token, locked: its tokens are decided on one after another. */
export async function lockFamily(tx: Tx, tokenHash: Buffer): Promise<Family | undefined> {
  const { rows } = await sql<Family>`
    select session.id as "sessionId", person.id as "personId", account.id as "accountId", member.role as "memberRole",
      session.created_at as "createdAt", session.revoked_at as "revokedAt", end_reason as "endReason",
      person.blocked_at is not null or account.blocked_at is not null as "isBlocked"
    from session join person on person.id = session.person_id join account on account.id = session.account_id
    left join member on member.person_id = session.person_id and member.account_id = session.account_id
    where session.id = (select session_id from refresh_token where hash = ${tokenHash})
    for no key update of session`.execute(tx);
  return rows[0];
}

/** To be read after the lock, in a statement of its own: only that sees the changes of the lock's former holder. */
export async function readToken(tx: Tx, tokenHash: Buffer): Promise<PresentedToken | undefined> {
  const { rows } = await sql<PresentedToken>`
    select expires_at as "expiresAt", replaced_at as "replacedAt" from refresh_token where hash = ${tokenHash}`.execute(
    tx,
  );
  return rows[0];
}

export interface Replacement {
  sessionId: string;
  oldHash: Buffer;
  newHash: Buffer;
  expiresAt: Date;
  at: Date;
  seen: Seen;
}

/** @param tx with the session locked. */
export async function replaceToken(
  tx: Tx,
  { sessionId, oldHash, newHash, expiresAt, at, seen }: Replacement,
): Promise<void> {
  await sql`
    with seen as (
      update session set seen_at = ${at}, address = ${seen.address}, user_agent = ${seen.userAgent ?? null}
      where id = ${sessionId}
    )
    update refresh_token set replaced_at = ${at} where hash = ${oldHash}`.execute(tx);
  await sql`
    insert into refresh_token (hash, session_id, expires_at) values (${newHash}, ${sessionId}, ${expiresAt})`.execute(
    tx,
  );
}

/** A session goes on in another account of its person's. */
export async function moveSession(tx: Tx, sessionId: string, accountId: string): Promise<void> {
  await sql`update session set account_id = ${accountId} where id = ${sessionId}`.execute(tx);
}

export async function revokeSession(tx: Tx, sessionId: string, { at, reason }: End): Promise<void> {
  await sql`
    update session set revoked_at = ${at}, end_reason = ${reason}
    where id = ${sessionId} and revoked_at is null`.execute(tx);
}

/** @returns the session that the token belonged to. */
export async function revokeFamily(tx: Tx, tokenHash: Buffer, at: Date): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update session set revoked_at = coalesce(revoked_at, ${at}),
      end_reason = case when revoked_at is null then 'signed_out' else end_reason end
    where id = (select session_id from refresh_token where hash = ${tokenHash}) returning id`.execute(tx);
  return rows[0]?.id;
}

/** Signs a person out everywhere. */
export async function revokeSessionsOf(tx: Tx, personId: string, { at, reason }: End): Promise<void> {
  await sql`
    update session set revoked_at = ${at}, end_reason = ${reason}
    where person_id = ${personId} and revoked_at is null`.execute(tx);
}

/** Signs everyone out who is in an account. */
export async function revokeSessionsIn(tx: Tx, accountId: string, { at, reason }: End): Promise<void> {
  await sql`
    update session set revoked_at = ${at}, end_reason = ${reason}
    where account_id = ${accountId} and revoked_at is null`.execute(tx);
}

/** Ends all but a person's newest sessions; the one that has just begun stays. @returns those it ended. */
export async function endOldSessions(
  tx: Tx,
  { id: personId }: Locked<Pick<Person, 'id'>>,
  { newest, most, at }: { newest: string; most: number; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update session set revoked_at = ${at}, end_reason = 'crowded_out' where id in (
      select id from session where person_id = ${personId} and revoked_at is null and id <> ${newest}
      order by created_at desc, id desc offset ${most - 1}
    ) returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Who a session is of, and in which account. */
export interface LiveMember {
  person: { id: string; username: string };
  account: { id: string; role: Role };
  memberRole: MemberRole;
  /** They are one of the platform's people, in whichever account they are now, and have no second factor. */
  needsFactor: boolean;
}

/** The member whose session it is, unless it was ended, they do not belong to the account any more, or either is blocked. */
export async function readLiveMember(db: Reader, sessionId: string): Promise<LiveMember | undefined> {
  const { rows } = await sql<{
    personId: string;
    username: string;
    accountId: string;
    role: Role;
    memberRole: MemberRole;
    needsFactor: boolean;
  }>`
    select person.id as "personId", username, account.id as "accountId", account.role, member.role as "memberRole",
      exists (select from member platform where platform.person_id = person.id and account_role = 'operator')
        and not exists (select from totp where totp.person_id = person.id)
        and not exists (select from passkey where passkey.person_id = person.id) as "needsFactor"
    from session join person on person.id = session.person_id join account on account.id = session.account_id
    join member on member.person_id = session.person_id and member.account_id = session.account_id
    where session.id = ${sessionId} and session.revoked_at is null and person.blocked_at is null
      and account.blocked_at is null`.execute(db);
  const [row] = rows;
  return (
    row && {
      person: { id: row.personId, username: row.username },
      account: { id: row.accountId, role: row.role },
      memberRole: row.memberRole,
      needsFactor: row.needsFactor,
    }
  );
}

/** Deletes refresh tokens that expired, and sessions that have none left. @returns how many tokens there were. */
export async function deleteExpiredTokens(tx: Tx, at: Date): Promise<number> {
  const { numAffectedRows } = await sql`delete from refresh_token where expires_at <= ${at}`.execute(tx);
  await sql`
    delete from session where not exists (select from refresh_token where session_id = session.id)`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}
