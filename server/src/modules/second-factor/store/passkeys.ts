import { sql } from 'kysely';
import type { Reader, Statement } from '../../../db/tx.ts';
import type { PasskeyKey } from '../passkeys.ts';

/** A person's passkey. */
export interface Passkey extends PasskeyKey {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The oldest first. */
export async function readPasskeys(db: Reader, personId: string): Promise<Passkey[]> {
  const { rows } = await sql<Omit<Passkey, 'counter'> & { counter: bigint }>`
    select id, name, credential_id as "credentialId", public_key as "publicKey", counter, transports,
      created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkey where person_id = ${personId} order by created_at, id`.execute(db);
  return rows.map(({ counter, ...row }) => ({ ...row, counter: Number(counter) }));
}

export type NewPasskey = PasskeyKey & { id: string; personId: string; name: string; at: Date };

export async function insertPasskey(tx: Statement, key: NewPasskey): Promise<void> {
  await sql`
    insert into passkey (id, person_id, name, credential_id, public_key, counter, transports, created_at)
    values (${key.id}, ${key.personId}, ${key.name}, ${key.credentialId}, ${key.publicKey}, ${key.counter},
      ${key.transports}, ${key.at})`.execute(tx);
}

/** @returns false when it has signed with this counter or a later one before, or is gone. Some never count. */
export async function spendSignature(
  tx: Statement,
  { id, counter, at }: { id: string; counter: number; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update passkey set counter = ${counter}, last_used_at = ${at}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0)) returning 1`.execute(tx);
  return rows.length > 0;
}

/** @returns its name; undefined when the person has none of this id. */
export async function deletePasskey(
  tx: Statement,
  { id, personId }: { id: string; personId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    delete from passkey where id = ${id} and person_id = ${personId} returning name`.execute(tx);
  return rows[0]?.name;
}

export async function deletePasskeys(tx: Statement, personId: string): Promise<void> {
  await sql`delete from passkey where person_id = ${personId}`.execute(tx);
}

/** What a passkey is asked to sign, and for what. */
export interface Challenge {
  id: string;
  personId: string;
  purpose: 'add' | 'sign_in' | 'step_up';
  challenge: string;
  expiresAt: Date;
}

export async function insertChallenge(
  tx: Statement,
  { id, personId, purpose, challenge, expiresAt }: Challenge,
): Promise<void> {
  await sql`
    insert into passkey_challenge (id, person_id, purpose, challenge, expires_at)
    values (${id}, ${personId}, ${purpose}, ${challenge}, ${expiresAt})`.execute(tx);
}

/** Takes a challenge away, so that it is answered once. @returns it; undefined unless it is in force. */
export async function takeChallenge(
  tx: Statement,
  { id, personId, purpose, at }: Omit<Challenge, 'challenge' | 'expiresAt'> & { at: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ challenge: string; isInForce: boolean }>`
    delete from passkey_challenge where id = ${id} and person_id = ${personId} and purpose = ${purpose}
    returning challenge, expires_at >= ${at} as "isInForce"`.execute(tx);
  return rows[0]?.isInForce ? rows[0].challenge : undefined;
}

/** Forgets challenges that nobody answered in time. */
export async function deleteOldChallenges(tx: Statement, at: Date): Promise<void> {
  await sql`delete from passkey_challenge where expires_at < ${at}`.execute(tx);
}
