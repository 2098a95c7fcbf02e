import { transaction } from '../../../db/tx.ts';
import { after } from '../../../kernel/clock.ts';
import { notFound } from '../../../kernel/errors.ts';
import { securityEvent } from '../../../kernel/security-event.ts';
import { SESSION_LIFETIME_MS } from '../rules.ts';
import { endSession, endSessionsBut, readSignIns, type SignIn } from '../store/sign-ins.ts';
import type { Auth } from './auth.ts';
import type { Self } from './security.ts';

/** A person's sign-ins in force, the last seen first. */
export function listSignIns({ db, clock }: Auth, personId: string): Promise<SignIn[]> {
  const at = clock();
  return readSignIns(db, { personId, at, since: after(at, -SESSION_LIFETIME_MS) });
}

/** Ends one sign-in of the person. Ended before is as good. @throws ApiError 404. */
export async function endSignIn(auth: Auth, { personId, address, log }: Self, id: string): Promise<void> {
  const at = auth.clock();
  if (!(await transaction(auth.db, (tx) => endSession(tx, id, { personId, at, reason: 'ended' })))) throw notFound();
  auth.identities.forget(id);
  securityEvent(log, 'sign_ins_ended', { user_id: personId, count: 1, address });
}

/** Ends all sign-ins of the person but this one. @returns how many. */
export async function endOtherSignIns(auth: Auth, { personId, sessionId, address, log }: Self): Promise<number> {
  const at = auth.clock();
  const ended = await transaction(auth.db, (tx) => endSessionsBut(tx, sessionId, { personId, at, reason: 'ended' }));
  for (const id of ended) auth.identities.forget(id);
  securityEvent(log, 'sign_ins_ended', { user_id: personId, count: ended.length, address });
  return ended.length;
}
