import { type RawBuilder, sql } from 'kysely';
import type { Locked, Statement, Tx } from '../../../db/tx.ts';
import { after, MINUTE } from '../../../kernel/clock.ts';
import { eventsFrom } from '../../../outbox/append.ts';
import type { CabinetRef, PhoneEndReason } from '../store.ts';

// What is noted on a cabinet's row of its phone, for its screen.

/**
 * Writes whether a cabinet's application has an old template, and tells the screens; nothing when it was known. What was
 * refused of the old one is over with the new.
 */
export async function noteOldTemplate(tx: Statement, { id }: CabinetRef, isOld: boolean, at: Date): Promise<void> {
  await updateNotes(
    tx,
    id,
    sql`has_old_template = ${isOld}, post_refused_at = null`,
    sql`has_old_template <> ${isOld}`,
    at,
  );
}

/** A post that is refused is told of once in so long: its application repeats it. */
const REFUSAL_PRECISION_MS = MINUTE;

/** Writes that a post of a cabinet's application was refused, and tells the screens. */
export async function recordRefusedPost(tx: Statement, { id }: CabinetRef, at: Date): Promise<void> {
  const isDue = sql`(post_refused_at is null or post_refused_at <= ${after(at, -REFUSAL_PRECISION_MS)})`;
  await updateNotes(tx, id, sql`post_refused_at = ${at}`, isDue, at);
}

/** Forgets what was noted of the former application, and notes whether the new one signs. */
export async function forgetNotes(tx: Statement, { id }: Locked<CabinetRef>, isUnsigned: boolean): Promise<void> {
  await sql`
    update cabinet set has_old_template = false, post_refused_at = null, phone_ended_at = null, phone_end_reason = null,
      battery = null, is_unsigned = ${isUnsigned}, post_address = null, post_address_since = null, former_post_address = null
    where id = ${id}`.execute(tx);
}

/** Writes where a cabinet's posts come from, and tells the screens; nothing when they came from there before. */
export async function notePostAddress(tx: Statement, { id }: CabinetRef, address: string, at: Date): Promise<void> {
  await updateNotes(
    tx,
    id,
    sql`former_post_address = post_address, post_address = ${address}, post_address_since = ${at}`,
    sql`post_address is distinct from ${address}`,
    at,
  );
}

/** Writes why a cabinet's phone has ended, and tells the screens. */
export async function notePhoneEnded(
  tx: Tx,
  { id }: Locked<CabinetRef>,
  { at, reason }: { at: Date; reason: PhoneEndReason },
): Promise<void> {
  await updateNotes(tx, id, sql`phone_ended_at = ${at}, phone_end_reason = ${reason}`, sql`true`, at);
}

/** Changes a cabinet's notes where that is due, and tells the screens. */
async function updateNotes(
  tx: Statement,
  id: string,
  change: RawBuilder<unknown>,
  isDue: RawBuilder<unknown>,
  at: Date,
): Promise<void> {
  const event = { from: sql`noted`, objectId: sql`id`, owner: sql`"traderId"`, at };
  await sql`
    with noted as (
      update cabinet set ${change} where id = ${id} and ${isDue} returning id, trader_id as "traderId"
    ), event as (${eventsFrom('cabinet.changed', event)})
    select from noted`.execute(tx);
}
