import { sql } from 'kysely';
import { type Locked, lockRow, type Reader, type Tx } from '../../../db/tx.ts';

/** Who signs in. */
export interface Person {
  id: string;
  username: string;
  passwordHash: string;
  /** The account that they were in last; null: their first. */
  accountId: string | null;
  blockedAt: Date | null;
  /** Null: not since this is kept. */
  passwordChangedAt: Date | null;
}

const columns = sql`
  id, username, password_hash as "passwordHash", account_id as "accountId", blocked_at as "blockedAt",
  password_changed_at as "passwordChangedAt"`;

export async function readPerson(db: Reader, id: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`select ${columns} from person where id = ${id}`.execute(db);
  return rows[0];
}

/** Names are compared without case. */
export async function readPersonByName(db: Reader, username: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select ${columns} from person where lower(username) = lower(${username})`.execute(db);
  return rows[0];
}

/** Locks a person until the end of the transaction; undefined when there is none of this id. */
export const lockPerson = (tx: Tx, id: string): Promise<Locked<Person> | undefined> =>
  lockRow(tx, sql<Person>`select ${columns} from person where id = ${id} for no key update`);

/** Locks the person of a name: the operator changes the row that they saw. */
export const lockPersonByName = (tx: Tx, username: string): Promise<Locked<Person> | undefined> =>
  lockRow(tx, sql<Person>`select ${columns} from person where lower(username) = lower(${username}) for no key update`);

/** The credentials of a sign-in, locked against change until the end of the transaction. */
export async function lockCredentials(
  tx: Tx,
  id: string,
): Promise<{ passwordHash: string; blockedAt: Date | null } | undefined> {
  const { rows } = await sql<{ passwordHash: string; blockedAt: Date | null }>`
    select password_hash as "passwordHash", blocked_at as "blockedAt" from person where id = ${id} for share`.execute(
    tx,
  );
  return rows[0];
}

export interface NewPerson {
  id: string;
  username: string;
  passwordHash: string;
  createdAt: Date;
}

export async function insertPerson(tx: Tx, { id, username, passwordHash, createdAt }: NewPerson): Promise<void> {
  await sql`
    insert into person (id, username, password_hash, created_at)
    values (${id}, ${username}, ${passwordHash}, ${createdAt})`.execute(tx);
}

export async function setPasswordHash(tx: Tx, id: string, passwordHash: string, at: Date): Promise<void> {
  await sql`
    update person set password_hash = ${passwordHash}, password_changed_at = ${at} where id = ${id}`.execute(tx);
}

/** Blocks or, with null, unblocks a person in all their accounts. */
export async function setPersonBlocked(tx: Tx, id: string, at: Date | null): Promise<void> {
  await sql`update person set blocked_at = ${at} where id = ${id}`.execute(tx);
}

/** Remembers the account that a person is in, for their next sign-in. */
export async function setLastAccount(tx: Tx, id: string, accountId: string): Promise<void> {
  await sql`update person set account_id = ${accountId} where id = ${id}`.execute(tx);
}
