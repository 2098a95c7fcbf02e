import { createHash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { z } from 'zod';
import type { Database } from '../../db/pool.ts';
import { ApiError } from '../../kernel/errors.ts';
import { networkOf } from '../../kernel/network.ts';
import { FAILURES_BY_ADDRESS, FAILURES_BY_NAME, inMinutes, LOGIN_WINDOW } from './rules.ts';

/** 429: the client is told when to come back. */
export class TooManyAttempts extends ApiError {
  override readonly retryAfter: number;

  constructor(milliseconds: number) {
    super(429, 'rate_limited', `Слишком много попыток входа. Попробуйте снова через ${inMinutes(milliseconds)}`);
    this.retryAfter = Math.max(1, Math.ceil(milliseconds / 1000));
  }
}

/** What the limiter reads of an answer. */
const counter = z.object({ points: z.number(), expire: z.bigint().transform(Number) });

/** The pool as the limiter wants it: it knows only clients of `pg`, and times as numbers. */
function clientOf(db: Database) {
  return {
    async query({ text, values }: { text: string; values: readonly unknown[] }) {
      const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, [...values]));
      return { rows: rows.map((row) => counter.parse(row)), rowCount: Number(numAffectedRows ?? rows.length) };
    },
  };
}

/** A name is whatever was typed, perhaps a password: the table sees only its hash. */
const nameKey = (username: string) => createHash('sha256').update(username.toLowerCase()).digest('base64url');

/** Counts sign-ins in the database: for all processes together, and through restarts. */
export function createLoginLimits(db: Database) {
  const common = {
    storeClient: clientOf(db),
    storeType: 'client',
    tableName: 'rate_limit',
    tableCreated: true,
    duration: LOGIN_WINDOW / 1000,
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
      throw error instanceof RateLimiterRes ? new TooManyAttempts(error.msBeforeNext) : error;
    }
  };

  return {
    /**
     * Counts an attempt as failed before it is made, so that attempts at the same moment cannot pass together.
     * The address goes first: one that was stopped can no longer lock the names of others.
     * @throws TooManyAttempts
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
