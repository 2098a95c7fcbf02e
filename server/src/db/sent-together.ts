import { createHash } from 'node:crypto';
import pg from 'pg';

export interface Statement {
  text: string;
  values: readonly unknown[];
}

const names = new Map<string, string>();

/**
 * The name under which a connection keeps a statement's plan. The same text has the same in every process, so that a pooler between
 * may share what is prepared.
 */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url');
    names.set(text, name);
  }
  return name;
}

/** What the driver's connection has that its types leave out: it writes bytes, and remembers what it has prepared. */
interface Wire {
  submittedNamedStatements: Record<string, string>;
  stream: { writable: boolean; write(bytes: Buffer): unknown };
  sync(): void;
}

/** The same of the driver's statement: it writes itself, and is told what the server answers. */
interface DriverStatement {
  readonly name: string | undefined;
  readonly text: string;
  callback(error: Error | null, result: pg.QueryResult): void;
  prepare(wire: Wire): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleReadyForQuery(wire: Wire): void;
}

/** Takes what statements write of themselves, in place of their connection. */
interface Gatherer {
  /** What they write to. Each would end with a Sync of its own: that is left out. */
  wire: Wire;
  /** All that was written, with a Sync if it is the end. */
  take: (written: { isEnd: boolean }) => Buffer;
}

// One of a connection: V8 keeps what an object inherits from, with all that it leads to, until it collects old objects.
const gatherers = new WeakMap<Wire, Gatherer>();

function gathererOf(wire: Wire): Gatherer {
  const known = gatherers.get(wire);
  if (known !== undefined) return known;
  const bytes: Buffer[] = [];
  const stream = { writable: true, write: (piece: Buffer) => bytes.push(piece) };
  const gathering = Object.create(wire, { stream: { value: stream }, sync: { value: () => undefined } }) as Wire;
  const take = ({ isEnd }: { isEnd: boolean }) => {
    if (isEnd) wire.sync.call(gathering);
    return Buffer.concat(bytes.splice(0));
  };
  const gatherer = { wire: gathering, take };
  gatherers.set(wire, gatherer);
  return gatherer;
}

interface Options {
  types: pg.CustomTypesConfig;
  /** Milliseconds for all of them; the client's own limit when undefined. */
  query_timeout: number | undefined;
  /** More will come (`end`). */
  isOpen?: boolean;
}

/**
 * Statements that are sent in one piece and answered in one piece, each done after the one before it, with a snapshot of its own. One
 * Sync ends them: of the statements behind one that fails the server does none. An open piece is begun before its end is known: the
 * server works on what it has. To be handed to the driver's `query`, which knows it as one query; the promise is `answered`. The driver
 * has such a mode, too, but with a Sync after every statement, and a client in that mode cannot be cut while it waits.
 */
export class SentTogether implements pg.Submittable {
  readonly query_timeout: number | undefined;
  readonly #types: pg.CustomTypesConfig;
  readonly #isOpen: boolean;
  #answer: PromiseWithResolvers<pg.QueryResult[]> | undefined = Promise.withResolvers();
  #statements: DriverStatement[];
  #results: pg.QueryResult[] = [];
  #failure: Error | undefined;
  #isWritten = false;
  /** The driver's name for whom to tell. */
  callback: (error: Error | null) => void;

  constructor(statements: readonly Statement[], { types, query_timeout, isOpen = false }: Options) {
    this.query_timeout = query_timeout;
    this.#types = types;
    this.#isOpen = isOpen;
    const tell = (error: Error | null) => this.#tell(error);
    this.callback = tell;
    this.#statements = this.#toDriver(statements);
    // Whoever ends it hears of its failure.
    if (isOpen) this.answered.catch(() => undefined);
  }

  #toDriver(statements: readonly Statement[]): DriverStatement[] {
    return statements.map(({ text, values }) => {
      const answered = (error: Error | null | undefined, result: pg.QueryResult) => {
        // A value that cannot be read.
        if (error) this.#failure ??= error;
        this.#results.push(result);
      };
      const name = values.length === 0 ? {} : { name: nameOf(text) };
      const config = { text, values: [...values], types: this.#types, ...name };
      return new pg.Query(config, answered) as unknown as DriverStatement;
    });
  }

  /** The results of all; fails as the first that fails. To be taken before they are sent. */
  get answered(): Promise<pg.QueryResult[]> {
    if (this.#answer === undefined) throw new Error('The answer has been given');
    return this.#answer.promise;
  }

  /** Gives the answer away. */
  #tell(error: Error | null): void {
    const answer = this.#answer;
    this.#answer = undefined;
    this.#failure = error ?? undefined;
    if (error === null) answer?.resolve(this.#results);
    else answer?.reject(error);
  }

  /**
   * Lets go of all that it had. The driver assigns a function to `callback` that leads here, and what is written so V8 makes an old
   * object at once: what such a one leads to is not collected with the young.
   */
  #forget(): void {
    this.#statements = [];
    this.#results = [];
  }

  /** The statement that is answered next. */
  get #current(): DriverStatement {
    const statement = this.#statements[this.#results.length];
    if (statement === undefined) throw new Error('The server has answered more than it was asked');
    return statement;
  }

  /** Of the current one: the driver asks when the server has parsed it, and after an error. */
  get name(): string {
    return this.#statements[this.#results.length]?.name ?? '';
  }

  get text(): string {
    return this.#statements[this.#results.length]?.text ?? '';
  }

  /** Called by the driver when it has the answers to what was sent before. */
  submit(connection: pg.Connection): void {
    if (!this.#isWritten) this.write(connection);
  }

  /** Sends the statements. Before `submit`, they wait at the server, behind what it is doing. */
  write(connection: pg.Connection): void {
    this.#isWritten = true;
    this.#send(connection, this.#statements, !this.#isOpen);
  }

  /** Sends the last statements of an open piece: after a failure only its end. @returns their results. */
  async end(connection: pg.Connection, statements: readonly Statement[]): Promise<pg.QueryResult[]> {
    const answer = this.#answer;
    const { length } = this.#statements;
    const last = answer === undefined ? [] : this.#toDriver(statements);
    this.#statements.push(...last);
    this.#send(connection, last, true);
    if (answer === undefined) throw this.#failure ?? new Error('The piece is over');
    return (await answer.promise).slice(length);
  }

  #send(connection: pg.Connection, statements: readonly DriverStatement[], isEnd: boolean): void {
    const wire = connection as unknown as Wire;
    const gatherer = gathererOf(wire);
    for (const statement of statements) statement.prepare(gatherer.wire);
    const bytes = gatherer.take({ isEnd });
    if (wire.stream.writable) wire.stream.write(bytes);
  }

  handleRowDescription(message: unknown): void {
    this.#current.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#current.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, wire: Wire): void {
    const statement = this.#current;
    statement.handleCommandComplete(message, wire);
    statement.handleReadyForQuery(wire);
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure ?? null);
    this.#forget();
  }

  handleError(error: Error, { submittedNamedStatements: submitted }: Wire): void {
    // What came after was not even parsed.
    for (const { name } of this.#statements.slice(this.#results.length)) {
      if (name !== undefined) Reflect.deleteProperty(submitted, name);
    }
    this.callback(error);
    this.#forget();
  }
}
