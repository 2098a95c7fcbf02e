import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { query } from '@kantor/storms/src/harness/database.ts';
import type { Ground } from '@kantor/storms/src/harness/storm.ts';
import { run } from './trial.ts';

// The PostgreSQL of the machine's distribution, with all its programs.

const BINARIES = '/usr/lib/postgresql';
const START_LIMIT_MS = 300_000;
const LOOK_MS = 100;

/** The folder of the newest one's programs; undefined: there is none. */
export function binaries(): string | undefined {
  try {
    const newest = readdirSync(BINARIES)
      .toSorted((a, b) => Number(a) - Number(b))
      .at(-1);
    return newest && join(BINARIES, newest, 'bin');
  } catch {
    return undefined;
  }
}

/** For a trial's `whyNot`. */
export const whyNoPostgres = () =>
  binaries() === undefined ? 'this machine has no PostgreSQL of its distribution' : undefined;

/** PostgreSQL refuses to run as root: as whoever the package has made. */
export function runner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(run('id', [flag, 'postgres']).output);
  return { uid: id('-u'), gid: id('-g') };
}

const programOf = (name: string) => join(binaries() ?? '', name);

/** A folder that PostgreSQL's account may enter and write to. */
export function openFolder(path: string): string {
  mkdirSync(path, { mode: 0o700 });
  const owner = runner();
  if (owner) chownSync(path, owner.uid, owner.gid);
  return path;
}

/** Runs one of its programs to its end. @throws Error with its output when it fails. */
export function runPostgres(name: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): string {
  const env = { ...process.env, LC_ALL: 'C.UTF-8', ...environment };
  const { status, stdout, stderr } = spawnSync(programOf(name), args, { encoding: 'utf8', env, ...runner() });
  if (status !== 0) throw new Error(`${name}: ${stderr || stdout}`);
  return stdout;
}

/** Starts one of its programs, which ends with the trial. `interactive`: it is written to and read from. */
export function startPostgresProgram(
  { folder, defer }: Pick<Ground, 'folder' | 'defer'>,
  name: string,
  args: readonly string[],
  { environment = {}, interactive = false }: { environment?: NodeJS.ProcessEnv; interactive?: boolean } = {},
): ChildProcess {
  chmodSync(folder, 0o755);
  const out = openSync(join(folder, `${name}.log`), 'a', 0o666);
  const env = { ...process.env, LC_ALL: 'C.UTF-8', ...environment };
  const stdio: StdioOptions = interactive ? ['pipe', 'pipe', out] : ['ignore', out, out];
  const child = spawn(programOf(name), args, { stdio, env, ...runner() });
  closeSync(out);
  defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return child;
}

export interface PostgresServer {
  /** By its superuser, to the database `kantor`. */
  adminUrl: string;
  /** Its machine is gone: every process at once. */
  kill: () => Promise<void>;
}

interface PostgresOptions {
  /** Of its data. */
  data: string;
  port: number;
  password: string;
  /** Lines of postgresql.conf. */
  settings?: readonly string[];
}

/** Makes a cluster in a folder, with a superuser `postgres`, that answers on this machine alone. */
export function makeCluster({ data, password }: Pick<PostgresOptions, 'data' | 'password'>): void {
  openFolder(data);
  const secret = `${data}.password`;
  writeFileSync(secret, password);
  runPostgres('initdb', [
    ...['--pgdata', data, '--username', 'postgres', '--pwfile', secret, '--auth', 'scram-sha-256'],
    ...['--encoding', 'UTF8', '--locale', 'C.UTF-8', '--data-checksums'],
  ]);
}

/** Starts it, and waits until it takes writes: one that recovers does so for as long as it must. */
export async function startPostgres(
  ground: Pick<Ground, 'folder' | 'defer' | 'signal'>,
  { data, port, password, settings = [] }: PostgresOptions,
): Promise<PostgresServer> {
  appendFileSync(join(data, 'postgresql.conf'), `${settings.join('\n')}\n`);
  const local = ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${data}`];
  const server = startPostgresProgram(ground, 'postgres', ['-D', data, '-p', String(port), ...local]);
  const maintenance = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  for (const end = performance.now() + START_LIMIT_MS; ; await delay(LOOK_MS)) {
    ground.signal.throwIfAborted();
    const rows = await query<{ is: boolean }>(maintenance, 'select pg_is_in_recovery() as is').catch(() => []);
    if (rows[0]?.is === false) break;
    if (server.exitCode !== null || performance.now() > end) throw new Error(`PostgreSQL does not start: see ${data}`);
  }
  const known = await query(maintenance, `select from pg_database where datname = 'kantor'`);
  if (known.length === 0) await query(maintenance, 'create database kantor');
  return {
    adminUrl: maintenance.replace(/postgres$/, 'kantor'),
    async kill() {
      const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(server.pid)], { encoding: 'utf8' });
      for (const pid of [server.pid, ...stdout.trim().split(/\s+/).filter(Boolean).map(Number)]) {
        try {
          if (pid !== undefined) process.kill(pid, 'SIGKILL');
        } catch {
          // It has just ended.
        }
      }
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    },
  };
}
