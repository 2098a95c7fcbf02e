import { mayDo } from '@kantor/contract/plain/rights.ts';
import type { Locked, Tx } from '../../db/tx.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { PLATFORM_ACCOUNT } from '../../kernel/platform.ts';
import type { Facts } from '../audit/index.ts';
import { blockPerson as block, changePassword } from '../auth/index.ts';
import { readWaitingForPerson } from '../corrections/index.ts';
import { lockPerson, type Membership, type Person, readMemberships, setPersonBlocked } from '../people/index.ts';
import { factorsOf } from '../second-factor/index.ts';
import { endAccess, type KeepOptions } from './access.ts';
import { blockFacts, newPassword, type Password } from './accounts.ts';
import type { Action, Change, Operator, Step } from './frame.ts';
import { proposeChange } from './second-person.ts';

interface OfOne {
  id: string;
}

interface Found {
  person: Locked<Person>;
  memberships: readonly Membership[];
}

/** @throws ApiError 404. */
async function findPerson({ tx }: Step, { id }: OfOne): Promise<Found> {
  const person = await lockPerson(tx, id);
  if (person === undefined) throw notFound();
  return { person, memberships: await readMemberships(tx, id) };
}

/** A person, in the journals of all their accounts. */
const concerned = ({ person, memberships }: Found): Pick<Change, 'object' | 'accountIds'> => ({
  object: { kind: 'person', id: person.id, name: person.username },
  accountIds: memberships.map(({ accountId }) => accountId),
});

/** Whoever could do this to the platform's people could become one of its owners. @throws ApiError 409 `platform_person`. */
function assertNotOfPlatform({ memberships }: Found): void {
  if (memberships.some(({ accountId }) => accountId === PLATFORM_ACCOUNT))
    throw conflict('platform_person', 'Это человек самой платформы: о нём решает её владелец на сервере');
}

/** The platform's own people are its owner's to decide on; one of its owners nobody's. @throws ApiError 404, 409 `platform_owner`. */
function assertStaff({ memberships }: Found): void {
  const role = memberships.find(({ accountId }) => accountId === PLATFORM_ACCOUNT)?.role;
  if (role === undefined) throw notFound();
  if (role === 'owner') throw conflict('platform_owner', 'О владельце площадки решают командой на сервере');
}

/** Who may be dealt with. */
type Guard = typeof assertStaff;

/**
 * Gives a person another password, signs them out everywhere, and ends the keys and phones that they may have made.
 * @returns what has ended, as facts of the audit.
 */
export async function renewPassword(
  tx: Tx,
  { id }: Pick<Person, 'id'>,
  { passwordHash, at, ...keep }: KeepOptions & { passwordHash: string; at: Date },
): Promise<Facts> {
  await changePassword(tx, id, passwordHash, at);
  // The audit says that the password was set, never the password.
  const facts: Record<string, Facts[string]> = { password: 'changed' };
  for (const { accountId, accountRole: role, role: memberRole } of await readMemberships(tx, id)) {
    const makes = (right: 'keys.edit' | 'phones.connect') => mayDo({ role, memberRole }, right);
    if (!makes('keys.edit') && !makes('phones.connect')) continue;
    Object.assign(facts, await endAccess(tx, { id: accountId }, { reason: 'password', at, ...keep }));
  }
  return facts;
}

/** A password of ours for whoever has lost theirs; it is told once. */
const passwordBy = (assertMay: Guard): Action<OfOne & KeepOptions, Found & { made: Password }, Password> => ({
  name: 'set-password',
  prepare: newPassword,
  find: async (step, input, made) => {
    if (made === undefined) throw new Error('A password is made before the transaction');
    return { ...(await findPerson(step, input)), made };
  },
  basis: ({ person: { passwordChangedAt } }) => ({ changed_at: passwordChangedAt?.toISOString() ?? null }),
  act: async ({ tx, at }, found, { keepKeys, keepPhones }) => {
    assertMay(found);
    const { passwordHash, password } = found.made;
    const after = await renewPassword(tx, found.person, { passwordHash, at, keepKeys, keepPhones });
    return { changes: [{ ...concerned(found), before: {}, after }], secrets: { password } };
  },
});
export const setPassword = passwordBy(assertNotOfPlatform);
export const setStaffPassword = passwordBy(assertStaff);

/** Blocks a person in all their accounts, which stay as they are. */
const blockBy = (assertMay: Guard): Action<OfOne & { reason: string }, Found> => ({
  name: 'block',
  find: findPerson,
  basis: ({ person }) => blockFacts(person.blockedAt),
  act: async ({ tx, at }, found, { reason }) => {
    assertMay(found);
    if (found.person.blockedAt !== null) throw conflict('blocked_already', 'Человек уже заблокирован');
    await block(tx, found.person.id, at);
    return { changes: [{ ...concerned(found), before: blockFacts(null), after: { ...blockFacts(at), reason } }] };
  },
});
export const blockPerson = blockBy(assertNotOfPlatform);
export const blockStaff = blockBy(assertStaff);

/** Lets a blocked person sign in again. */
const unblockBy = (assertMay: Guard): Action<OfOne & { reason: string }, Found> => ({
  name: 'unblock',
  find: findPerson,
  basis: ({ person }) => blockFacts(person.blockedAt),
  act: async ({ tx }, found, { reason }) => {
    assertMay(found);
    const { blockedAt, id } = found.person;
    if (blockedAt === null) throw conflict('not_blocked', 'Человек не заблокирован');
    await setPersonBlocked(tx, id, null);
    return {
      changes: [{ ...concerned(found), before: blockFacts(blockedAt), after: { ...blockFacts(null), reason } }],
    };
  },
});
export const unblockPerson = unblockBy(assertNotOfPlatform);
export const unblockStaff = unblockBy(assertStaff);

interface Lost extends Found {
  factors: readonly string[];
  waiting: readonly string[];
}

/** Proposes to take all second factors off a person who has lost them; another person carries it out. */
export const restoreSecondFactor = (
  operator: Operator,
  { reversalDays }: { reversalDays: number },
): Action<OfOne & { reason: string }, Lost> => ({
  name: 'restore-second-factor',
  find: async (step, input) => ({
    ...(await findPerson(step, input)),
    factors: await factorsOf(step.tx, input.id),
    waiting: await readWaitingForPerson(step.tx, input.id, step.at),
  }),
  basis: ({ factors, waiting }) => ({ factors: factors.join(', '), waiting: waiting.join(', ') }),
  act: (step, { person: { id: personId, username } }, { reason }) =>
    proposeChange(step, operator, { change: { kind: 'second_factor', personId }, reason, username }, reversalDays),
});
