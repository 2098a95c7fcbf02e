import { SECOND_FACTOR_REQUIRED, type SecondFactor } from '@kantor/contract/plain/step-up.ts';
import { ApiError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import { securityEvent } from '../../../kernel/security-event.ts';
import {
  askPasskey,
  checkFactor,
  type Checked,
  type GivenFactor,
  kindOf,
  type PasskeyRequest,
} from '../../second-factor/index.ts';
import type { Auth } from './auth.ts';

/** 403 with the kinds of second factors that may be given, and with what a passkey is to sign. */
class SecondFactorRequired extends ApiError {
  override readonly more: Record<string, unknown>;

  constructor(methods: readonly SecondFactor[], passkey: PasskeyRequest | undefined) {
    super(403, SECOND_FACTOR_REQUIRED, 'Подтвердите вход: кодом из приложения, ключом доступа или запасным кодом');
    this.more = { methods, ...(passkey && { passkey }) };
  }
}

/** The refusal of a sign-in that lacks the second factor: with what a passkey is to sign, if the person has one. */
export async function factorRequired(
  { factors }: Auth,
  personId: string,
  methods: readonly SecondFactor[],
): Promise<ApiError> {
  return new SecondFactorRequired(methods, await askPasskey(factors, personId, 'sign_in'));
}

/** A second factor that somebody gives, and where they are. */
interface Giving extends GivenFactor {
  purpose: 'sign_in' | 'step_up';
  /** Whose wrong ones they are: a session's, a known browser's, else the person's; nobody locks out another. */
  countedBy: string;
  address: string;
  log: Log;
}

/**
 * Checks a second factor and does what it was given for; the sixth wrong one in a quarter of an hour waits.
 * @param work spends the factor in its transaction.
 * @throws RateLimited; those of `checkFactor` and of `work`.
 */
export async function withFactor<Result>(
  { limits, factors }: Auth,
  personId: string,
  { purpose, countedBy, address, log, ...given }: Giving,
  work: (factor: Checked) => Promise<Result>,
): Promise<Result> {
  const attempt = await limits.beginFactor(countedBy, { address, log });
  try {
    const result = await work(await checkFactor(factors, personId, given, purpose));
    await attempt.succeed();
    return result;
  } catch (error) {
    const reason = error instanceof ApiError ? error.code : 'failed';
    securityEvent(log, 'second_factor_refused', { user_id: personId, kind: kindOf(given) ?? '', reason, address });
    throw error;
  }
}
