import type { MemberRole } from '@kantor/contract/plain/rights.ts';
import type { Locked } from '../../db/tx.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { type Account, readAccountByName } from '../accounts/index.ts';
import {
  addMember as join,
  addPerson,
  changeRole,
  endMembership,
  type Invitation,
  invite,
  type KnownInvitation,
  type Member,
  memberFacts,
  type Person,
  readInvitationById,
  readInvitations,
  readMember,
  readPersonByName,
  revokeInvitation as revoke,
} from '../people/index.ts';
import { assertNotPlatform, blockFacts, findAccount, newPassword, type Password } from './accounts.ts';
import type { Action, Change, Operator, Step } from './frame.ts';

// The members of a trader's or a merchant's account. Those of the platform are its owner's, in «Участники».

type Members = Pick<Change, 'object' | 'accountIds'>;

/** The members of an account, as an object of the journal. */
const membersOf = ({ id, name }: Pick<Account, 'id' | 'name'>): Members => ({
  object: { kind: 'members', id, name },
  accountIds: [id],
});

interface Inviting {
  id: string;
  role: MemberRole;
}

interface Invited {
  account: Locked<Account>;
  open: readonly Invitation[];
}

/** Makes a link by which somebody comes to belong to an account. */
export const inviteMember = (operator: Operator): Action<Inviting, Invited> => ({
  name: 'invite-member',
  find: async (step, input) => {
    const account = await findAccount(step, input);
    return { account, open: await readInvitations(step.tx, account.id, step.at) };
  },
  // The same may be made again, but by whoever has seen the one that is open.
  basis: ({ account, open }) => ({
    ...blockFacts(account.blockedAt),
    invitations: open.map(({ id }) => id).join(', '),
  }),
  act: async ({ tx, at }, { account }, { role }) => {
    assertNotPlatform(account);
    if (account.blockedAt !== null) throw conflict('account_blocked', 'Кабинет заблокирован: приглашение не сработает');
    const { token, expiresAt } = await invite(tx, { accountId: account.id, role, by: operator, at });
    const after = { role, expires_at: expiresAt.toISOString() };
    return { changes: [{ ...membersOf(account), before: null, after }], secrets: { invitation: token } };
  },
});

interface Revoking {
  account: Locked<Account>;
  invitation: KnownInvitation;
}

/** Ends an invitation that nobody has used. */
export const revokeInvitation: Action<{ id: string }, Revoking> = {
  name: 'revoke-invitation',
  find: async (step, { id }) => {
    const accountId = (await readInvitationById(step.tx, id))?.accountId;
    // The account before what is its own.
    const account = accountId === undefined ? undefined : await findAccount(step, { id: accountId });
    const invitation = account && (await readInvitationById(step.tx, id));
    if (account === undefined || invitation === undefined) throw notFound();
    return { account, invitation };
  },
  basis: ({ invitation: { endedAt } }) => ({ ended_at: endedAt?.toISOString() ?? null }),
  act: async ({ tx, at }, { account, invitation: { id, role } }) => {
    assertNotPlatform(account);
    if ((await revoke(tx, { id, accountId: account.id, at })) === undefined)
      throw conflict('invitation_ended', 'Приглашение уже использовано, отозвано или устарело');
    const facts = { before: { invitation: id, role }, after: { invitation: id, role: null } };
    return { changes: [{ ...membersOf(account), ...facts }] };
  },
};

interface Adding {
  id: string;
  username: string;
  role: MemberRole;
}

interface Joining {
  account: Locked<Account>;
  person: Person | undefined;
  member: Member | undefined;
  made: Password;
}

/** The person of a name; they are made when there is none. @throws ApiError 400 (the name), 409 `username_taken`. */
async function personIdOf({ tx, at }: Step, { person, made }: Joining, username: string): Promise<string> {
  if (person !== undefined) return person.id;
  if ((await readAccountByName(tx, username)) !== undefined)
    throw conflict('username_taken', `Имя ${username} занято кабинетом`);
  return addPerson(tx, { username, passwordHash: made.passwordHash, at });
}

/** Lets a person belong to an account, at once; a new one gets a password of ours, which is told once. */
export const addMember: Action<Adding, Joining, Password> = {
  name: 'add-member',
  prepare: newPassword,
  find: async (step, { id, username }, made) => {
    if (made === undefined) throw new Error('A password is made before the transaction');
    const account = await findAccount(step, { id });
    const person = await readPersonByName(step.tx, username);
    return { account, person, member: person && (await readMember(step.tx, account, person.id)), made };
  },
  basis: ({ person, member }) => ({ is_known: person !== undefined, role: member?.role ?? null }),
  act: async (step, joining, { username, role }) => {
    const { account, person, member, made } = joining;
    assertNotPlatform(account);
    if (member !== undefined) throw conflict('already_member', 'Этот человек уже участник кабинета');
    const personId = await personIdOf(step, joining, username);
    const added = await join(step.tx, { accountId: account.id, personId }, role, step.at);
    return {
      changes: [{ ...membersOf(account), before: null, after: memberFacts(added) }],
      ...(person === undefined && { secrets: { password: made.password } }),
    };
  },
};

interface OfMember {
  id: string;
  personId: string;
}

interface Found {
  account: Locked<Account>;
  member: Member;
}

/** @throws ApiError 404, 409 `not_member`. */
async function findMember(step: Step, { id, personId }: OfMember): Promise<Found> {
  const account = await findAccount(step, { id });
  const member = await readMember(step.tx, account, personId);
  if (member === undefined) throw conflict('not_member', 'Этого человека в кабинете нет');
  return { account, member };
}

/** What a member may do from now on, in force everywhere within five seconds. */
export const setMemberRole: Action<OfMember & { role: MemberRole }, Found> = {
  name: 'set-member-role',
  find: findMember,
  basis: ({ member }) => memberFacts(member),
  act: async ({ tx, at }, { account, member }, { personId, role }) => {
    assertNotPlatform(account);
    if (member.role === role) throw conflict('same_role', 'У участника уже эта роль');
    const { before, after } = await changeRole(tx, { accountId: account.id, personId }, role, at);
    return { changes: [{ ...membersOf(account), before: memberFacts(before), after: memberFacts(after) }] };
  },
};

/** Ends that a person belongs to an account. */
export const removeMember: Action<OfMember, Found> = {
  name: 'remove-member',
  find: findMember,
  basis: ({ member }) => memberFacts(member),
  act: async ({ tx, at }, { account }, { personId }) => {
    assertNotPlatform(account);
    const before = memberFacts(await endMembership(tx, { accountId: account.id, personId }, at));
    return { changes: [{ ...membersOf(account), before, after: { ...before, role: null } }] };
  },
};
