import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { PASSWORD_REQUIRED, type StepUpPurpose } from '@kantor/contract/plain/step-up.ts';
import { transaction } from '../../../db/tx.ts';
import type { AssertStepUp, Caller } from '../../../http/endpoint.ts';
import { after, SECOND } from '../../../kernel/clock.ts';
import { ApiError, forbidden, unauthorized } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import { securityEvent } from '../../../kernel/security-event.ts';
import { admitAttempt, lockCredentials, readPerson } from '../../people/index.ts';
import { STEP_UP_LIFETIME_MS } from '../rules.ts';
import { lockLiveSession, readStepUp, writeStepUp } from '../store/step-ups.ts';
import { type Auth, blocked } from './auth.ts';

const wrongPassword = () => forbidden('Неверный пароль', 'wrong_password');

/** 403 with the purpose, and with what may be given for it: today the password alone. */
class PasswordRequired extends ApiError {
  override readonly more: Record<string, unknown>;

  constructor(purpose: StepUpPurpose) {
    super(403, PASSWORD_REQUIRED, 'Введите пароль ещё раз, чтобы продолжить');
    this.more = { purpose, methods: ['password'] };
  }
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface StepUp {
  purpose: StepUpPurpose;
  password: string;
  /** The address of the request. */
  address: string;
  log: Log;
}

/**
 * Takes a caller's password for one purpose, in their session alone.
 * @returns a token for the calls of this purpose, and the seconds that it is good for.
 * @throws ApiError 403 `wrong_password`, `blocked`; 401; RateLimited; 503 `busy`.
 */
export async function stepUp(
  { db, clock, limits }: Auth,
  { person, session }: Caller,
  { purpose, password, ...origin }: StepUp,
): Promise<{ token: string; expiresIn: number }> {
  if (session === undefined || person === undefined) throw unauthorized();
  // Whoever asks is signed in: a flood of sign-ins is not in their way.
  return admitAttempt('known', async (check) => {
    const attempt = await limits.beginStepUp(session.id, origin);
    const passwordHash = (await readPerson(db, person.id))?.passwordHash;
    if (!(await check(passwordHash, password))) {
      securityEvent(origin.log, 'password_refused', { user_id: person.id, address: origin.address });
      throw wrongPassword();
    }
    await attempt.succeed();

    const at = clock();
    const token = randomBytes(32).toString('base64url');
    await transaction(db, async (tx) => {
      const now = await lockCredentials(tx, person.id);
      if (now === undefined || now.passwordHash !== passwordHash) throw wrongPassword();
      if (now.blockedAt !== null) throw blocked();
      if (!(await lockLiveSession(tx, session.id))) throw unauthorized();
      const expiresAt = after(at, STEP_UP_LIFETIME_MS);
      await writeStepUp(tx, { sessionId: session.id, purpose, hash: hashOf(token), expiresAt });
    });
    return { token, expiresIn: STEP_UP_LIFETIME_MS / SECOND };
  });
}

/**
 * Makes the check of calls that need a step-up. A session that began a moment ago has just given the password; later the call
 * brings a token of its purpose and its session. The database alone knows which are good.
 */
export const stepUpCheck =
  ({ db, clock }: Auth): AssertStepUp =>
  async ({ session }, purpose, token) => {
    const known = session && (await readStepUp(db, session.id, purpose));
    if (known === undefined) throw unauthorized();
    const at = clock();
    if (at <= after(known.beganAt, STEP_UP_LIFETIME_MS)) return;
    const { hash, expiresAt } = known;
    const isRight = token !== undefined && hash !== null && timingSafeEqual(hash, hashOf(token));
    if (!isRight || expiresAt === null || expiresAt < at) throw new PasswordRequired(purpose);
  };
