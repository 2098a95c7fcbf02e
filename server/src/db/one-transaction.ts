import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Database } from './pool.ts';
import type { Tx } from './tx.ts';

/**
 * A database whose transactions are steps (savepoints) inside `tx`: services that open their own transactions become part of
 * one. Not for use at once from several places: there is one connection, and its steps would tangle.
 */
export function inOneTransaction(tx: Tx): Database {
  const connection: DatabaseConnection = {
    executeQuery: <Row>(query: CompiledQuery) => tx.executeQuery<Row>(query),
    streamQuery: () => {
      throw new Error('Steps of one transaction cannot stream');
    },
  };
  const run = async (statement: string) => {
    await tx.executeQuery(CompiledQuery.raw(statement));
  };
  const nothing = () => Promise.resolve();
  const driver: Driver = {
    init: nothing,
    acquireConnection: () => Promise.resolve(connection),
    beginTransaction: () => run('savepoint step'),
    // Nothing to do: a step that succeeded is kept when `tx` is, and the next one's savepoint shadows its own.
    commitTransaction: nothing,
    rollbackTransaction: () => run('rollback to savepoint step'),
    releaseConnection: nothing,
    destroy: nothing,
  };
  return new Kysely<object>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  });
}
