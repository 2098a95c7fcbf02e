import { createHash, randomBytes } from 'node:crypto';
import type { MemberRole } from '@kantor/contract/plain/rights.ts';
import type { Reader, Tx } from '../../../db/tx.ts';
import { after, HOUR } from '../../../kernel/clock.ts';
import { ApiError, conflict, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { lockAccount } from '../../accounts/index.ts';
import {
  endInvitation,
  insertInvitation,
  type Invitation,
  lockInvitation,
  type OpenInvitation,
  readInvitation,
  readInvitations,
} from '../store/invitations.ts';
import { addMember, assertFits } from './members.ts';

/** An invitation may be used so long. */
const INVITATION_LIFETIME_MS = 72 * HOUR;
/** Of one account at once. */
const MAX_INVITATIONS = 20;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const gone = () =>
  new ApiError(404, 'invitation_gone', 'Приглашение уже использовано, отозвано или устарело. Попросите новое');

/**
 * Invites somebody to an account, once.
 * @returns the token of the link, which is shown now or never.
 * @throws ApiError 400 (the role), 404, 409 `too_many_invitations`.
 */
export async function invite(
  tx: Tx,
  { accountId, role, by, at }: { accountId: string; role: MemberRole; by: { id: string; username: string }; at: Date },
): Promise<Invitation & { token: string }> {
  const account = await lockAccount(tx, accountId);
  if (account === undefined) throw notFound();
  assertFits(account.role, role);
  if ((await readInvitations(tx, accountId, at)).length >= MAX_INVITATIONS) {
    throw conflict('too_many_invitations', `Приглашений не может быть больше ${MAX_INVITATIONS}. Отзовите ненужные`);
  }
  const token = randomBytes(32).toString('base64url');
  const invitation = { id: newId(at), role, createdAt: at, expiresAt: after(at, INVITATION_LIFETIME_MS) };
  await insertInvitation(tx, { ...invitation, account, tokenHash: hashOf(token), invitedById: by.id });
  return { ...invitation, invitedBy: by.username, token };
}

/** Where a link leads. @throws ApiError 404 `invitation_gone`. */
export async function findInvitation(db: Reader, token: string, at: Date): Promise<OpenInvitation> {
  const invitation = await readInvitation(db, hashOf(token), at);
  if (invitation === undefined) throw gone();
  return invitation;
}

/**
 * Uses an invitation: the person belongs to its account from now on.
 * @param personOf makes the person when the invitation is there.
 * @throws ApiError 404 `invitation_gone`, 409 `already_member`, `too_many_members`.
 */
export async function useInvitation(
  tx: Tx,
  token: string,
  personOf: () => Promise<string>,
  at: Date,
): Promise<{ personId: string; accountId: string; role: MemberRole }> {
  const found = await readInvitation(tx, hashOf(token), at);
  // The account before what is its own, as all who change its members.
  const account = found && (await lockAccount(tx, found.accountId));
  const invitation = account && (await lockInvitation(tx, hashOf(token), at));
  if (invitation === undefined) throw gone();
  const { accountId, role } = invitation;
  const personId = await personOf();
  await addMember(tx, { accountId, personId }, role, at);
  await endInvitation(tx, invitation, { personId, at });
  return { personId, accountId, role };
}
