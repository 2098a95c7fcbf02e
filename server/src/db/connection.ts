import type { CompiledQuery, DatabaseConnection, QueryResult, TransactionSettings } from 'kysely';
import type pg from 'pg';
import { isQueryTimeout } from './limits.ts';
import { SentTogether, type Statement } from './sent-together.ts';
import { currentWatch } from './watch.ts';

/** Tells of a statement that took long. `text` is ours: values are never in it. */
export interface SlowStatements {
  /** From so many milliseconds on. */
  fromMs: number;
  tell: (text: string, milliseconds: number) => void;
}

/** Moments by `performance.now()`. */
export interface Silence {
  /** The middle of the wait for a statement that was never answered: it may have been sent while others were still heard. */
  since: number;
}

/** The driver's client, and how many handles have it: that of a transaction, and of the next, which is sent behind it. */
interface Seat {
  readonly client: pg.PoolClient;
  holders: number;
  isBroken: boolean;
  /** Over when what was sent last is answered: the driver takes no third beside that and what goes behind it. */
  last: Promise<void> | undefined;
}

/** A transaction of a handle. */
interface Transaction {
  isEnding: boolean;
  /** Its last statements are with the driver, or it has ended without. */
  lastSent: PromiseWithResolvers<void>;
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
  /** As `later`, but begun at once. */
  now: (query: CompiledQuery) => void | Promise<void>;
}

/** Whether a connection is one of ours. */
export const sendsAhead = (connection: DatabaseConnection): connection is DatabaseConnection & SendsAhead =>
  'later' in connection;

/**
 * A connection on which each statement with values is planned once, under its own name. Statements that are asked for in one
 * moment are sent together, without waiting in between, and done in their order.
 */
export class Connection implements DatabaseConnection, SendsAhead {
  readonly #seat: Seat;
  readonly #silence: Silence;
  readonly #options: ConnectionOptions;
  /** The transaction behind which the first statements go. */
  #former: Transaction | undefined;
  #transaction: Transaction | undefined;
  #answeredAt = performance.now();
  /** Of what waits for its answer. */
  #sentAt: number | undefined;
  #letGo: (() => void) | undefined;
  /** Why the connection was given up. */
  #broken: Error | undefined;
  #unsent: Statement[] = [];
  /** Those of them that somebody waits for; the others go with the next of these. */
  #asked: Asked[] = [];
  /** A piece that is begun. */
  #open: SentTogether | undefined;
  /** Whether the server knows of the transaction. */
  #isBegun = false;

  constructor(seat: Seat, silence: Silence, options: ConnectionOptions) {
    this.#seat = seat;
    this.#silence = silence;
    this.#options = options;
  }

