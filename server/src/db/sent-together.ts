import pg from 'pg';

export interface Statement {
  text: string;
  values: readonly unknown[];
  /** Under which the connection keeps its plan. */
  name?: string;
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

interface Options {
  types: pg.CustomTypesConfig;
  /** Milliseconds for all of them; the client's own limit when undefined. */
  query_timeout: number | undefined;
}

/**
 * Statements that are sent in one piece and answered in one piece, each done after the one before it, with a snapshot of its own. One
 * Sync ends them: of the statements behind one that fails the server does none. To be handed to the driver's `query`, which
 * knows it as one query; the promise is `answered`. The driver has such a mode, too, but with a Sync after every statement, and a
 * client in that mode cannot be cut while it waits.
 */
export class SentTogether implements pg.Submittable {
  readonly query_timeout: number | undefined;
  readonly answered: Promise<pg.QueryResult[]>;
  readonly #statements: readonly DriverStatement[];
  readonly #results: pg.QueryResult[] = [];
  #failure: Error | undefined;
  #isWritten = false;
  /** The driver's name for whom to tell. */
  callback: (error: Error | null) => void;

  constructor(statements: readonly Statement[], { types, query_timeout }: Options) {
    this.query_timeout = query_timeout;
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult[]>();
    this.answered = promise;
    this.callback = (error) => (error === null ? resolve(this.#results) : reject(error));
    this.#statements = statements.map(({ name, text, values }) => {
      const statement = new pg.Query({
        text,
        values: [...values],
        types,
        ...(name !== undefined && { name }),
      }) as unknown as DriverStatement;
      statement.callback = (error, result) => {
        // A value that cannot be read.
        if (error !== null) this.#failure ??= error;
        this.#results.push(result);
      };
      return statement;
    });
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
    const wire = connection as unknown as Wire;
    const bytes: Buffer[] = [];
    const stream = { writable: true, write: (piece: Buffer) => bytes.push(piece) };
    const gathering = Object.create(wire, { stream: { value: stream } }) as Wire;
    // Each would end with a Sync of its own.
    const unended = Object.create(gathering, { sync: { value: () => undefined } }) as Wire;
    for (const statement of this.#statements) statement.prepare(unended);
    gathering.sync();
    if (wire.stream.writable) wire.stream.write(Buffer.concat(bytes));
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
  }

  handleError(error: Error, { submittedNamedStatements: submitted }: Wire): void {
    // What came after was not even parsed.
    for (const { name } of this.#statements.slice(this.#results.length)) {
      if (name !== undefined) Reflect.deleteProperty(submitted, name);
    }
    this.callback(error);
  }
}
