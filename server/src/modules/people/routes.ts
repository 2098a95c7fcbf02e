import { getMe } from '@kantor/contract/wire/auth.ts';
import * as calls from '@kantor/contract/wire/members.ts';
import { actorOf } from '../../http/actor.ts';
import type { Bind } from '../../http/endpoint.ts';
import { notFound, unauthorized } from '../../kernel/errors.ts';
import { readAccount } from '../accounts/index.ts';
import { readFactorHolders } from '../second-factor/index.ts';
import { personOf } from './deeds.ts';
import * as own from './service/own-account.ts';
import { readInvitations } from './store/invitations.ts';
import { type Member, readMembers, readMemberships } from './store/members.ts';
import { toInvitation, toMember, toProfile } from './wire.ts';

export function peopleRoutes(bind: Bind, deps: own.Deps): void {
  const { db, clock } = deps;
  const withFactors = async (members: readonly Member[]) => {
    const holders = await readFactorHolders(
      db,
      members.map(({ id }) => id),
    );
    return members.map((member) => toMember(member, holders.has(member.id)));
  };
  bind(getMe, async ({ caller }) => {
    const { id, username } = personOf(caller);
    const [account, memberships] = await Promise.all([readAccount(db, caller.id), readMemberships(db, id)]);
    if (account === undefined || caller.memberRole === undefined) throw unauthorized();
    return toProfile({ username, memberRole: caller.memberRole, account, memberships });
  });

  bind(calls.listMembers, async ({ caller }) => {
    const members = await readMembers(db, caller.id);
    return { count: members.length, results: await withFactors(members) };
  });
  bind(calls.setMemberRole, async ({ caller, params, body, request }) => {
    const [member] = await withFactors([await own.setRole(deps, actorOf(caller, request), params.id, body.role)]);
    if (member === undefined) throw notFound();
    return member;
  });
  bind(calls.removeMember, async ({ caller, params, request }) => {
    await own.removeMember(deps, actorOf(caller, request), params.id);
    return null;
  });
  bind(calls.leaveAccount, async ({ caller, request }) => {
    await own.leaveAccount(deps, actorOf(caller, request));
    return null;
  });

  bind(calls.listInvitations, async ({ caller }) => {
    const invitations = await readInvitations(db, caller.id, clock());
    return { count: invitations.length, results: invitations.map(toInvitation) };
  });
  bind(calls.createInvitation, async ({ caller, body, request }) => {
    const { token, ...invitation } = await own.createInvitation(deps, actorOf(caller, request), body.role);
    return { ...toInvitation(invitation), token };
  });
  bind(calls.revokeInvitation, async ({ caller, params, request }) => {
    await own.withdrawInvitation(deps, actorOf(caller, request), params.id);
    return null;
  });
}
