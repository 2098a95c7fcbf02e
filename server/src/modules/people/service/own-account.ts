import type { MemberRole } from '@kantor/contract/plain/rights.ts';
import type { Database } from '../../../db/pool.ts';
import { transaction } from '../../../db/tx.ts';
import type { PersonActor } from '../../../kernel/actor.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { notFound } from '../../../kernel/errors.ts';
import { memberFacts, recordDeed } from '../deeds.ts';
import { revokeInvitation, type Invitation } from '../store/invitations.ts';
import type { Member } from '../store/members.ts';
import { invite } from './invitations.ts';
import { changeRole, endMembership } from './members.ts';

// What people do with the members of the account that they are in, each with its line in the audit.

export interface Deps {
  db: Database;
  clock: Clock;
}

/** @throws the errors of `changeRole`. */
export const setRole = ({ db, clock }: Deps, by: PersonActor, personId: string, role: MemberRole): Promise<Member> =>
  transaction(db, async (tx) => {
    const at = clock();
    const { before, after } = await changeRole(tx, { accountId: by.accountId, personId }, role, at);
    const facts = { before: memberFacts(before), after: memberFacts(after) };
    if (before.role !== after.role) await recordDeed(tx, by, { action: 'set-member-role', ...facts }, at);
    return after;
  });

async function end({ db, clock }: Deps, by: PersonActor, personId: string, action: string): Promise<void> {
  await transaction(db, async (tx) => {
    const at = clock();
    const before = memberFacts(await endMembership(tx, { accountId: by.accountId, personId }, at));
    const deed = { action, before, after: { ...before, role: null } };
    await recordDeed(tx, by, deed, at);
  });
}

/** @throws the errors of `endMembership`. */
export const removeMember = (deps: Deps, by: PersonActor, personId: string): Promise<void> =>
  end(deps, by, personId, 'remove-member');

/** @throws the errors of `endMembership`. */
export const leaveAccount = (deps: Deps, by: PersonActor): Promise<void> => end(deps, by, by.personId, 'leave-account');

/** @throws the errors of `invite`. */
export const createInvitation = (
  { db, clock }: Deps,
  by: PersonActor,
  role: MemberRole,
): Promise<Invitation & { token: string }> =>
  transaction(db, async (tx) => {
    const at = clock();
    const invitation = await invite(tx, {
      accountId: by.accountId,
      role,
      by: { id: by.personId, username: by.name },
      at,
    });
    const after = { invitation: invitation.id, role };
    await recordDeed(tx, by, { action: 'invite-member', before: null, after }, at);
    return invitation;
  });

/** @throws ApiError 404. */
export const withdrawInvitation = ({ db, clock }: Deps, by: PersonActor, id: string): Promise<void> =>
  transaction(db, async (tx) => {
    const at = clock();
    const role = await revokeInvitation(tx, { id, accountId: by.accountId, at });
    if (role === undefined) throw notFound();
    const facts = { before: { invitation: id, role }, after: { invitation: id, role: null } };
    await recordDeed(tx, by, { action: 'revoke-invitation', ...facts }, at);
  });
