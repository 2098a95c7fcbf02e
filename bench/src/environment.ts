import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '@kantor/embedded-postgres';
import { openFolder } from '@kantor/embedded-postgres/testing';
import pg from 'pg';

/** The programs and databases of the benchmark, stopped in the opposite order, also when it is broken off. */
export interface Environment {
  /** The embedded PostgreSQL, with full durability: database `postgres`. */
  adminUrl: URL;
  /** Creates an empty database. @returns its address. */
  createDatabase(name: string): Promise<string>;
  /** Starts a program of ours that sends `{ url }` when it answers. */
  run(file: string, options: RunOptions): Promise<Running>;
}

interface RunOptions {
  variables?: Record<string, string>;
  args?: string[];
  /** Node's own. */
  nodeArguments?: string[];
}

export interface Running {
  /** Where it answers; a worker, where it tells its health. */
  url: URL;
  pid: number;
  stop(): Promise<void>;
}

/** Sets an environment up for `work`, and takes it down afterwards. */
export async function withEnvironment<Result>(
  signal: AbortSignal,
  work: (environment: Environment) => Promise<Result>,
): Promise<Result> {
  const cleanups: (() => Promise<unknown>)[] = [];
  try {
    const folder = openFolder(tmpdir());
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    const database = await startEmbedded({ dataDir: join(folder, 'database'), durability: 'full', signal });
    cleanups.push(() => database.stop());
    const adminUrl = new URL('/postgres', database.url);
    const aborted = once(signal, 'abort').then(() => Promise.reject(new Error('The benchmark was broken off')));
    aborted.catch(() => undefined);
    const environment: Environment = {
      adminUrl,
      async createDatabase(name) {
        await query(adminUrl.href, `create database ${name}`);
        return new URL(`/${name}`, adminUrl).href;
      },
      async run(file, { variables, ...options }) {
        const running = await launch(file, folder, {
          ...options,
          variables: { ...variables, KANTOR_DATA_DIR: join(folder, 'data') },
        });
        cleanups.push(() => running.stop());
        return running;
      },
    };
    return await Promise.race([work(environment), aborted]);
  } finally {
    for (const clean of cleanups.toReversed()) await clean();
  }
}

/** Runs one statement on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  // The database stops first when the benchmark is broken off.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** What a program says when it answers. */
interface Answering {
  url?: string;
  healthPort?: number;
}

/** Its output goes to a file, as with a service manager: reading a line for each request would cost the load. */
async function launch(file: string, folder: string, options: RunOptions): Promise<Running> {
  const { variables, args = [], nodeArguments = [] } = options;
  const log = join(folder, `${randomUUID()}.log`);
  const output = openSync(log, 'w');
  const child: ChildProcess = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    env: { ...process.env, ...variables },
    execArgv: nodeArguments,
    stdio: ['ignore', output, output, 'ipc'],
    // Ctrl+C in the terminal is for us to hand on.
    detached: true,
  });
  closeSync(output);
  const exited = once(child, 'exit');
  const failed = exited.then(() => {
    throw new Error(`${file} ended while it started:\n${readFileSync(log, 'utf8')}`);
  });
  failed.catch(() => undefined);
  const [{ url, healthPort }] = (await Promise.race([once(child, 'message'), failed])) as [Answering];
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return { url: new URL(url ?? `http://127.0.0.1:${healthPort}`), pid: child.pid ?? 0, stop };
}
