import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { DatabaseError } from 'pg';
import { sendsAhead, type SendsAhead } from './connection.ts';
import { type Database, databaseOf, driverOf } from './pool.ts';
import { isUnavailable } from './unavailable.ts';

export interface Routes {
  database: Database;
  replica: Database;
  /** Whether a read that begins now may go to the replica. */
  isFit: () => Promise<boolean>;
  /** Told of a failure of the replica's. */
  failed: (error: unknown) => void;
}

/** A standby ends a read that is in the way of what it replays (PostgreSQL, "Handling Query Conflicts"). */
const CONFLICT = '40001';

/** Whether a read failed because it was asked of the replica. */
export const isOfReplica = (error: unknown): error is Error =>
  error instanceof Error && (isUnavailable(error) || (error instanceof DatabaseError && error.code === CONFLICT));

/** A connection to the replica; a read that fails there by itself is asked of the database. In a transaction it fails. */
class ReplicaConnection implements DatabaseConnection, SendsAhead {
  readonly inner: DatabaseConnection;
  isInTransaction = false;
  readonly #database: Driver;
  readonly #failed: (error: unknown) => void;
  #ahead: CompiledQuery[] = [];

  constructor(inner: DatabaseConnection, database: Driver, failed: (error: unknown) => void) {
    this.inner = inner;
    this.#database = database;
    this.#failed = failed;
  }

  later(query: CompiledQuery): void {
    this.#ahead.push(query);
  }

  now(query: CompiledQuery): void {
    this.later(query);
  }

  readonly executeQuery = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
    const ahead = this.#ahead;
    this.#ahead = [];
    try {
      return await ask(this.inner, ahead, query);
    } catch (error) {
      if (!isOfReplica(error)) throw error;
      this.#failed(error);
      if (this.isInTransaction) throw error;
      const connection = await this.#database.acquireConnection();
      try {
        return await ask(connection, ahead, query);
      } finally {
        await this.#database.releaseConnection(connection);
      }
    }
  };

  readonly streamQuery = (): never => {
    throw new Error('Rows are not streamed');
  };
}

async function ask<Row>(
  connection: DatabaseConnection,
  ahead: readonly CompiledQuery[],
  query: CompiledQuery,
): Promise<QueryResult<Row>> {
  if (sendsAhead(connection)) for (const each of ahead) await connection.later(each);
  return connection.executeQuery<Row>(query);
}

/** A handle for reads: each goes to the replica when that is fit, and else to the database. */
export function readsFrom({ database, replica, isFit, failed }: Routes): Database {
  const [ofDatabase, ofReplica] = [driverOf(database), driverOf(replica)];
  /** Whose a connection is. */
  const at = (connection: DatabaseConnection) =>
    connection instanceof ReplicaConnection
      ? ([ofReplica, connection.inner] as const)
      : ([ofDatabase, connection] as const);
  return databaseOf({
    init: () => Promise.resolve(),
    // Both pools are others' to close.
    destroy: () => Promise.resolve(),
    async acquireConnection() {
      if (await isFit()) {
        try {
          return new ReplicaConnection(await ofReplica.acquireConnection(), ofDatabase, failed);
        } catch (error) {
          if (!isOfReplica(error)) throw error;
          failed(error);
        }
      }
      return ofDatabase.acquireConnection();
    },
    async releaseConnection(connection) {
      const [driver, own] = at(connection);
      await driver.releaseConnection(own);
    },
    async beginTransaction(connection, settings) {
      if (connection instanceof ReplicaConnection) connection.isInTransaction = true;
      const [driver, own] = at(connection);
      await driver.beginTransaction(own, settings);
    },
    async commitTransaction(connection) {
      const [driver, own] = at(connection);
      await driver.commitTransaction(own);
    },
    async rollbackTransaction(connection) {
      const [driver, own] = at(connection);
      await driver.rollbackTransaction(own);
    },
  });
}
