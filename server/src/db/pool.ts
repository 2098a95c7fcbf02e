import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import pg from 'pg';
import { SECOND } from '../kernel/clock.ts';
import type { SlowStatements } from './connection.ts';
import { behindOn, connectionsOf, type PoolWaits } from './driver.ts';
import {
  applicationName,
  CONNECT_LIMIT_MS,
  connectionLimits,
  IDLE_LIMIT_MS,
  IDLE_SESSION_LIMIT_MS,
  STATEMENT_LIMIT_MS,
} from './limits.ts';

const readAnyTimestamp: (text: string) => Date = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);

/** PostgreSQL's text of a moment in UTC is ISO 8601 but for two signs; the driver's own reader is made for every zone. */
const readTimestamp = (text: string): Date =>
  text.endsWith('+00') ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : readAnyTimestamp(text);

// Money and counters are bigint; a numeric would silently become a string or a float somewhere, so none may pass.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === pg.types.builtins.INT8) return (text: string) => BigInt(text);
    if (oid === pg.types.builtins.TIMESTAMPTZ) return readTimestamp;
    if (oid === pg.types.builtins.NUMERIC) {
      return () => {
        throw new Error('A query returned numeric: cast it to bigint');
      };
    }
    return pg.types.getTypeParser(oid, format);
  },
};

/** A request that waits longer for a free connection is refused. */
const POOL_WAIT_MS = 20 * SECOND;

/**
 * The server's own probes of a quiet connection: a session whose machine is gone is found within half a minute, also in the midst of a
 * piece whose end was never sent, where no limit of a session counts.
 */
const PROBES = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

/** SQL is written by hand, so the builder knows no tables. */
export type Database = Kysely<object>;

export interface PoolOptions {
  /** Connections of this process. */
  max?: number;
  /** The part of the product that they are of, for pg_stat_activity. */
  part?: string;
  slow?: SlowStatements | undefined;
}

/** What a pool is doing. */
export interface PoolState extends PoolWaits {
  open: number;
  idle: number;
  /** Callers that wait for a connection now. */
  waiting: number;
}

interface Pool {
  driver: Driver;
  state: () => PoolState;
}

const pools = new WeakMap<Database, Pool>();

function poolOf(db: Database): Pool {
  const pool = pools.get(db);
  if (pool === undefined) throw new Error('Not a pool of ours');
  return pool;
}

/** What the pool of a database is doing. @throws Error for a handle that `createPool` did not make. */
export const poolStateOf = (db: Database): PoolState => poolOf(db).state();

/** What opens and closes the connections of a database. @throws Error for a handle that `createPool` did not make. */
export const driverOf = (db: Database): Driver => poolOf(db).driver;

const adapter = new PostgresAdapter();
/** It compiles one statement at a time, whoever's: to make one costs more than that. */
const compiler = new PostgresQueryCompiler();

/** A handle on whatever gives connections to PostgreSQL. */
export const databaseOf = (driver: Driver): Database =>
  new Kysely<object>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => adapter,
      createQueryCompiler: () => compiler,
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    },
  });

/**
 * Makes a handle whose first transaction goes behind the present one of a connection of `db`, on that connection (`behindOn`).
 * @returns undefined where the connection is not of a pool.
 */
export function databaseBehind(db: Database, connection: DatabaseConnection): (() => Database) | undefined {
  const pool = pools.get(db);
  if (pool === undefined) return undefined;
  const driver = behindOn(connection, pool.driver);
  if (driver === undefined) return undefined;
  return () => {
    const next = databaseOf(driver);
    pools.set(next, pool);
    return next;
  };
}

/** A server that takes no connection is given up sooner than one whose connections are all in use. */
class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_LIMIT_MS });
  }
}

/**
 * Connections to the database. Transactions are short: one that hangs would hold locks, and the outbox would wait for it.
 */
export function createPool(databaseUrl: string, { max = 16, part = 'server', slow }: PoolOptions = {}): Database {
  const pool = new pg.Pool({
    ...connectionLimits,
    Client,
    connectionString: databaseUrl,
    application_name: applicationName(part),
    max,
    types,
    connectionTimeoutMillis: POOL_WAIT_MS,
    idleTimeoutMillis: IDLE_LIMIT_MS,
    statement_timeout: STATEMENT_LIMIT_MS,
    idle_in_transaction_session_timeout: STATEMENT_LIMIT_MS,
    options: `-c timezone=UTC -c idle_session_timeout=${IDLE_SESSION_LIMIT_MS} ${PROBES}`,
  });
  // A connection that breaks is replaced at the next use; the query that was using it fails.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const waits: PoolWaits = { count: 0, milliseconds: 0 };
  const driver = connectionsOf(pool, waits, { types, slow });
  const db = databaseOf(driver);
  const state = () => ({
    ...waits,
    open: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });
  pools.set(db, { driver, state });
  return db;
}
