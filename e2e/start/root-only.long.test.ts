import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { scratchFolder } from '@kantor/embedded-postgres/testing';
import { allGone, commandOf, endAll, member, ROOT, run } from './running.ts';

// Root may show the repository at another place, but not in every container.
const CAN_BIND =
  process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'mount', '--bind', ROOT, tmpdir()]).status === 0;

describe.runIf(CAN_BIND)('npm start by root, in a clone that only root may enter', () => {
  const folder = scratchFolder();
  const clone = join(folder, 'clone');
  let database = '';

  afterEach(() => {
    endAll();
    for (const path of [folder, database].filter(Boolean)) rmSync(path, { recursive: true, force: true });
  });

  test('runs PostgreSQL from copies that its user can reach, and finds the data again', async () => {
    mkdirSync(clone);
    chmodSync(folder, 0o700);
    const start = ['unshare', '--mount', 'sh', '-c', `mount --bind ${ROOT} ${clone} && cd ${clone} && exec npm start`];
    const environment = { KANTOR_DATA_DIR: join(folder, 'data'), KANTOR_DEMO: 'off' };
    const note = join(folder, 'data', 'database', 'database-location.json');
    for (const isFirst of [true, false]) {
      const running = run(start, environment);
      expect((await fetch(`${await running.address()}/ready`)).status).toBe(200);
      database = (JSON.parse(readFileSync(note, 'utf8')) as { database: string }).database;
      expect(running.output().includes(`Created a database in ${join(database, 'postgres')}`)).toBe(isFirst);
      const server = commandOf(await member(running, /bin\/postgres/));
      expect(server).not.toContain(folder);
      const pids = running.family();
      process.kill(-running.pid, 'SIGTERM');
      await allGone(pids);
    }
  });
});
