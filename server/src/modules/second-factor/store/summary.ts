import { sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';

/** What a person has set up. */
export interface Factors {
  totpSince: Date | null;
  passkeys: number;
  /** Of those that are not used. */
  recoveryCodes: number;
}

export async function readFactors(db: Reader, personId: string): Promise<Factors> {
  const { rows } = await sql<Factors>`
    select (select created_at from totp where person_id = ${personId}) as "totpSince",
      (select count(*)::integer from passkey where person_id = ${personId}) as passkeys,
      (select count(*)::integer from recovery_code where person_id = ${personId} and used_at is null) as "recoveryCodes"`.execute(
    db,
  );
  return rows[0] ?? { totpSince: null, passkeys: 0, recoveryCodes: 0 };
}

/** Those of these people who have a second factor. */
export async function readFactorHolders(db: Reader, personIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select person_id as id from totp where person_id = any(${personIds}::uuid[])
    union select person_id from passkey where person_id = any(${personIds}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Whether a person has a second factor. Recovery codes alone are none. */
export const hasFactor = ({ totpSince, passkeys }: Factors): boolean => totpSince !== null || passkeys > 0;
