import {
  type CompiledQuery,
  type Kysely,
  type QueryExecutor,
  type QueryExecutorProvider,
  type QueryResult,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { type Database, databaseBehind } from './pool.ts';
import { sendsAhead } from './connection.ts';
import { pieceDone } from './watch.ts';

declare const oneStatement: unique symbol;
declare const inTransaction: unique symbol;

/** A handle for reads: the pool or a transaction. */
export type Reader = Kysely<object>;
/** A handle for one writing statement: a single statement's, or a running transaction. The pool is neither. */
export type Statement = QueryExecutorProvider & { readonly [oneStatement]: true };
/** A running transaction. Functions that write with several statements take one, so that forgetting it does not compile. */
export type Tx = Transaction<object> & Statement & { readonly [inTransaction]: true };
/** Private members are left out when an object is spread: a copy of a locked row is no locked row. */
declare class Lock {
  private readonly isHeld: true;
}
/** A row whose lock the caller's transaction holds. Functions that need the lock take one. */
export type Locked<Row> = Row & Lock;

const DEADLOCK = '40P01';
const SERIALIZATION = '40001';
/** What the server answers to a transaction behind one that has failed (`behind`). */
const BEHIND_FAILED = '25P02';
const AGAIN = new Set([DEADLOCK, SERIALIZATION, BEHIND_FAILED]);
const MAX_ATTEMPTS = 4;

const isDatabaseError = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError;
/** What the server raises in a step that finds a row otherwise than it was told, and refuses at a row that another transaction has. */
const RAISED = 'P0001';
const LOCKED = '55P03';
const REFUSED = new Set([RAISED, LOCKED]);

/** Whether the server refused what the transaction took for granted: nothing of it was kept. */
export const isRefused = (error: unknown) => isDatabaseError(error) && REFUSED.has(error.code ?? '');
export const breaks = (error: unknown, constraint: string) => isDatabaseError(error) && error.constraint === constraint;

/** Runs `work`, and again if it was the victim of a deadlock, or of the transaction before it: nothing of it was kept. */
async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await work();
      pieceDone();
      return result;
    } catch (error) {
      const again = isDatabaseError(error) && AGAIN.has(error.code ?? '');
      if (!again || attempt === MAX_ATTEMPTS) throw error;
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
 * @throws Error when `work` sends a second statement, before it is sent.
 */
export const singleStatement = <Result>(
  db: Database,
  work: (statement: Statement) => Promise<Result>,
): Promise<Result> => retrying(() => work(handleOfOne(db)));

/** A handle on the pool that gives its executor away once. */
function handleOfOne(db: Database): Statement {
  let isUsed = false;
  const handle: QueryExecutorProvider = {
    getExecutor: () => {
      if (isUsed) throw new Error('A single statement sent two: use a transaction');
      isUsed = true;
      return db.getExecutor();
    },
  };
  return handle as Statement;
}

/** Sends a statement together with the next one of the handle's connection, of which there must be one. */
export const ahead = (connected: Reader, query: CompiledQuery): Promise<void> =>
  connected.getExecutor().provideConnection(async (connection) => {
    if (sendsAhead(connection)) await connection.later(query);
    else await connection.executeQuery(query);
  });

/**
 * Sends a statement whose rows nobody needs together with the next one of its transaction, the commit at the latest: that one
 * fails when it does. It saves a wait.
 */
export const later = (tx: Tx, query: RawBuilder<unknown>): Promise<void> => ahead(tx, query.compile(tx));

/** As `later`, but the server works on it at once, while the process makes what comes next. */
export const now = (tx: Tx, query: RawBuilder<unknown>): Promise<void> =>
  tx.getExecutor().provideConnection(async (connection) => {
    const compiled = query.compile(tx);
    if (sendsAhead(connection)) await connection.now(compiled);
    else await connection.executeQuery(compiled);
  });

/**
 * Settings, until the transaction ends, for statements that ask for a few rows by their keys. They are planned once, for lists of any
 * length, and by keys also where the tables were small when that was.
 */
export const PLANNED_BY_KEYS = sql`
  set_config('plan_cache_mode', ${'force_generic_plan'}, true), set_config('enable_seqscan', ${'off'}, true),
  set_config('enable_hashjoin', ${'off'}, true), set_config('enable_mergejoin', ${'off'}, true)`;

/**
 * Runs a query that asks for a few rows by their keys; of the pool's connections, each plans it once. PostgreSQL would plan it anew at
 * each call, as a list's length seems to matter to it, and that takes longer than to run it. The settings go ahead in the same piece,
 * which is one transaction to the server.
 */
export function readByKeys<Row>(db: Reader, query: RawBuilder<Row>): Promise<QueryResult<Row>> {
  if (db.isTransaction) return query.execute(db);
  return db.connection().execute(async (connection) => {
    await ahead(connection, sql`select ${PLANNED_BY_KEYS}`.compile(connection));
    return query.execute(connection);
  });
}

/** What statements need of their transaction's handle. */
class Together implements QueryExecutorProvider {
  readonly isTransaction = true;
  readonly #executor: QueryExecutor;

  constructor(executor: QueryExecutor) {
    this.#executor = executor;
  }

  getExecutor(): QueryExecutor {
    return this.#executor;
  }
}

/**
 * Statements of a transaction that do not need each other's rows: those that `ask` asks for in one moment, by its handle, are sent
 * together and done in their order, each with a snapshot of its own. It saves the waits between them.
 */
export const atOnce = <Result>(tx: Tx, ask: (tx: Tx) => Promise<Result>): Promise<Result> => {
  const executor = tx.getExecutor();
  return executor.provideConnection((connection) => {
    // Kysely's own handle has one statement wait for the other.
    const together = executor.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) });
    return ask(new Together(together) as unknown as Tx);
  });
};

/** What a transaction asks for as its last: to be waited for when it is over. */
export interface Last<Result> {
  answer: Promise<Result>;
}

/** Sends reads together with the commit that follows at once, or with the rollback: who needs their rows does not make it wait. */
export const withCommit = <Result>(tx: Tx, ask: (tx: Tx) => Promise<Result>): Last<Result> => {
  const answer = atOnce(tx, ask);
  // Whoever waits for the commit hears of the same failure there.
  answer.catch(() => undefined);
  return { answer };
};

/**
 * Makes a handle for one transaction behind this one: on the same connection, sent as soon as the commit is, and begun by the server
 * without a pause. It sees what this one has written; where this one fails it is done again, by itself.
 * @param db whose transaction it is; others of the handle, and all when this one is over, go to its pool.
 * @returns undefined where connections are not a pool's.
 */
export const behind = (db: Database, tx: Tx): Promise<(() => Database) | undefined> =>
  tx.getExecutor().provideConnection((connection) => Promise.resolve(databaseBehind(db, connection)));

/** Runs a query that ends with `for update` or the like: its rows are the transaction's until it ends. */
export async function lockRows<Row>(tx: Tx, query: RawBuilder<Row>): Promise<Locked<Row>[]> {
  const { rows } = await query.execute(tx);
  return rows as Locked<Row>[];
}

/** Runs a query that locks one row; undefined when there is none. */
export const lockRow = async <Row>(tx: Tx, query: RawBuilder<Row>): Promise<Locked<Row> | undefined> =>
  (await lockRows(tx, query))[0];
