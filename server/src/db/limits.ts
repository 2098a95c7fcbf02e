import pg from 'pg';
import { HOUR, SECOND } from '../kernel/clock.ts';

/** The server ends a statement after this; behind a pooler that drops our settings it does not know it. */
export const STATEMENT_LIMIT_MS = 10 * SECOND;
/** A little more: the server did not end the statement, so nobody is there. */
const QUERY_LIMIT_MS = STATEMENT_LIMIT_MS + 2 * SECOND;
/** From the first packet to the end of the sign-in. */
export const CONNECT_LIMIT_MS = 5 * SECOND;
/** The pool ends a connection that nobody has used for so long, */
export const IDLE_LIMIT_MS = 10 * SECOND;
/** and the server a session: what a lost network left of it would otherwise take up a place for hours. */
export const IDLE_SESSION_LIMIT_MS = 3 * IDLE_LIMIT_MS;
/**
 * Of a client that copies whole tables: the driver's own limit of a copy stays when it is over, and keeps the process; probes find a
 * server that is gone.
 */
export const NO_QUERY_LIMIT = 0;
/** Of statements that read or change whole tables. */
export const LONG_QUERY_LIMIT_MS = HOUR;

const KEEP_ALIVE_AFTER_MS = 10 * SECOND;

/** What every connection has: limits on our side, and probes while it is quiet. */
export const connectionLimits = {
  connectionTimeoutMillis: CONNECT_LIMIT_MS,
  query_timeout: QUERY_LIMIT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
} satisfies pg.ClientConfig;

/** The name of our connections in pg_stat_activity. */
export const applicationName = (part: string): string => `kantor ${part}`;

/** Whether a statement was given up on our side: its connection is of no more use. */
export const isQueryTimeout = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout';

interface ClientOptions {
  part: string;
  /** Milliseconds. */
  queryLimitMs?: number;
}

/** A single connection, for work outside of a pool. It breaks without an error event: the query that uses it fails. */
export function createClient(databaseUrl: string, { part, queryLimitMs = QUERY_LIMIT_MS }: ClientOptions): pg.Client {
  const client = new pg.Client({
    ...connectionLimits,
    connectionString: databaseUrl,
    query_timeout: queryLimitMs,
    application_name: applicationName(part),
  });
  client.on('error', () => undefined);
  return client;
}
