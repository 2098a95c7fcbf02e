import { MEMBER_ROLES, type MemberRole, type Role } from '@kantor/contract/plain/rights.ts';
import { breaks, type Locked, type Tx } from '../../../db/tx.ts';
import { badRequest, conflict, notFound } from '../../../kernel/errors.ts';
import { type Account, accountChanged, lockAccount } from '../../accounts/index.ts';
import {
  deleteMember,
  insertMember,
  type Member,
  readMember,
  readMembers,
  updateMemberRole,
} from '../store/members.ts';

/** People in one account. */
const MAX_MEMBERS = 50;

const lastOwner = () =>
  conflict('last_owner', 'У аккаунта должен остаться владелец. Сначала сделайте владельцем кого-то ещё');

const guardOwner = (error: unknown): never => {
  throw breaks(error, 'member_owner') ? lastOwner() : error;
};

/** @throws ApiError 400 when accounts of this role have no such members. */
export function assertFits(accountRole: Role, role: MemberRole): void {
  const roles: readonly MemberRole[] = MEMBER_ROLES[accountRole];
  if (!roles.includes(role)) throw badRequest({ role: ['Такой роли в этом аккаунте нет'] });
}

/** Where and whom a change is about. */
interface Place {
  accountId: string;
  personId: string;
}

async function lockOwn(tx: Tx, accountId: string): Promise<Locked<Account>> {
  const account = await lockAccount(tx, accountId);
  if (account === undefined) throw notFound();
  return account;
}

/**
 * Lets a person belong to an account.
 * @throws ApiError 400 (the role), 404 (the account), 409 `already_member`, `too_many_members`.
 */
export async function addMember(tx: Tx, { accountId, personId }: Place, role: MemberRole, at: Date): Promise<Member> {
  const account = await lockOwn(tx, accountId);
  assertFits(account.role, role);
  const members = await readMembers(tx, accountId);
  if (members.some(({ id }) => id === personId)) throw conflict('already_member', 'Вы уже участник этого аккаунта');
  if (members.length >= MAX_MEMBERS) {
    throw conflict('too_many_members', `Участников не может быть больше ${MAX_MEMBERS}. Уберите лишних`);
  }
  await insertMember(tx, { personId, account, role, createdAt: at });
  await accountChanged(tx, accountId, at);
  const member = await readMember(tx, account, personId);
  if (member === undefined) throw notFound();
  return member;
}

/**
 * Gives a member another role, in force everywhere within five seconds.
 * @throws ApiError 400 (the role), 404, 409 `last_owner`.
 */
export async function changeRole(
  tx: Tx,
  { accountId, personId }: Place,
  role: MemberRole,
  at: Date,
): Promise<{ before: Member; after: Member }> {
  const account = await lockOwn(tx, accountId);
  assertFits(account.role, role);
  const before = await readMember(tx, account, personId);
  if (before === undefined) throw notFound();
  // To the role that they have, nothing changes.
  if (before.role === role) return { before, after: before };
  await updateMemberRole(tx, { accountId, personId }, { role, at }).catch(guardOwner);
  await accountChanged(tx, accountId, at);
  return { before, after: { ...before, role } };
}

/** Ends a person's membership; their sessions in the account end within five seconds. @throws ApiError 404, 409 `last_owner`. */
export async function endMembership(tx: Tx, { accountId, personId }: Place, at: Date): Promise<Member> {
  const account = await lockOwn(tx, accountId);
  const before = await readMember(tx, account, personId);
  if (before === undefined) throw notFound();
  await deleteMember(tx, { accountId, personId }, at).catch(guardOwner);
  await accountChanged(tx, accountId, at);
  return before;
}
