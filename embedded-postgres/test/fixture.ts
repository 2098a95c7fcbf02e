import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Embedded, type EmbeddedOptions, startEmbedded } from '../src/start.ts';
import { scratchFolder } from './testing.ts';

// Fixtures of the embedded server's tests: a data folder for each, and every process they start ended after it.

export const IS_ROOT = process.getuid?.() === 0;
const LIMIT_MS = 60_000;

/** A data folder with an empty database, for tests that are not about its making. */
let made: string;
let base: string;
let started: Embedded[];
let children: ChildProcess[];

/** To be called once by a test file. `base` holds the data folder and whatever else a test needs. */
export function useDataFolder(): { base: () => string; dataDir: () => string } {
  beforeAll(async () => {
    made = join(scratchFolder(), 'data');
    await (await startEmbedded({ dataDir: made, durability: 'none' })).stop();
  });
  afterAll(() => rmSync(dirname(made), { recursive: true }));
  beforeEach(() => {
    base = scratchFolder();
    started = [];
    children = [];
  });
  afterEach(async () => {
    await Promise.all(started.map((database) => database.stop()));
    for (const child of children) child.kill('SIGKILL');
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  });
  return { base: () => base, dataDir };
}

const dataDir = () => join(base, 'data');

export async function start(options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  // Without fsync, unless it is the point: what a killed process wrote is kept by the system all the same.
  const database = await startEmbedded({ dataDir: dataDir(), durability: 'none', ...options });
  started.push(database);
  return database;
}

/** The same without the making. */
export function startMade(options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  copyMade();
  return start(options);
}

export function copyMade(): void {
  spawnSync('cp', ['-a', made, dataDir()]);
}

export async function query(url: string, sql: string): Promise<unknown[][]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

export function serverPid(): number {
  return Number(readFileSync(join(dataDir(), 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Another process of ours on the same folder; it sends the address once the database answers, or why it does not. `meanwhile`: more of its code. */
export function startElsewhere(prefix: string[] = [], meanwhile = ''): ChildProcess {
  const module = new URL('../src/start.ts', import.meta.url).href;
  const code = `import { startEmbedded } from ${JSON.stringify(module)};
    ${meanwhile}
    try { process.send((await startEmbedded({ dataDir: process.argv[1], durability: 'none' })).url); }
    catch (error) { process.send(error.message); process.exit(1); }`;
  const words = [...prefix, process.execPath, '--input-type=module', '-e', code, dataDir()];
  return endAfterTest(spawn('env', words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }));
}

export function endAfterTest(child: ChildProcess): ChildProcess {
  children.push(child);
  return child;
}

export async function answerOf(child: ChildProcess): Promise<string> {
  const [message] = await once(child, 'message', { signal: AbortSignal.timeout(LIMIT_MS) });
  return String(message);
}
