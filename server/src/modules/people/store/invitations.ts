import type { MemberRole, Role } from '@kantor/contract/plain/rights.ts';
import { sql } from 'kysely';
import { type Locked, lockRow, type Reader, type Tx } from '../../../db/tx.ts';

export interface Invitation {
  id: string;
  role: MemberRole;
  /** The name of who invites. */
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Those of an account that may be used at a moment, newest first. */
export async function readInvitations(db: Reader, accountId: string, at: Date): Promise<Invitation[]> {
  const { rows } = await sql<Invitation>`
    select invitation.id, role, username as "invitedBy", invitation.created_at as "createdAt", expires_at as "expiresAt"
    from invitation join person on person.id = invited_by
    where invitation.account_id = ${accountId} and ended_at is null and expires_at > ${at}
    order by invitation.created_at desc, invitation.id desc`.execute(db);
  return rows;
}

export interface NewInvitation {
  id: string;
  account: { id: string; role: Role };
  role: MemberRole;
  tokenHash: Buffer;
  invitedById: string;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<void> {
  const { id, account, role, tokenHash, invitedById, createdAt, expiresAt } = invitation;
  await sql`
    insert into invitation (id, account_id, account_role, role, token_hash, invited_by, created_at, expires_at)
    values (${id}, ${account.id}, ${account.role}, ${role}, ${tokenHash}, ${invitedById}, ${createdAt}, ${expiresAt})`.execute(
    tx,
  );
}

/** Revokes an invitation that may still be used. @returns its role; undefined when the account has none of this id. */
export async function revokeInvitation(
  tx: Tx,
  { id, accountId, at }: { id: string; accountId: string; at: Date },
): Promise<MemberRole | undefined> {
  const { rows } = await sql<{ role: MemberRole }>`
    update invitation set ended_at = ${at}
    where id = ${id} and account_id = ${accountId} and ended_at is null and expires_at > ${at} returning role`.execute(
    tx,
  );
  return rows[0]?.role;
}

/** An invitation, whether it may still be used or not. */
export interface KnownInvitation {
  id: string;
  accountId: string;
  role: MemberRole;
  /** It may be used until then, unless it ended before. */
  expiresAt: Date;
  endedAt: Date | null;
}

export async function readInvitationById(db: Reader, id: string): Promise<KnownInvitation | undefined> {
  const { rows } = await sql<KnownInvitation>`
    select id, account_id as "accountId", role, expires_at as "expiresAt", ended_at as "endedAt"
    from invitation where id = ${id}`.execute(db);
  return rows[0];
}

/** An invitation that may be used, and where it leads. */
export interface OpenInvitation {
  id: string;
  accountId: string;
  accountRole: Role;
  /** The account's. */
  name: string;
  role: MemberRole;
  expiresAt: Date;
}

const openInvitation = (tokenHash: Buffer, at: Date) => sql<OpenInvitation>`
  select invitation.id, account.id as "accountId", account.role as "accountRole", account.name, invitation.role,
    expires_at as "expiresAt"
  from invitation join account on account.id = invitation.account_id
  where token_hash = ${tokenHash} and ended_at is null and expires_at > ${at} and blocked_at is null`;

/** The invitation of a token, unless it was used, was revoked, is too old, or its account is blocked. */
export async function readInvitation(db: Reader, tokenHash: Buffer, at: Date): Promise<OpenInvitation | undefined> {
  const { rows } = await openInvitation(tokenHash, at).execute(db);
  return rows[0];
}

/** The same, locked: one of two who use it finds it used. */
export const lockInvitation = (tx: Tx, tokenHash: Buffer, at: Date): Promise<Locked<OpenInvitation> | undefined> =>
  lockRow(tx, sql<OpenInvitation>`${openInvitation(tokenHash, at)} for no key update of invitation`);

export async function endInvitation(
  tx: Tx,
  { id }: Locked<OpenInvitation>,
  { personId, at }: { personId: string; at: Date },
): Promise<void> {
  await sql`update invitation set ended_at = ${at}, accepted_by = ${personId} where id = ${id}`.execute(tx);
}
