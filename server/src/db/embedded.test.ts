import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountForPostgres } from './embedded-account.ts';
import { findBinaries } from './embedded-binaries.ts';
import { launch } from './embedded-process.ts';
import { scratchFolder } from './embedded-scratch.ts';
import { startEmbedded, type Embedded, type EmbeddedOptions } from './embedded.ts';

const IS_ROOT = process.getuid?.() === 0;
const HAS_TIE = spawnSync('setpriv', ['--pdeathsig', 'INT', 'true']).status === 0;
/** Root may mount a small disk of its own, but not in every container. */
const CAN_MOUNT = IS_ROOT && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0;
const LIMIT_MS = 20_000;

/** A data folder with an empty database, for tests that are not about its making. */
let made: string;
let base: string;
let dataDir: string;
let started: Embedded[];
let children: ChildProcess[];

beforeAll(async () => {
  made = join(scratchFolder(), 'data');
  await (await startEmbedded({ dataDir: made, durability: 'none' })).stop();
});

afterAll(() => rmSync(dirname(made), { recursive: true }));

beforeEach(() => {
  base = scratchFolder();
  dataDir = join(base, 'data');
  started = [];
  children = [];
});

afterEach(async () => {
  await Promise.all(started.map((database) => database.stop()));
  for (const child of children) child.kill('SIGKILL');
  rmSync(base, { recursive: true, force: true, maxRetries: 5 });
});

async function start(options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  // Without fsync, unless it is the point: what a killed process wrote is kept by the system all the same.
  const database = await startEmbedded({ dataDir, durability: 'none', ...options });
  started.push(database);
  return database;
}

/** The same without the making. */
function startMade(options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  copyMade();
  return start(options);
}

function copyMade(): void {
  spawnSync('cp', ['-a', made, dataDir]);
}

async function query(url: string, sql: string): Promise<unknown[][]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + LIMIT_MS; !condition(); await delay(10)) {
    if (Date.now() > end) throw new Error(`Not in ${LIMIT_MS} ms: ${condition}`);
  }
}

/** A process that ended, but that its parent has not yet asked after, counts as gone. */
function isRunning(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return state !== '' && !state.startsWith('Z');
}

function serverPid(): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Another process of ours on the same folder; it sends the address once the database answers. */
function startElsewhere(prefix: string[] = []): ChildProcess {
  const module = new URL('./embedded.ts', import.meta.url).href;
  const code = `import { startEmbedded } from ${JSON.stringify(module)};
    try { process.send((await startEmbedded({ dataDir: process.argv[1], durability: 'none' })).url); }
    catch (error) { process.send(error.message); process.exit(1); }`;
  const [command = '', ...args] = [...prefix, process.execPath, '--input-type=module', '-e', code, dataDir];
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  children.push(child);
  return child;
}

async function answerOf(child: ChildProcess): Promise<string> {
  const [message] = await once(child, 'message', { signal: AbortSignal.timeout(LIMIT_MS) });
  return String(message);
}

