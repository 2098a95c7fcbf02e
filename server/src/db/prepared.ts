import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

const names = new Map<string, string>();

/** The same text has the same name in every process, so that a pooler between may share what is prepared. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url');
    names.set(text, name);
  }
  return name;
}

/** A client as Kysely needs it, each statement with parameters under its own name. */
function preparing(client: pg.PoolClient): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[]) =>
    values.length === 0 ? client.query(text) : client.query({ name: nameOf(text), text, values: [...values] });
  return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) };
}

/**
 * Has every connection plan each of our statements once and then only run it: planning is more than half of what issuing an
 * order costs the database. Our texts are few and fixed. PgBouncer in transaction mode carries prepared statements from 1.21
 * on (`max_prepared_statements`).
 */
export function preparingPool(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? preparing(client);
      clients.set(client, known);
      return known;
    },
  };
}
