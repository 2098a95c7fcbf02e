import { flushCompileCache } from 'node:module';
import type { KyselyPlugin } from 'kysely';
import { createPool, type Database } from '../../../src/db/pool.ts';
import { KILLED_PART } from './part.ts';

/** A background job as the process below runs it: the default export of a file in this folder. */
export type Job = (db: Database, args: readonly string[]) => Promise<unknown>;

/** Ends the process as `kill -9` does, before the statement of this number. */
function killBefore(statement: number): KyselyPlugin {
  let seen = 0;
  return {
    transformQuery: ({ node }) => {
      seen += 1;
      if (seen === statement) process.kill(process.pid, 'SIGKILL');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}

const [databaseUrl = '', job = '', statement = '', ...args] = process.argv.slice(2);
const run = ((await import(job)) as { default: Job }).default;
// For those that come after it: a process that is killed keeps nothing that it compiled.
flushCompileCache();
const db = createPool(databaseUrl, { part: KILLED_PART });
await run(db.withPlugin(killBefore(Number(statement))), args);
await db.destroy();
