import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { SECOND } from '../kernel/clock.ts';
import { preparingPool } from './prepared.ts';

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

/** SQL is written by hand, so the builder knows no tables. */
export type Database = Kysely<object>;

export interface PoolOptions {
  /** Connections of this process. */
  max?: number;
}

/**
 * Connections to the database. Transactions are short: one that hangs would hold locks, and the outbox would wait for it.
 */
export function createPool(databaseUrl: string, { max = 16 }: PoolOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    types,
    connectionTimeoutMillis: POOL_WAIT_MS,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    options: '-c timezone=UTC',
  });
  // A connection that breaks is replaced at the next use; the query that was using it fails.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<object>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) });
}
