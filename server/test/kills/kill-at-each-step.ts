import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { vi } from 'vitest';
import { applicationName } from '../../src/db/limits.ts';
import { bundleProcesses } from './bundle.ts';
import { KILLED_PART } from './processes/part.ts';

interface Killed {
  databaseUrl: string;
  /** The name of a file in `processes/`. */
  job: string;
  args?: readonly string[];
}

const NEVER = 0;

/** Made once for all tests of a process. */
let processes: Promise<string> | undefined;

/** The application name of a job's connections. */
const NAME = applicationName(KILLED_PART);

/**
 * Runs a job in a process of its own, and kills that with -9 before its database statement of this number.
 * @returns whether it was killed; otherwise the job came to its end.
 * @throws Error with what the process said, when it failed.
 */
async function runKilled({ databaseUrl, job, args = [] }: Killed, statement = NEVER): Promise<boolean> {
  const folder = await (processes ??= bundleProcesses());
  const file = pathToFileURL(join(folder, `${job}.js`)).href;
  const child = fork(join(folder, 'process.js'), [databaseUrl, file, String(statement), ...args], { silent: true });
  const said = child.stderr === null ? Promise.resolve('') : text(child.stderr);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  await untilLetGo(databaseUrl);
  if (signal === 'SIGKILL') return true;
  if (code !== 0) throw new Error(`The job ${job} failed: ${await said}`);
  return false;
}

/** The database takes a moment to notice that a process is gone; until then it keeps what that had locked. */
async function untilLetGo(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const isAlone = async () => {
    const { rows } = await client.query(
      'select from pg_stat_activity where datname = current_database() and application_name = $1',
      [NAME],
    );
    return rows.length === 0;
  };
  await vi.waitUntil(isAlone, { timeout: 20_000, interval: 5 }).finally(() => client.end());
}

/**
 * Kills a job before its first statement, then before its second, and so on until it comes to its end by itself.
 * A process does nothing that others can see between two statements, so these are all its steps.
 * @param prepare makes work for the next run; it takes the number of the statement.
 * @param check takes the same number, after the kill: it runs the job to its end, as the next worker would, and looks.
 * @returns how many statements the job made.
 */
export async function killAtEachStep(
  killed: Killed,
  prepare: (statement: number) => Promise<void>,
  check: (statement: number) => Promise<void>,
): Promise<number> {
  for (let statement = 1; ; statement += 1) {
    await prepare(statement);
    const wasKilled = await runKilled(killed, statement);
    await check(statement);
    if (!wasKilled) return statement - 1;
  }
}
