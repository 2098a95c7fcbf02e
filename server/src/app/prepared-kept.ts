import { randomBytes } from 'node:crypto';

/** The part of a `pg` client that the check needs. */
type Client = { query(query: string | { name: string; text: string; values: unknown[] }): Promise<unknown> };

/** No such prepared statement, and one of this name already. */
const LOST = new Set(['26000', '42P05']);

/**
 * Refuses a pooler that gives each transaction another connection and carries no prepared statements: half of all requests would
 * fail. The first connection of the server's serves both clients in turns then.
 * @throws Error with a sentence for the operator.
 */
export async function assertKeepsPrepared(first: Client, second: Client): Promise<void> {
  const statement = { name: `kantor ${randomBytes(8).toString('hex')}`, text: 'select $1::int', values: [1] };
  try {
    await first.query(statement);
    await second.query(statement);
    // While a transaction holds a connection, the other client is given another.
    await second.query('begin');
    await first.query(statement);
    await second.query(statement);
    await second.query('commit');
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || !LOST.has(String(error.code))) throw error;
    throw new Error(
      'The pooler in front of the database loses prepared statements. Set max_prepared_statements in PgBouncer 1.21 or newer ' +
        '(older ones cannot), or connect to PostgreSQL itself.',
      { cause: error },
    );
  }
}
