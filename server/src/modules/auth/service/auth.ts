import type { Database } from '../../../db/pool.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { type ServerSecrets } from '../../../kernel/derive-key.ts';
import { forbidden, unauthorized } from '../../../kernel/errors.ts';
import { createBrowserMarks } from '../browser-marks.ts';
import { createIdentities } from '../identity.ts';
import { createLoginLimits } from '../limits.ts';
import { createTokens } from '../tokens.ts';
import { createFactorContext, type FactorContext } from '../../second-factor/index.ts';

interface Deps {
  db: Database;
  clock: Clock;
  /** The server's. */
  secret: ServerSecrets;
  /** Undefined: passkeys are not offered. */
  relyingParty?: FactorContext['relyingParty'];
  /** Whether the platform's people must have a second factor. */
  demandsFactor?: boolean;
}

/** Makes the state that signing in and authentication share, so that a session that a route ends is over for both. */
export function createAuth({ db, clock, secret, relyingParty, demandsFactor = false }: Deps) {
  const tokens = createTokens(secret);
  return {
    db,
    clock,
    tokens,
    marks: createBrowserMarks(secret),
    limits: createLoginLimits(db),
    factors: createFactorContext({ db, clock, secret, relyingParty }),
    demandsFactor,
    identities: createIdentities({ db, clock, tokens, demandsFactor }),
  };
}
export type Auth = ReturnType<typeof createAuth>;

export const badCredentials = () => unauthorized('Неверное имя или пароль', 'bad_credentials');
export const blocked = () => forbidden('Аккаунт заблокирован. Обратитесь к оператору', 'blocked');