  /** @returns takes a handle for one transaction behind the present one; undefined when that is over. */
  behind(): () => Connection | undefined {
    const former = this.#transaction;
    return () => {
      if (former === undefined || this.#transaction !== former) return undefined;
      const next = new Connection(this.#seat, this.#silence, this.#options);
      next.#former = former;
      next.checkOut();
      return next;
    };
  }

  /** Not heard of since another connection went silent: it may be as dead. */
  get isSuspect(): boolean {
    return this.#answeredAt < this.#silence.since;
  }

  /** The caller's watch, if there is one, may cut the connection until it is released. */
  checkOut(): void {
    this.#seat.holders += 1;
    this.#letGo = currentWatch().run?.hold((error) => this.#cut(error));
  }

  release(): void {
    // What was to go ahead of a statement that was never asked for.
    if (this.#asked.length === 0) this.#unsent = [];
    this.#letGo?.();
    this.#transaction?.lastSent.resolve();
    this.#transaction = undefined;
    this.#seat.isBroken ||= this.#broken !== undefined || this.#open !== undefined;
    this.#seat.holders -= 1;
    if (this.#seat.holders === 0) this.#seat.client.release(this.#seat.isBroken);
  }

  /** Ends the connection; what waits for its answer fails. */
  #cut(error: Error): void {
    this.#broken = error;
    if (this.#sentAt !== undefined) {
      this.#silence.since = Math.max(this.#silence.since, (this.#sentAt + performance.now()) / 2);
    }
    void this.#seat.client.end();
  }

  /** Begins a transaction, with the first of its statements that somebody waits for. */
  begin({ isolationLevel, accessMode }: TransactionSettings): void {
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    const mode = accessMode === undefined ? '' : ` ${accessMode}`;
    this.#unsent = [{ text: `begin${level}${mode}`, values: [] }];
    this.#isBegun = false;
    this.#transaction = { isEnding: false, lastSent: Promise.withResolvers() };
  }

  /** @throws Error when the server has rolled back instead; the errors of what was still to be sent. */
  async commit(): Promise<void> {
    if (!this.#isBegun && this.#unsent.length === 1) {
      this.#unsent = [];
      return;
    }
    if (this.#transaction) this.#transaction.isEnding = true;
    const { command } = await this.#run('commit');
    if (command === 'ROLLBACK') throw new Error('A transaction that has failed cannot be committed');
  }

  async rollback(): Promise<void> {
    if (this.#asked.length === 0) this.#unsent = [];
    // Behind a failure in the same piece the server would pass it over.
    await this.#end([])?.catch(() => undefined);
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

  /** As `later`, but the server has it at once, and works on it until it gets the next. */
  now(query: CompiledQuery): void {
    this.later(query);
    // It may have to wait for what was sent before.
    const isFree = this.#former === undefined && this.#seat.last === undefined && this.#asked.length === 0;
    if (!isFree || this.#transaction === undefined || this.#open !== undefined) return;
    const options = { types: this.#options.types, query_timeout: currentWatch().queryMs, isOpen: true };
    this.#open = new SentTogether(this.#takeUnsent(), options);
    this.#seat.client.query<SentTogether>(this.#open);
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

  async #answersTo(
    statements: readonly Statement[],
    { queryMs, isBehind }: { queryMs: number | undefined; isBehind: boolean },
  ): Promise<pg.QueryResult[]> {
    const { client } = this.#seat;
    const ending = this.#end(statements);
    if (ending !== undefined) return ending;
    const [first] = statements;
    // Without values it may be several, which cannot be prepared.
    if (first?.values.length === 0 && statements.length === 1) {
      return [await client.query({ text: first.text, ...(queryMs !== undefined && { query_timeout: queryMs }) })];
    }
    const sent = new SentTogether(statements, { types: this.#options.types, query_timeout: queryMs });
    const { answered } = sent;
    // The driver would wait for the answers that it is due.
    if (isBehind) sent.write(wireOf(client));
    client.query<SentTogether>(sent);
    return answered;
  }

  /** Ends the piece that is open with statements. @returns their results; undefined when none is. */
  #end(statements: readonly Statement[]): Promise<pg.QueryResult[]> | undefined {
    const ending = this.#open?.end(wireOf(this.#seat.client), statements);
    this.#open = undefined;
    return ending;
  }

  #takeUnsent(): Statement[] {
    const statements = this.#unsent;
    this.#unsent = [];
    this.#isBegun = true;
    return statements;
  }

  #tellSlow(statements: readonly Statement[], milliseconds: number): void {
    const { slow } = this.#options;
    if (slow === undefined || milliseconds < slow.fromMs) return;
    slow.tell(statements.map(({ text }) => text).join('; '), milliseconds);
  }

  /** Sends all that is unsent. */
  async #send(): Promise<void> {
    const former = this.#former;
    this.#former = undefined;
    const isBehind = former !== undefined;
    const answered = Promise.withResolvers<void>();
    // Sent any sooner, they would be a part of the transaction before.
    if (isBehind) await former.lastSent.promise;
    else while (this.#seat.last !== undefined) await this.#seat.last;
    this.#seat.last = answered.promise;
    const asked = this.#asked;
    this.#asked = [];
    const statements = this.#takeUnsent();
    const { run, queryMs } = currentWatch();
    const sentAt = performance.now();
    this.#sentAt = sentAt;
    try {
      const answers = this.#answersTo(statements, { queryMs, isBehind });
      if (this.#transaction?.isEnding) this.#transaction.lastSent.resolve();
      const results = await answers;
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
      if (this.#seat.last === answered.promise) this.#seat.last = undefined;
      answered.resolve();
      this.#sentAt = undefined;
      this.#answeredAt = performance.now();
      run?.progress();
      // Who asks with patience knows that it takes long.
      if (queryMs === undefined) this.#tellSlow(statements, this.#answeredAt - sentAt);
    }
  }
}

/** What the driver's client writes to; its types leave it out. */
const wireOf = (client: pg.PoolClient) => (client as unknown as { connection: pg.Connection }).connection;

export interface ConnectionOptions {
  types: pg.CustomTypesConfig;
  /** Nobody is told unless given. */
  slow: SlowStatements | undefined;
}

/** Of these the number of rows is told. */
const WRITING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
