import { CompiledQuery, type DatabaseConnection, type Driver } from 'kysely';
import type { SendsAhead } from './connection.ts';
import { type Database, databaseOf } from './pool.ts';
import { ahead, type Tx } from './tx.ts';

/**
 * A database whose transactions are steps (savepoints) inside `tx`: services that open their own transactions become part of
 * one. Not for use at once from several places: there is one connection, and its steps would tangle.
 */
export function inOneTransaction(tx: Tx): Database {
  const connection: DatabaseConnection & SendsAhead = {
    later: (query) => ahead(tx, query),
    now: (query) => ahead(tx, query),
    executeQuery: <Row>(query: CompiledQuery) => tx.executeQuery<Row>(query),
    streamQuery: () => {
      throw new Error('Steps of one transaction cannot stream');
    },
  };
  const run = async (statement: string) => {
    await tx.executeQuery(CompiledQuery.raw(statement));
  };
  const step = CompiledQuery.raw('savepoint step');
  const nothing = () => Promise.resolve();
  const driver: Driver = {
    init: nothing,
    acquireConnection: () => Promise.resolve(connection),
    beginTransaction: () => ahead(tx, step),
    // Left in place it would be the next one's parent: PostgreSQL looks for its own changes among all that are open.
    commitTransaction: () => run('release savepoint step'),
    rollbackTransaction: () => run('rollback to savepoint step'),
    releaseConnection: nothing,
    destroy: nothing,
  };
  return databaseOf(driver);
}
