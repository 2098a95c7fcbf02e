import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../../db/pool.ts';
import { SECOND } from '../../kernel/clock.ts';
import { RateLimited } from '../../kernel/errors.ts';
import { inMinutes } from '../../kernel/in-minutes.ts';
import type { Log } from '../../kernel/log.ts';
import { neighbourhoodOf, networkOf } from '../../kernel/network.ts';
import { securityEvent, type SecurityEvents } from '../../kernel/security-event.ts';
import {
  FAILURES_BY_ADDRESS,
  FAILURES_BY_BROWSER,
  FAILURES_BY_NAME,
  FAILURES_BY_SESSION,
  LOGIN_WINDOW_MS,
  WRONG_FACTORS,
} from './rules.ts';
import { limiterClient } from './store/limiter.ts';

const tooMany = (waitMs: number, reason: Reason) =>
  new RateLimited(
    `Слишком много ${reason === 'second_factor' ? 'неверных кодов' : 'попыток входа'}. Попробуйте снова через ${inMinutes(waitMs)}`,
    waitMs,
  );

/** A name may be anything, even a password typed by mistake: the table sees only its hash. */
const nameKey = (username: string) => createHash('sha256').update(username.toLowerCase()).digest('base64url');

/** Where an attempt comes from. */
interface Origin {
  address: string;
  log: Log;
}

/** An attempt by someone whose browser is not known. */
interface UnknownAttempt extends Origin {
  username: string;
  /** The name has lately signed in from near this address. */
  isNear: boolean;
}

/** An attempt under way, counted as failed. */
export interface Attempt {
  /** Takes it back: it was the right password. */
  succeed: () => Promise<void>;
}

type Reason = NonNullable<SecurityEvents['sign_in_locked_out']['reason']>;

/** What attempts are counted by. */
interface Count {
  limiter: RateLimiterPostgres;
  reason: Reason;
}

/** Counts wrong passwords in the database: for all processes together, and through restarts. */
export function createLoginLimits(db: Database) {
  const countBy = (reason: Reason, keyPrefix: string, points: number, clearsTable = false): Count => {
    const limiter = new RateLimiterPostgres({
      storeClient: limiterClient(db),
      storeType: 'client',
      tableName: 'rate_limit',
      tableCreated: true,
      duration: LOGIN_WINDOW_MS / SECOND,
      keyPrefix,
      points,
      clearExpiredByTimeout: clearsTable,
    });
    return { limiter, reason };
  };
  // One of them is enough to clear the table.
  const byAddress = countBy('address', 'login_address', FAILURES_BY_ADDRESS, true);
  const byName = countBy('name', 'login_name', FAILURES_BY_NAME);
  const byBrowser = countBy('browser', 'login_browser', FAILURES_BY_BROWSER);
  const bySession = countBy('session', 'step_up', FAILURES_BY_SESSION);
  const byFactor = countBy('second_factor', 'second_factor', WRONG_FACTORS);

  const consume = async ({ limiter, reason }: Count, key: string, { address, log }: Origin) => {
    try {
      await limiter.consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      securityEvent(log, 'sign_in_locked_out', { reason, address });
      throw tooMany(error.msBeforeNext, reason);
    }
  };
  /** A success makes good the failures before it. */
  const beginBy = async (count: Count, key: string, origin: Origin): Promise<Attempt> => {
    await consume(count, key, origin);
    const { limiter } = count;
    return {
      succeed: async () => {
        await limiter.delete(key);
      },
    };
  };

  return {
    /**
     * Counts an attempt as failed before it is made, so that attempts at the same moment cannot pass together.
     * The address goes first: a stopped address can no longer lock the names of others. Near where the name has signed in it is
     * counted apart: strangers elsewhere lock it for strangers alone.
     * @throws RateLimited
     */
    async begin({ username, isNear, ...origin }: UnknownAttempt): Promise<Attempt> {
      const { address } = origin;
      await consume(byAddress, networkOf(address), origin);
      const name = nameKey(username);
      const { succeed } = await beginBy(byName, isNear ? `${name}@${neighbourhoodOf(address)}` : name, origin);
      return {
        succeed: async () => {
          await byAddress.limiter.reward(networkOf(address));
          await succeed();
        },
      };
    },

    /** The same at a browser that the user has signed in with before, by its mark's id. @throws RateLimited */
    beginKnown: (markId: string, origin: Origin): Promise<Attempt> => beginBy(byBrowser, markId, origin),

    /** The same of a password that is given again in a session. @throws RateLimited */
    beginStepUp: (sessionId: string, origin: Origin): Promise<Attempt> => beginBy(bySession, sessionId, origin),

    /** The same of a second factor, after the password. @throws RateLimited */
    beginFactor: (countedBy: string, origin: Origin): Promise<Attempt> => beginBy(byFactor, countedBy, origin),
  };
}
