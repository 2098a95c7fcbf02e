import { createHash } from 'node:crypto';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import type pg from 'pg';
import { isQueryTimeout } from './limits.ts';
import { SentTogether, type Statement } from './sent-together.ts';
import { currentWatch } from './watch.ts';

const names = new Map<string, string>();

/** The same text has the same name in every process, so that a pooler between may share what is prepared. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url');
    names.set(text, name);
  }
  return name;
}

/** Tells of a statement that took long. `text` is ours: values are never in it. */
export interface SlowStatements {
  /** From so many milliseconds on. */
  fromMs: number;
  tell: (text: string, milliseconds: number) => void;
}

/** How long callers have waited for a connection, since the start. */
export interface PoolWaits {
  count: number;
  milliseconds: number;
}

/** Moments by `performance.now()`. */
interface Silence {
  /** The middle of the wait for a statement that was never answered: it may have been sent while others were still heard. */
  since: number;
}

/** A statement that somebody waits for. */
interface Asked {
  /** Its place among those that are sent together. */
  place: number;
  resolve: (result: pg.QueryResult) => void;
  reject: (error: unknown) => void;
}

/** A connection that sends a statement together with the next one that somebody waits for. */
export interface SendsAhead {
  later: (query: CompiledQuery) => void | Promise<void>;
}

/** Whether a connection is one of ours. */
export const sendsAhead = (connection: DatabaseConnection): connection is DatabaseConnection & SendsAhead =>
  'later' in connection;

/**
 * A connection on which each statement with values is planned once, under its own name. Statements that are asked for in one
 * moment are sent together, without waiting in between, and done in their order.
 */
class Connection implements DatabaseConnection, SendsAhead {
  readonly #client: pg.PoolClient;
  readonly #silence: Silence;
  readonly #types: pg.CustomTypesConfig;
  readonly #slow: SlowStatements | undefined;
  #answeredAt = performance.now();
  /** Of what waits for its answer. */
  #sentAt: number | undefined;
  #letGo: (() => void) | undefined;
  /** Why the connection was given up. */
  #broken: Error | undefined;
  #unsent: Statement[] = [];
  /** Those of them that somebody waits for; the others go with the next of these. */
  #asked: Asked[] = [];
  /** Whether the server knows of the transaction. */
  #isBegun = false;

  constructor(client: pg.PoolClient, silence: Silence, { types, slow }: ConnectionOptions) {
    this.#client = client;
    this.#silence = silence;
    this.#types = types;
    this.#slow = slow;
  }

  /** Not heard of since another connection went silent: it may be as dead. */
  get isSuspect(): boolean {
    return this.#answeredAt < this.#silence.since;
  }

  /** The caller's watch, if there is one, may cut the connection until it is released. */
  checkOut(): void {
    this.#letGo = currentWatch().run?.hold((error) => this.#cut(error));
  }

  release(): void {
    // What was to go ahead of a statement that was never asked for.
    if (this.#asked.length === 0) this.#unsent = [];
    this.#letGo?.();
    this.#client.release(this.#broken !== undefined);
  }

  /** Ends the connection; what waits for its answer fails. */
  #cut(error: Error): void {
    this.#broken = error;
    if (this.#sentAt !== undefined) {
      this.#silence.since = Math.max(this.#silence.since, (this.#sentAt + performance.now()) / 2);
    }
    void this.#client.end();
  }

  /** Begins a transaction, with the first of its statements that somebody waits for. */
  begin({ isolationLevel, accessMode }: TransactionSettings): void {
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    const mode = accessMode === undefined ? '' : ` ${accessMode}`;
    this.#unsent = [{ text: `begin${level}${mode}`, values: [] }];
    this.#isBegun = false;
  }

  /** @throws Error when the server has rolled back instead; the errors of what was still to be sent. */
  async commit(): Promise<void> {
    if (!this.#isBegun && this.#unsent.length === 1) {
      this.#unsent = [];
      return;
    }
    const { command } = await this.#run('commit');
    if (command === 'ROLLBACK') throw new Error('A transaction that has failed cannot be committed');
  }

