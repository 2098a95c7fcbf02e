import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { isQueryTimeout } from './limits.ts';
import { currentWatch } from './watch.ts';

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

/** Moments by `performance.now()`. */
interface Silence {
  /** The middle of the wait for a statement that was never answered: it may have been sent while others were still heard. */
  since: number;
}

/** A client as Kysely needs it, each statement with parameters under its own name. */
class PreparingClient {
  readonly #client: pg.PoolClient;
  readonly #silence: Silence;
  #answeredAt = performance.now();
  /** Of the statement that waits for its answer. */
  #sentAt: number | undefined;
  #letGo: (() => void) | undefined;
  /** Why the connection was given up. */
  #broken: Error | undefined;

  constructor(client: pg.PoolClient, silence: Silence) {
    this.#client = client;
    this.#silence = silence;
  }

  /** Not heard of since another connection went silent: it may be as dead. */
  get isSuspect(): boolean {
    return this.#answeredAt < this.#silence.since;
  }

  /** The caller's watch, if there is one, may cut the connection until it is released. */
  checkOut(): void {
    this.#letGo = currentWatch().run?.hold((error) => this.#cut(error));
  }

  /** Ends the connection; a statement that waits for its answer fails. */
  #cut(error: Error): void {
    this.#broken = error;
    if (this.#sentAt !== undefined) {
      this.#silence.since = Math.max(this.#silence.since, (this.#sentAt + performance.now()) / 2);
    }
    void this.#client.end();
  }

  readonly query = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    // The rollback, as a rule: it must not hide what came before.
    if (this.#broken) throw this.#broken;
    const { run, queryMs } = currentWatch();
    const limit = queryMs !== undefined && { query_timeout: queryMs };
    this.#sentAt = performance.now();
    try {
      return await this.#client.query(
        values.length === 0 ? { text, ...limit } : { name: nameOf(text), text, values: [...values], ...limit },
      );
    } catch (error) {
      if (!isQueryTimeout(error)) throw error;
      // The driver gives no code, by which the log knows errors.
      const unanswered = Object.assign(error, { code: 'QUERY_TIMEOUT' });
      // Its answer may still come, as the answer to another statement.
      this.#cut(unanswered);
      throw unanswered;
    } finally {
      this.#sentAt = undefined;
      this.#answeredAt = performance.now();
      run?.progress();
    }
  };

  readonly release = (destroy?: boolean): void => {
    this.#letGo?.();
    this.#client.release(destroy);
  };
}

/**
 * Has every connection plan each of our statements once and then only run it: planning is more than half of what issuing an
 * order costs the database. Our texts are few and fixed. PgBouncer in transaction mode carries prepared statements from 1.21
 * on (`max_prepared_statements`).
 *
 * A connection that does not answer in time is destroyed, never given back; so are, before their next use, those that have been
 * quiet for half as long.
 */
export function preparingPool(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PreparingClient>();
  const silence: Silence = { since: Number.NEGATIVE_INFINITY };
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const { run } = currentWatch();
      for (;;) {
        run?.assertGoesOn();
        const client = await pool.connect();
        const known = clients.get(client) ?? new PreparingClient(client, silence);
        clients.set(client, known);
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
        return known as unknown as PostgresPoolClient;
      }
    },
  };
}
