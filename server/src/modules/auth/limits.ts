import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../../db/pool.ts';
import { SECOND } from '../../kernel/clock.ts';
import { RateLimited } from '../../kernel/errors.ts';
import { inMinutes } from '../../kernel/in-minutes.ts';
import { networkOf } from '../../kernel/network.ts';
import { FAILURES_BY_ADDRESS, FAILURES_BY_NAME, LOGIN_WINDOW_MS } from './rules.ts';
import { limiterClient } from './store.ts';

const tooManyAttempts = (waitMs: number) =>
  new RateLimited(`Слишком много попыток входа. Попробуйте снова через ${inMinutes(waitMs)}`, waitMs);

/** A name may be anything, even a password typed by mistake: the table sees only its hash. */
const nameKey = (username: string) => createHash('sha256').update(username.toLowerCase()).digest('base64url');

/** Counts sign-ins in the database: for all processes together, and through restarts. */
export function createLoginLimits(db: Database) {
  const common = {
    storeClient: limiterClient(db),
    storeType: 'client',
    tableName: 'rate_limit',
    tableCreated: true,
    duration: LOGIN_WINDOW_MS / SECOND,
  };
  const byAddress = new RateLimiterPostgres({ ...common, keyPrefix: 'login_address', points: FAILURES_BY_ADDRESS });
  const byName = new RateLimiterPostgres({
    ...common,
    keyPrefix: 'login_name',
    points: FAILURES_BY_NAME,
    // One of them is enough to clear the table.
    clearExpiredByTimeout: false,
  });

  const consume = async (limiter: RateLimiterPostgres, key: string) => {
    try {
      await limiter.consume(key);
    } catch (error) {
      throw error instanceof RateLimiterRes ? tooManyAttempts(error.msBeforeNext) : error;
    }
  };

  return {
    /**
     * Counts an attempt as failed before it is made, so that attempts at the same moment cannot pass together.
     * The address goes first: a stopped address can no longer lock the names of others.
     * @throws RateLimited
     */
    async begin(username: string, address: string): Promise<void> {
      await consume(byAddress, networkOf(address));
      await consume(byName, nameKey(username));
    },

    /** Takes the attempt back: it was the right password. */
    async succeed(username: string, address: string): Promise<void> {
      await byAddress.reward(networkOf(address));
      await byName.delete(nameKey(username));
    },
  };
}
