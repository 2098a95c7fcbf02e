import type { StepUpPurpose } from '@kantor/contract/plain/step-up.ts';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../../db/tx.ts';

/** What a session has proved for a purpose. */
export interface KnownStepUp {
  /** The password was given at the session's beginning, too. */
  beganAt: Date;
  /** Null: never for this purpose. */
  hash: Buffer | null;
  expiresAt: Date | null;
}

/** Undefined when the session has ended. */
export async function readStepUp(
  db: Reader,
  sessionId: string,
  purpose: StepUpPurpose,
): Promise<KnownStepUp | undefined> {
  const { rows } = await sql<KnownStepUp>`
    select session.created_at as "beganAt", hash, expires_at as "expiresAt"
    from session left join step_up on step_up.session_id = session.id and purpose = ${purpose}
    where session.id = ${sessionId} and revoked_at is null`.execute(db);
  return rows[0];
}

/** @returns false when the session has ended; otherwise it cannot before the transaction does. */
export async function lockLiveSession(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from session where id = ${id} and revoked_at is null for share`.execute(tx);
  return rows.length > 0;
}

export interface NewStepUp {
  sessionId: string;
  purpose: StepUpPurpose;
  hash: Buffer;
  expiresAt: Date;
}

/** Takes the place of the session's former one for this purpose. */
export async function writeStepUp(tx: Tx, { sessionId, purpose, hash, expiresAt }: NewStepUp): Promise<void> {
  await sql`
    insert into step_up (session_id, purpose, hash, expires_at)
    values (${sessionId}, ${purpose}, ${hash}, ${expiresAt})
    on conflict (session_id, purpose) do update set hash = excluded.hash, expires_at = excluded.expires_at`.execute(tx);
}
