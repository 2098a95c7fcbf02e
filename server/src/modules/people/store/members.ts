import type { MemberRole, Role } from '@kantor/contract/plain/rights.ts';
import { sql } from 'kysely';
import type { Locked, Reader, Tx } from '../../../db/tx.ts';
import { newId } from '../../../kernel/ids.ts';
import { PLATFORM_ACCOUNT } from '../../../kernel/platform.ts';

/** An account that a person belongs to. */
export interface Membership {
  accountId: string;
  accountRole: Role;
  /** The account's. */
  name: string;
  role: MemberRole;
  /** Of the account. */
  blockedAt: Date | null;
}

/** The accounts of a person, the first one first. */
export async function readMemberships(db: Reader, personId: string): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select account.id as "accountId", account.role as "accountRole", account.name, member.role,
      account.blocked_at as "blockedAt"
    from member join account on account.id = member.account_id
    where person_id = ${personId} order by member.created_at, account.id`.execute(db);
  return rows;
}

/** A person's role in an account; undefined when they do not belong to it. */
export async function readMemberRole(
  db: Reader,
  { personId, accountId }: { personId: string; accountId: string },
): Promise<MemberRole | undefined> {
  const { rows } = await sql<{ role: MemberRole }>`
    select role from member where person_id = ${personId} and account_id = ${accountId}`.execute(db);
  return rows[0]?.role;
}

export interface NewMember {
  personId: string;
  account: { id: string; role: Role };
  role: MemberRole;
  createdAt: Date;
}

export async function insertMember(tx: Tx, { personId, account, role, createdAt }: NewMember): Promise<void> {
  await sql`
    insert into member (person_id, account_id, account_role, role, created_at)
    values (${personId}, ${account.id}, ${account.role}, ${role}, ${createdAt})`.execute(tx);
}

/** Those who may decide for the platform, and are not blocked. */
export async function readOperators(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select person.id from member join person on person.id = member.person_id
    where member.account_id = ${PLATFORM_ACCOUNT} and role in ('owner', 'operator') and blocked_at is null`.execute(db);
  return rows.map(({ id }) => id);
}

export async function hasOwner(db: Reader, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from member where account_id = ${accountId} and role = 'owner' limit 1`.execute(db);
  return rows.length > 0;
}

/** A person in an account. */
export interface Member {
  /** The person's. */
  id: string;
  username: string;
  role: MemberRole;
  createdAt: Date;
  /** Of the person, in all their accounts. */
  blockedAt: Date | null;
}

const memberColumns = sql`
  person.id, username, member.role, member.created_at as "createdAt", person.blocked_at as "blockedAt"`;

/** The members of an account, the first one first. */
export async function readMembers(db: Reader, accountId: string): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select ${memberColumns} from member join person on person.id = person_id
    where member.account_id = ${accountId} order by member.created_at, person.id`.execute(db);
  return rows;
}

/** A member of an account that the caller has locked; undefined when the person does not belong to it. */
export async function readMember(
  tx: Tx,
  { id: accountId }: Locked<{ id: string }>,
  personId: string,
): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    select ${memberColumns} from member join person on person.id = person_id
    where member.account_id = ${accountId} and person_id = ${personId}`.execute(tx);
  return rows[0];
}

type Place = { accountId: string; personId: string };

/** What the person has been in the account until a moment is kept. */
const keepFormer = ({ accountId, personId }: Place, at: Date) => sql`
  insert into former_member_role (id, person_id, account_id, account_role, role, since, until)
  select ${newId(at)}, person_id, account_id, account_role, role, coalesce(role_since, created_at), ${at}::timestamptz
  from member where account_id = ${accountId} and person_id = ${personId}`;

/** @throws a database error of `member_owner` when nobody would own the account. */
export async function updateMemberRole(
  tx: Tx,
  place: Place,
  { role, at }: { role: MemberRole; at: Date },
): Promise<void> {
  await sql`
    with former as (${keepFormer(place, at)})
    update member set role = ${role}, role_since = ${at}
    where account_id = ${place.accountId} and person_id = ${place.personId}`.execute(tx);
  await sql`set constraints member_keeps_owner immediate`.execute(tx);
}

/** @throws a database error of `member_owner` when nobody would own the account. */
export async function deleteMember(tx: Tx, place: Place, at: Date): Promise<void> {
  await sql`
    with former as (${keepFormer(place, at)})
    delete from member where account_id = ${place.accountId} and person_id = ${place.personId}`.execute(tx);
  await sql`set constraints member_keeps_owner immediate`.execute(tx);
}
