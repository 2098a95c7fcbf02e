import { transaction } from '../../../db/tx.ts';
import { after, DAY } from '../../../kernel/clock.ts';
import { type ApiError, forbidden } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Log } from '../../../kernel/log.ts';
import { neighbourhoodOf } from '../../../kernel/network.ts';
import { securityEvent } from '../../../kernel/security-event.ts';
import { isUsername } from '../../accounts/index.ts';
import {
  admitAttempt,
  lockPerson,
  type Membership,
  type Person,
  readMemberships,
  readPersonByName,
} from '../../people/index.ts';
import { type Checked, factorsOf, type GivenFactor, kindOf } from '../../second-factor/index.ts';
import { MAX_NETWORKS, MAX_SESSIONS, NETWORK_RETENTION_MS, REFRESH_LIFETIME_MS } from '../rules.ts';
import { isKnownNetwork, rememberNetwork } from '../store/networks.ts';
import { endOldSessions, insertSession } from '../store/sessions.ts';
import { hashOf, newRefreshToken } from '../tokens.ts';
import { type Auth, badCredentials, blocked } from './auth.ts';
import type { TokenPair } from './sessions.ts';
import { factorRequired, withFactor } from './factors.ts';

interface Credentials extends GivenFactor {
  username: string;
  password: string;
  /** The address of the request. */
  address: string;
  userAgent: string | undefined;
  /** What the browser shows of an earlier sign-in. */
  mark: string | undefined;
  log: Log;
}

const notMember = () =>
  forbidden('Вас больше нет среди участников ни одного аккаунта. Обратитесь к владельцу', 'no_account');

/** What signing in answers, and the mark that the browser gets. */
export interface SignedIn {
  pair: TokenPair;
  mark: string;
}

/**
 * Signs a person in, to the account that they were in last; whoever has a second factor gives it, too. An unknown name and a
 * wrong password look the same, by the answer and by its time. Beyond the tenth, the oldest session of the person ends.
 * @throws ApiError 401 `bad_credentials`; 403 `blocked`, `no_account`, `second_factor_required`, and those of `checkFactor`; RateLimited; 503 `busy`.
 */
export async function login(auth: Auth, credentials: Credentials): Promise<SignedIn> {
  const { db, clock, limits, marks } = auth;
  const { username, password, address, mark, log } = credentials;
  const name = username.trim();
  const isName = isUsername(name);
  const person = isName ? await readPersonByName(db, name) : undefined;
  const markId = marks.idOf(mark, person, clock());
  return admitAttempt(markId === undefined ? 'unknown' : 'known', async (check) => {
    const attempt =
      markId === undefined
        ? await limits.begin({ username: name, address, isNear: isName && (await isNear(auth, name, address)), log })
        : await limits.beginKnown(markId, { address, log });
    const isRight = await check(person?.passwordHash, password);
    if (person === undefined || !isRight) throw refuse(credentials, person?.id);
    const methods = await factorsOf(db, person.id);
    const open = (factor?: Checked) => openSession(auth, person, credentials, factor);
    const signedIn = (pair: TokenPair) => ({ pair, mark: marks.make(person, clock(), markId) });
    if (methods.length > 0 && kindOf(credentials) !== undefined) {
      // A wrong one leaves the attempt counted, beside the count of its own.
      const giving = { ...credentials, purpose: 'sign_in', countedBy: markId ?? person.id } as const;
      const pair = await withFactor(auth, person.id, giving, open);
      await attempt.succeed();
      return signedIn(pair);
    }
    await attempt.succeed();
    if (methods.length > 0) throw await factorRequired(auth, person.id, methods);
    return signedIn(await open());
  });
}

function refuse({ log, address }: Pick<Credentials, 'address' | 'log'>, personId?: string): ApiError {
  securityEvent(log, 'sign_in_refused', { reason: 'bad_credentials', address, user_id: personId });
  return badCredentials();
}

/** Whether the name has lately signed in from near this address. */
const isNear = ({ db, clock }: Auth, username: string, address: string): Promise<boolean> =>
  isKnownNetwork(db, { username, network: neighbourhoodOf(address), since: after(clock(), -NETWORK_RETENTION_MS) });

/** The account that a person signs in to: the one they were in last, else their first one; a blocked one is passed over. */
function accountToEnter({ accountId }: Person, memberships: readonly Membership[]): Membership | undefined {
  const open = memberships.filter(({ blockedAt }) => blockedAt === null);
  return open.find((membership) => membership.accountId === accountId) ?? open[0];
}

/** Opens a session of a person whose password was right. @throws the errors of `login`. */
export async function openSession(
  { db, clock, tokens, identities }: Auth,
  person: Pick<Person, 'id' | 'passwordHash'>,
  credentials: Pick<Credentials, 'address' | 'userAgent' | 'log'>,
  factor?: Checked,
): Promise<TokenPair> {
  const { address, userAgent, log } = credentials;
  const at = clock();
  const sid = newId(at);
  const refresh = newRefreshToken();
  const { ended, account } = await transaction(db, async (tx) => {
    // While the password was checked it may have been changed, and the sessions ended: this one would slip through. Sign-ins
    // of one person go one after another, so that there are never more than ten.
    const now = await lockPerson(tx, person.id);
    if (now?.passwordHash !== person.passwordHash) throw refuse(credentials, person.id);
    const memberships = await readMemberships(tx, person.id);
    const entered = now.blockedAt === null ? accountToEnter(now, memberships) : undefined;
    if (entered === undefined) {
      if (now.blockedAt === null && memberships.length === 0) throw notMember();
      securityEvent(log, 'sign_in_blocked', { user_id: person.id, address });
      throw blocked();
    }
    await factor?.spend(tx, at);
    const expiresAt = after(at, REFRESH_LIFETIME_MS);
    const { accountId } = entered;
    const seen = { address, userAgent };
    await insertSession(tx, {
      id: sid,
      personId: person.id,
      accountId,
      tokenHash: hashOf(refresh),
      expiresAt,
      at,
      seen,
    });
    const network = neighbourhoodOf(address);
    await rememberNetwork(tx, { personId: person.id, network, at, freshSince: after(at, -DAY), most: MAX_NETWORKS });
    return { account: accountId, ended: await endOldSessions(tx, now, { newest: sid, most: MAX_SESSIONS, at }) };
  });
  for (const id of ended) identities.forget(id);
  if (factor?.kind === 'recovery_code') securityEvent(log, 'recovery_code_used', { user_id: person.id, address });
  securityEvent(log, 'signed_in', { user_id: person.id, session_id: sid, address });
  return { access: await tokens.signAccess({ sub: person.id, account, sid }, at), refresh };
}
