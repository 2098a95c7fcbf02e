import type { Kysely, Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from './pool.ts';

declare const inTransaction: unique symbol;

/** A running transaction. Whatever writes takes one, so that forgetting it does not compile. */
export type Tx = Transaction<object> & { readonly [inTransaction]: true };
/** Whatever only reads takes the pool or a transaction. */
export type Reader = Kysely<object>;

const DEADLOCK = '40P01';
const SERIALIZATION = '40001';
const ATTEMPTS = 4;

const isDatabaseError = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError;
export const breaks = (error: unknown, constraint: string) => isDatabaseError(error) && error.constraint === constraint;

/** Runs `work`, and again if it was the victim of a deadlock: nothing of it was kept. */
async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const again = isDatabaseError(error) && (error.code === DEADLOCK || error.code === SERIALIZATION);
      if (!again || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

/**
 * Runs `work` in one transaction (read committed; money is guarded by row locks, compare-and-set and constraints).
 * A deadlock victim is tried again.
 */
export const transaction = <Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  retrying(() => db.transaction().execute((tx) => work(tx as Tx)));

/**
 * Runs `work`, which writes with exactly one statement: that is a transaction by itself, without the two round trips of
 * begin and commit.
 */
export const singleStatement = <Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  retrying(() => work(db as unknown as Tx));
