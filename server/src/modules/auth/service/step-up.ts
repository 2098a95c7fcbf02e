import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { PASSWORD_REQUIRED, type Proof, type StepUpPurpose } from '@kantor/contract/plain/step-up.ts';
import { transaction, type Tx } from '../../../db/tx.ts';
import type { AssertStepUp, Caller } from '../../../http/endpoint.ts';
import { after, SECOND } from '../../../kernel/clock.ts';
import { ApiError, forbidden, unauthorized } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import { securityEvent } from '../../../kernel/security-event.ts';
import { admitAttempt, lockCredentials, readPerson } from '../../people/index.ts';
import { factorsOf, type GivenFactor, kindOf } from '../../second-factor/index.ts';
import { STEP_UP_LIFETIME_MS } from '../rules.ts';
import { lockLiveSession, readStepUp, writeStepUp } from '../store/step-ups.ts';
import { type Auth, blocked } from './auth.ts';
import { withFactor } from './factors.ts';

const wrongPassword = () => forbidden('Неверный пароль', 'wrong_password');

/** 403 with the purpose, and with what may be given for it: the second factor of whoever has one, else the password. */
class PasswordRequired extends ApiError {
  override readonly more: Record<string, unknown>;

  constructor(purpose: StepUpPurpose, methods: readonly Proof[]) {
    const sentence = methods.includes('password')
      ? 'Введите пароль ещё раз, чтобы продолжить'
      : 'Подтвердите вторым фактором, чтобы продолжить';
    super(403, PASSWORD_REQUIRED, sentence);
    this.more = { purpose, methods };
  }
}

/** By what a person proves themselves again. */
async function proofsOf({ db }: Auth, personId: string): Promise<readonly Proof[]> {
  const factors = await factorsOf(db, personId);
  return factors.length === 0 ? ['password'] : factors;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface StepUp extends GivenFactor {
  purpose: StepUpPurpose;
  password?: string | undefined;
  /** The address of the request. */
  address: string;
  log: Log;
}

/**
 * Takes a caller's second factor for one purpose, in their session alone; of whoever has none, the password.
 * @returns a token for the calls of this purpose, and the seconds that it is good for.
 * @throws ApiError 403 `wrong_password`, `password_required`, `blocked`, and those of `checkFactor`; 401; RateLimited; 503 `busy`.
 */
export async function stepUp(
  auth: Auth,
  { person, session }: Caller,
  { purpose, password, ...given }: StepUp,
): Promise<{ token: string; expiresIn: number }> {
  if (session === undefined || person === undefined) throw unauthorized();
  const { db, clock } = auth;
  const give = async (prove: (tx: Tx, at: Date) => Promise<void>) => {
    const at = clock();
    const token = randomBytes(32).toString('base64url');
    await transaction(db, async (tx) => {
      await prove(tx, at);
      if (!(await lockLiveSession(tx, session.id))) throw unauthorized();
      const expiresAt = after(at, STEP_UP_LIFETIME_MS);
      await writeStepUp(tx, { sessionId: session.id, purpose, hash: hashOf(token), expiresAt });
    });
    return { token, expiresIn: STEP_UP_LIFETIME_MS / SECOND };
  };
  const methods = await proofsOf(auth, person.id);
  const kind = kindOf(given) ?? (password === undefined ? undefined : 'password');
  if (kind === undefined || !methods.includes(kind)) throw new PasswordRequired(purpose, methods);
  if (kind === 'password') return withPassword(auth, person.id, { ...given, password, sessionId: session.id }, give);
  return withFactor(auth, person.id, { ...given, purpose: 'step_up', countedBy: session.id }, (factor) =>
    give(factor.spend),
  );
}

/** @throws ApiError 403 `wrong_password`, `blocked`; RateLimited; 503 `busy`. */
async function withPassword<Result>(
  { db, limits }: Auth,
  personId: string,
  { password = '', sessionId, ...origin }: Pick<StepUp, 'password' | 'address' | 'log'> & { sessionId: string },
  work: (prove: (tx: Tx) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  // Whoever asks is signed in: a flood of sign-ins is not in their way.
  return admitAttempt('known', async (check) => {
    const attempt = await limits.beginStepUp(sessionId, origin);
    const passwordHash = (await readPerson(db, personId))?.passwordHash;
    if (!(await check(passwordHash, password))) {
      securityEvent(origin.log, 'password_refused', { user_id: personId, address: origin.address });
      throw wrongPassword();
    }
    await attempt.succeed();
    return work(async (tx) => {
      const now = await lockCredentials(tx, personId);
      if (now === undefined || now.passwordHash !== passwordHash) throw wrongPassword();
      if (now.blockedAt !== null) throw blocked();
    });
  });
}

/**
 * Makes the check of calls that need a step-up. Whoever signed in a moment ago has just proven themselves; later the call
 * brings a token of its purpose and its session. The database alone knows which are good.
 */
export const stepUpCheck =
  (auth: Auth): AssertStepUp =>
  async ({ session, person }, purpose, token) => {
    const known = session && (await readStepUp(auth.db, session.id, purpose));
    if (known === undefined || person === undefined) throw unauthorized();
    const at = auth.clock();
    if (at <= after(known.beganAt, STEP_UP_LIFETIME_MS)) return;
    const { hash, expiresAt } = known;
    const isRight = token !== undefined && hash !== null && timingSafeEqual(hash, hashOf(token));
    if (!isRight || expiresAt === null || expiresAt < at) {
      throw new PasswordRequired(purpose, await proofsOf(auth, person.id));
    }
  };
