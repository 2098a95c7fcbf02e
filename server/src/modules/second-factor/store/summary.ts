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

/** Whether a person has a second factor. Recovery codes alone are none. */
export const hasFactor = ({ totpSince, passkeys }: Factors): boolean => totpSince !== null || passkeys > 0;
