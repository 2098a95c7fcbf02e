import { transaction } from '../../../db/tx.ts';
import { after } from '../../../kernel/clock.ts';
import { notFound } from '../../../kernel/errors.ts';
import { securityEvent } from '../../../kernel/security-event.ts';
import { SESSION_LIFETIME_MS } from '../rules.ts';
import { endSession, endSessionsBut, readSignIns, type SignIn } from '../store/sign-ins.ts';
import type { Auth } from './auth.ts';
import { keepDeed, type Self } from './security.ts';

/** A person's sign-ins in force, the last seen first. */
export function listSignIns({ db, clock }: Auth, personId: string): Promise<SignIn[]> {
  const at = clock();
  return readSignIns(db, { personId, at, since: after(at, -SESSION_LIFETIME_MS) });
}

/** Ends one sign-in of the person. Ended before is as good. @throws ApiError 404. */
export async function endSignIn(auth: Auth, self: Self, id: string): Promise<void> {
  const { personId, address, log } = self;
  const at = auth.clock();
  await transaction(auth.db, async (tx) => {
    if (!(await endSession(tx, id, { personId, at, reason: 'ended' }))) throw notFound();
    await keepDeed(tx, self, { action: 'end-sign-in', before: {}, after: { sign_ins_ended: 1 } }, at);
  });
  auth.identities.forget(id);
  securityEvent(log, 'sign_ins_ended', { user_id: personId, count: 1, address });
}

/** Ends all sign-ins of the person but this one. @returns how many. */
export async function endOtherSignIns(auth: Auth, self: Self): Promise<number> {
  const { personId, sessionId, address, log } = self;
  const at = auth.clock();
  const ended = await transaction(auth.db, async (tx) => {
    const ids = await endSessionsBut(tx, sessionId, { personId, at, reason: 'ended' });
    const after = { sign_ins_ended: ids.length };
    if (ids.length > 0) await keepDeed(tx, self, { action: 'end-sign-ins', before: {}, after }, at);
    return ids;
  });
  for (const id of ended) auth.identities.forget(id);
  securityEvent(log, 'sign_ins_ended', { user_id: personId, count: ended.length, address });
  return ended.length;
}
