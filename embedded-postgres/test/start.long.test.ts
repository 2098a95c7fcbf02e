import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { accountForPostgres } from '../src/account.ts';
import { findBinaries } from '../src/binaries.ts';
import {
  answerOf,
  copyMade,
  endAfterTest,
  query,
  serverPid,
  start,
  startElsewhere,
  startMade,
  useDataFolder,
} from './fixture.ts';
import { isRunning, until } from './testing.ts';
import { launch } from '../src/process.ts';

const HAS_TIE = spawnSync('setpriv', ['--pdeathsig', 'INT', 'true']).status === 0;
const { base, dataDir } = useDataFolder();

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
      expect(statSync(join(dataDir(), file)).mode & 0o077).toBe(0);
  });

  test('after a stop finds the data again', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 42 as n');
    await first.stop();
    expect(existsSync(join(dataDir(), 'postgres', 'postmaster.pid'))).toBe(false);
    const second = await start();
    expect(await query(second.url, 'select n from kept')).toEqual([[42]]);
  });

  test('is refused on a folder in use, by this process or another, and does the first no harm', async () => {
    const first = await startMade();
    const refusal = `Another Kantor is running on the data folder ${dataDir()}.`;
    await expect(start()).rejects.toThrow(refusal);
    expect(await answerOf(startElsewhere())).toContain(refusal);
    await expect(start()).rejects.toThrow(refusal);
    expect(await query(first.url, 'select 1')).toEqual([[1]]);
  });

  test('that joins uses the server of another process, and leaves it running', async () => {
    copyMade();
    const url = await answerOf(startElsewhere());
    const joined = await start({ join: true });
    expect(joined.url).toBe(url);
    await joined.stop();
    expect(await query(url, 'select 1')).toEqual([[1]]);
  });

  test('that is given up leaves nothing running and no lock', async () => {
    copyMade();
    await expect(start({ signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    expect(existsSync(join(dataDir(), 'postgres', 'postmaster.pid'))).toBe(false);
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
    // Its server may be gone before the system has given back all that the killed process held.
    await once(crashing, 'exit');
    await until('its server is gone', () => !isRunning(pid));
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
    const cluster = join(dataDir(), 'postgres');
    const account = accountForPostgres(cluster);
    const { postgres } = findBinaries(account);
    const orphan = await launch({ postgres, cluster, account, durability: 'full', logFile: join(base(), 'log') });
    await until('it runs', () => existsSync(join(cluster, 'postmaster.pid')));
    const said: string[] = [];
    const { url } = await start({ log: (sentence) => said.push(sentence) });
    expect(orphan.hasExited()).toBe(true);
    expect(said).toEqual(['Stopped a PostgreSQL that an earlier run had left behind.']);
    expect(await query(url, 'select 1')).toEqual([[1]]);
  });

  test.each([
    ['went to another program', 'echo $$; exec sleep 60', true],
    ['is of one that ended, but that nobody asked after', 'sleep 0.1 & echo $!; exec sleep 60', false],
  ])('a note whose process number %s does not count', async (_what, script, goesOn) => {
    await (await startMade()).stop();
    const account = accountForPostgres(join(dataDir(), 'postgres'));
    const stranger = spawn('sh', ['-c', script], { ...account, stdio: ['ignore', 'pipe', 'ignore'] });
    endAfterTest(stranger);
    const [pid] = await once(stranger.stdout, 'data');
    await until('it goes on, or ended', () => isRunning(Number(pid)) === goesOn);
    const note = [Number(pid), join(dataDir(), 'postgres'), 1, 5432, '', '127.0.0.1', '', 'ready'];
    writeFileSync(join(dataDir(), 'postgres', 'postmaster.pid'), `${note.join('\n')}\n`);
    const { url } = await start();
    expect(await query(url, 'select 1')).toEqual([[1]]);
    expect(isRunning(Number(pid))).toBe(goesOn);
  });

  test('of PostgreSQL itself shows its last lines, and we can start again', async () => {
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
    await until('it waits', () =>
      readFileSync(join(dataDir(), 'postgres.log'), 'utf8').includes('shared memory block'),
    );
    process.kill(pid, 'SIGCONT');
    expect(await query((await again).url, 'select 1')).toEqual([[1]]);
  });

  test('in the making of the database it is made anew', async () => {
    // It sees by itself when that is under way, so that it cannot be over by then.
    const crashing = startElsewhere(
      [],
      `import { readdirSync } from 'node:fs';
      setInterval(() => {
        const isUnderWay = readdirSync(process.argv[1]).some((name) => name.startsWith('postgres.new-'));
        if (isUnderWay) process.kill(process.pid, 'SIGKILL');
      }, 1);`,
    );
    expect(await once(crashing, 'exit')).toEqual([null, 'SIGKILL']);
    expect(existsSync(join(dataDir(), 'postgres'))).toBe(false);
    expect(readdirSync(dataDir()).filter((name) => name.startsWith('postgres.new-'))).toHaveLength(1);
    const { url } = await start();
    expect(await query(url, 'select 1')).toEqual([[1]]);
    expect(readdirSync(dataDir()).filter((name) => name.startsWith('postgres.new-'))).toEqual([]);
  });
});
