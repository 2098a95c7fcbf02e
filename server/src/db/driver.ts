import type { DatabaseConnection, Driver } from 'kysely';
import type pg from 'pg';
import { Connection, type ConnectionOptions, type Silence } from './connection.ts';
import { currentWatch } from './watch.ts';

/** How long callers have waited for a connection, since the start. */
export interface PoolWaits {
  count: number;
  milliseconds: number;
}

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
        const known =
          connections.get(client) ??
          new Connection({ client, holders: 0, isBroken: false, last: undefined }, silence, options);
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

/**
 * A driver whose first transaction goes behind one that only waits for its commit, on the same connection: its first statements are sent
 * as soon as that is, and the server goes on with them without a pause. Where the one before fails the server refuses them. Whatever else
 * it is asked for comes from `driver`.
 * @returns undefined where the connection is none of ours.
 */
export function behindOn(connection: DatabaseConnection, driver: Driver): Driver | undefined {
  if (!(connection instanceof Connection)) return undefined;
  let take: (() => Connection | undefined) | undefined = connection.behind();
  return {
    ...driver,
    async acquireConnection() {
      const first = take?.();
      take = undefined;
      return first ?? driver.acquireConnection();
    },
  };
}
