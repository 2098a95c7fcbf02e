import { sql } from 'kysely';
import type { Locked, Reader, Statement, Tx } from '../../../db/tx.ts';
import type { CabinetRef } from '../../cabinets/index.ts';

export async function insertPairingToken(
  tx: Statement,
  { id }: Locked<CabinetRef>,
  { hash, expiresAt, personId }: { hash: Buffer; expiresAt: Date; personId: string },
): Promise<void> {
  await sql`
    insert into pairing_token (hash, cabinet_id, expires_at, person_id)
    values (${hash}, ${id}, ${expiresAt}, ${personId})`.execute(tx);
}

/** Whose code it is. */
export interface PairingCode {
  cabinet: CabinetRef;
  /** Who showed it; null of one of the version before. */
  person: { id: string; username: string } | null;
}

/** The cabinet of a token, used or not, expired or not; undefined when there was never such a token. */
export async function readPairingCode(db: Reader, hash: Buffer): Promise<PairingCode | undefined> {
  const { rows } = await sql<PairingCode>`
    select jsonb_build_object('id', cabinet.id, 'traderId', trader_id) as cabinet,
      case when person.id is not null then jsonb_build_object('id', person.id, 'username', username) end as person
    from pairing_token join cabinet on cabinet.id = cabinet_id left join person on person.id = pairing_token.person_id
    where hash = ${hash}`.execute(db);
  return rows[0];
}

/** @returns false, and changes nothing, when the cabinet's token has been used or is too old. */
export async function usePairingToken(
  tx: Statement,
  { id }: Locked<CabinetRef>,
  hash: Buffer,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update pairing_token set used_at = ${at}
    where hash = ${hash} and cabinet_id = ${id} and used_at is null and expires_at > ${at}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Takes back the tokens of cabinets that nobody has used yet. */
export async function deleteUnusedTokens(tx: Tx, cabinets: readonly Locked<CabinetRef>[]): Promise<void> {
  const ids = cabinets.map(({ id }) => id);
  await sql`delete from pairing_token where cabinet_id = any(${ids}) and used_at is null`.execute(tx);
}

/** Forgets tokens that pair no phone any more. */
export async function deletePairingTokens(tx: Statement, at: Date): Promise<void> {
  await sql`delete from pairing_token where expires_at <= ${at}`.execute(tx);
}