  async rollback(): Promise<void> {
    if (this.#asked.length === 0) this.#unsent = [];
    if (!this.#isBegun && this.#asked.length === 0) return;
    try {
      await this.#run('rollback');
    } catch (error) {
      // Nobody knows what it is in the midst of.
      this.#broken ??= error as Error;
      throw error;
    }
  }

  readonly executeQuery = async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
    const { command, rowCount, rows } = await this.#run(sql, parameters);
    const numAffectedRows = WRITING.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {};
    // Several statements in one text have no rows.
    return { rows: (rows as Row[] | undefined) ?? [], ...numAffectedRows };
  };

  /** Sends a statement together with the next that somebody waits for, whose failure its own is. */
  later({ sql, parameters }: CompiledQuery): void {
    this.#unsent.push({ text: sql, values: parameters });
  }

  readonly streamQuery = (): never => {
    throw new Error('Rows are not streamed');
  };

  async #run(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
    // The rollback, as a rule: it must not hide what came before.
    if (this.#broken) throw this.#broken;
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
    this.#asked.push({ place: this.#unsent.length, resolve, reject });
    this.#unsent.push({ text, values });
    if (this.#asked.length === 1) process.nextTick(() => void this.#send());
    try {
      return await promise;
    } catch (error) {
      // The driver's leads to the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  async #answersTo(statements: readonly Statement[], queryMs: number | undefined): Promise<pg.QueryResult[]> {
    const [first] = statements;
    // Without values it may be several, which cannot be prepared.
    if (first?.values.length === 0 && statements.length === 1) {
      return [await this.#client.query({ text: first.text, ...(queryMs !== undefined && { query_timeout: queryMs }) })];
    }
    const sent = new SentTogether(statements, { types: this.#types, query_timeout: queryMs });
    this.#client.query<SentTogether>(sent);
    return sent.answered;
  }

  #tellSlow(statements: readonly Statement[], milliseconds: number): void {
    if (this.#slow === undefined || milliseconds < this.#slow.fromMs) return;
    this.#slow.tell(statements.map(({ text }) => text).join('; '), milliseconds);
  }

  /** Sends all that is unsent. */
  async #send(): Promise<void> {
    const asked = this.#asked;
    const statements = this.#unsent.map((each) =>
      each.values.length === 0 ? each : { ...each, name: nameOf(each.text) },
    );
    this.#asked = [];
    this.#unsent = [];
    this.#isBegun = true;
    const { run, queryMs } = currentWatch();
    const sentAt = performance.now();
    this.#sentAt = sentAt;
    try {
      const results = await this.#answersTo(statements, queryMs);
      for (const { place, resolve } of asked) resolve(results[place] as pg.QueryResult);
    } catch (error) {
      if (isQueryTimeout(error)) {
        // The driver gives no code, by which the log knows errors.
        Object.assign(error, { code: 'QUERY_TIMEOUT' });
        // Its answer may still come, as the answer to another statement.
        this.#cut(error);
      }
      for (const { reject } of asked) reject(error);
    } finally {
      this.#sentAt = undefined;
      this.#answeredAt = performance.now();
      run?.progress();
      // Who asks with patience knows that it takes long.
      if (queryMs === undefined) this.#tellSlow(statements, this.#answeredAt - sentAt);
    }
  }
}

interface ConnectionOptions {
  types: pg.CustomTypesConfig;
  /** Nobody is told unless given. */
  slow: SlowStatements | undefined;
}

/** Of these the number of rows is told. */
const WRITING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/**
 * Connections of a pool, on which every statement of ours is planned once and then only run: planning is more than half of what
 * issuing an order costs the database. Our texts are few and fixed. PgBouncer in transaction mode carries prepared statements
 * from 1.21 on (`max_prepared_statements`). A transaction begins with its first statement, without a wait of its own.
 *
 * A connection that does not answer in time is destroyed, never given back; so are, before their next use, those that have been
 * quiet for half as long.
 */
export function connectionsOf(pool: pg.Pool, waits: PoolWaits, options: ConnectionOptions): Driver {
  const connections = new WeakMap<pg.PoolClient, Connection>();
  const silence: Silence = { since: Number.NEGATIVE_INFINITY };
  const ours = (connection: DatabaseConnection) => connection as Connection;
  return {
    init: () => Promise.resolve(),
    destroy: () => pool.end(),
    async acquireConnection() {
      const { run } = currentWatch();
      for (;;) {
        run?.assertGoesOn();
        const askedAt = performance.now();
        const client = await pool.connect();
        waits.count += 1;
        waits.milliseconds += performance.now() - askedAt;
        const known = connections.get(client) ?? new Connection(client, silence, options);
        connections.set(client, known);
        if (known.isSuspect) {
          client.release(true);
          continue;
        }
        try {
          run?.assertGoesOn();
        } catch (error) {
          client.release();
          throw error;
        }
        run?.progress();
        known.checkOut();
        return known;
      }
    },
    async releaseConnection(connection) {
      ours(connection).release();
    },
    async beginTransaction(connection, settings) {
      ours(connection).begin(settings);
    },
    commitTransaction: (connection) => ours(connection).commit(),
    rollbackTransaction: (connection) => ours(connection).rollback(),
  };
}