describe('a start', () => {
  test('makes a database that is durable, in UTF-8, and open only to the password', async () => {
    const { url } = await start({ durability: 'full' });
    const settings = `select name, setting from pg_settings where name in
      ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'server_encoding', 'lc_messages') order by 1`;
    expect(Object.fromEntries(await query(url, settings))).toEqual({
      data_checksums: 'on',
      fsync: 'on',
      full_page_writes: 'on',
      lc_messages: 'C',
      server_encoding: 'UTF8',
      synchronous_commit: 'on',
    });
    expect(await query(url, `select current_database(), lower('ЁЖ')`)).toEqual([['kantor', 'ёж']]);
    const wrong = new URL(url);
    wrong.password = 'guess';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
    for (const file of ['database-password', 'postgres.log'])
      expect(statSync(join(dataDir, file)).mode & 0o077).toBe(0);
  });

  test('after a stop finds the data again', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 42 as n');
    await first.stop();
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    const second = await start();
    expect(await query(second.url, 'select n from kept')).toEqual([[42]]);
  });

  test('is refused on a folder in use, by this process or another, and does the first no harm', async () => {
    const first = await startMade();
    const refusal = `Another Kantor is running on the data folder ${dataDir}.`;
    await expect(start()).rejects.toThrow(refusal);
    expect(await answerOf(startElsewhere())).toContain(refusal);
    await expect(start()).rejects.toThrow(refusal);
    expect(await query(first.url, 'select 1')).toEqual([[1]]);
  });

  test('that is given up leaves nothing running and no lock', async () => {
    copyMade();
    await expect(start({ signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    await start();
  });
});

describe('after a crash', () => {
  test.runIf(HAS_TIE)('of ours PostgreSQL ends by itself, and the next start has the data', async () => {
    copyMade();
    const crashing = startElsewhere();
    await query(await answerOf(crashing), 'create table kept as select 42 as n');
    const pid = serverPid();
    crashing.kill('SIGKILL');
    await until(() => !isRunning(pid));
    const { url } = await start();
    expect(await query(url, 'select n from kept')).toEqual([[42]]);
  });

  test('of ours a start at once has the data, without a wait for the old server to go', async () => {
    copyMade();
    const crashing = startElsewhere();
    await query(await answerOf(crashing), 'create table kept as select 42 as n');
    crashing.kill('SIGKILL');
    await once(crashing, 'exit');
    const { url } = await start();
    expect(await query(url, 'select n from kept')).toEqual([[42]]);
  });

  test('a PostgreSQL that outlived its Kantor is stopped', async () => {
    await (await startMade()).stop();
    const cluster = join(dataDir, 'postgres');
    const account = accountForPostgres(cluster);
    const { postgres } = findBinaries(account);
    const orphan = await launch({ postgres, cluster, account, durability: 'full', logFile: join(base, 'log') });
    await until(() => existsSync(join(cluster, 'postmaster.pid')));
    const said: string[] = [];
    const { url } = await start({ log: (sentence) => said.push(sentence) });
    expect(orphan.hasExited()).toBe(true);
    expect(said).toEqual(['Stopped a PostgreSQL that an earlier run had left behind.']);
    expect(await query(url, 'select 1')).toEqual([[1]]);
  });

  test('a lock whose process number went to another program does not count', async () => {
    await (await startMade()).stop();
    const account = accountForPostgres(join(dataDir, 'postgres'));
    const stranger = spawn('sleep', ['60'], { ...account });
    children.push(stranger);
    const lock = [stranger.pid, join(dataDir, 'postgres'), 1, 5432, '', '127.0.0.1', '', 'ready'].join('\n');
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${lock}\n`);
    const { url } = await start();
    expect(await query(url, 'select 1')).toEqual([[1]]);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  });

  test('of PostgreSQL itself we are told with its last lines, and can start again', async () => {
    const lost = Promise.withResolvers<Error>();
    await startMade({ onUnexpectedExit: lost.resolve });
    process.kill(serverPid(), 'SIGKILL');
    const { message } = await lost.promise;
    expect(message).toContain('PostgreSQL ended while Kantor was running (killed by SIGKILL)');
    expect(message).toContain('database system is ready to accept connections');
    const { url } = await start();
    expect(await query(url, 'select 1')).toEqual([[1]]);
  });

  test('of PostgreSQL a start waits for the last of its processes', async () => {
    const lost = Promise.withResolvers<Error>();
    const { url } = await startMade({ onUnexpectedExit: lost.resolve });
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    process.kill(serverPid(), 'SIGKILL');
    await lost.promise;
    const again = start();
    await until(() => readFileSync(join(dataDir, 'postgres.log'), 'utf8').includes('shared memory block'));
    process.kill(pid, 'SIGCONT');
    expect(await query((await again).url, 'select 1')).toEqual([[1]]);
  });

  test('in the making of the database it is made anew', async () => {
    const crashing = startElsewhere();
    await until(() => existsSync(dataDir) && readdirSync(dataDir).some((name) => name.startsWith('postgres.new-')));
    crashing.kill('SIGKILL');
    await once(crashing, 'exit');
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    const { url } = await start();
    expect(await query(url, 'select 1')).toEqual([[1]]);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))).toEqual([]);
  });
});

describe('refuses', () => {
  test('data of another PostgreSQL', async () => {
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '15\n');
    await expect(start()).rejects.toThrow(/was written by PostgreSQL 15, and this Kantor carries PostgreSQL 18/);
  });

  test('a folder that holds something else, and leaves it alone', async () => {
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres', 'letter.txt'), 'dear');
    await expect(start()).rejects.toThrow(/holds no PostgreSQL data/);
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['letter.txt']);
  });

  test('a password that is not the one of the database', async () => {
    await (await startMade()).stop();
    writeFileSync(join(dataDir, 'database-password'), 'other');
    await expect(start()).rejects.toThrow(/password kept in the data folder is not the one/);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  test('damaged data, in the words of PostgreSQL', async () => {
    await (await startMade()).stop();
    rmSync(join(dataDir, 'postgres', 'global', 'pg_control'));
    await expect(start()).rejects.toThrow(/did not start \(exit code \d\)[^]*could not find the database system/);
  });

  test('a path that is no folder', async () => {
    writeFileSync(dataDir, '');
    await expect(start()).rejects.toThrow(`Cannot use the data folder ${dataDir}: it is not a folder.`);
  });

  test.runIf(!IS_ROOT)('a folder it may not write to', async () => {
    mkdirSync(dataDir, { mode: 0o500 });
    await expect(start()).rejects.toThrow(`Cannot use the data folder ${dataDir}: this user may not write there.`);
  });

  test.runIf(CAN_MOUNT)('a disk that is read-only, and one that is full', async () => {
    mkdirSync(dataDir);
    const mounted = (options: string, then = '') =>
      startElsewhere([
        'unshare',
        '--mount',
        'sh',
        '-c',
        `mount -t tmpfs -o ${options} tmpfs ${dataDir} ${then} && exec "$@"`,
        'sh',
      ]);
    expect(await answerOf(mounted('ro'))).toBe(`Cannot use the data folder ${dataDir}: the disk is read-only.`);
    expect(await answerOf(mounted('size=8m'))).toContain(`the disk that holds ${dataDir} is full`);
    const fill = `&& dd if=/dev/zero of=${dataDir}/ballast bs=4k status=none; test -s ${dataDir}/ballast`;
    expect(await answerOf(mounted('size=1m', fill))).toContain('disk is full');
  });
});

describe.runIf(IS_ROOT)('root, in a folder that only root may enter', () => {
  const note = (folder: string) => join(folder, 'database-location.json');
  const homeOf = (folder: string): string => JSON.parse(readFileSync(note(folder), 'utf8')).database;
  const homes = new Set<string>();

  beforeEach(() => chmodSync(base, 0o700));
  afterEach(() => {
    for (const home of homes) rmSync(home, { recursive: true, force: true });
  });

  test('keeps the data elsewhere, says where, and finds it again, also when moved', async () => {
    const first = await start();
    homes.add(homeOf(dataDir));
    await query(first.url, 'create table kept as select 42 as n');
    await first.stop();
    const moved = join(base, 'moved');
    renameSync(dataDir, moved);
    const second = await start({ dataDir: moved });
    expect(await query(second.url, 'select n from kept')).toEqual([[42]]);
    await second.stop();
    chmodSync(base, 0o755);
    const third = await start({ dataDir: moved });
    expect(await query(third.url, 'select n from kept')).toEqual([[42]]);
  });

  test('shares it with nobody: a copy and a folder made anew have their own', async () => {
    const first = await start();
    homes.add(homeOf(dataDir));
    await query(first.url, 'create table kept as select 42 as n');
    const copy = join(base, 'copy');
    cpSync(dataDir, copy, { recursive: true });
    const second = await start({ dataDir: copy });
    homes.add(homeOf(copy));
    await expect(query(second.url, 'select n from kept')).rejects.toThrow('does not exist');
    expect(await query(first.url, 'select n from kept')).toEqual([[42]]);
    await first.stop();
    rmSync(dataDir, { recursive: true });
    const third = await start();
    homes.add(homeOf(dataDir));
    await expect(query(third.url, 'select n from kept')).rejects.toThrow('does not exist');
  });
});
