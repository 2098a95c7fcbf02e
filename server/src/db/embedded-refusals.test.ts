import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answerOf, IS_ROOT, start, startElsewhere, startMade, useDataFolder } from './embedded-fixture.ts';

/** Root may mount a small disk of its own, but not in every container. */
const CAN_MOUNT = IS_ROOT && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0;
const { dataDir } = useDataFolder();

describe('refuses', () => {
  test('data of another PostgreSQL', async () => {
    mkdirSync(join(dataDir(), 'postgres'), { recursive: true });
    writeFileSync(join(dataDir(), 'postgres', 'PG_VERSION'), '15\n');
    await expect(start()).rejects.toThrow(/was written by PostgreSQL 15, and this Kantor carries PostgreSQL 18/);
  });

  test('a folder that holds something else, and leaves it alone', async () => {
    mkdirSync(join(dataDir(), 'postgres'), { recursive: true });
    writeFileSync(join(dataDir(), 'postgres', 'letter.txt'), 'dear');
    await expect(start()).rejects.toThrow(/holds no PostgreSQL data/);
    expect(readdirSync(join(dataDir(), 'postgres'))).toEqual(['letter.txt']);
  });

  test('a password that is not the one of the database', async () => {
    await (await startMade()).stop();
    writeFileSync(join(dataDir(), 'database-password'), 'other');
    await expect(start()).rejects.toThrow(/password kept in the data folder is not the one/);
    expect(existsSync(join(dataDir(), 'postgres', 'postmaster.pid'))).toBe(false);
  });

  test('damaged data, in the words of PostgreSQL', async () => {
    await (await startMade()).stop();
    rmSync(join(dataDir(), 'postgres', 'global', 'pg_control'));
    await expect(start()).rejects.toThrow(/did not start \(exit code \d\)[^]*could not find the database system/);
  });

  test('a path that is no folder', async () => {
    writeFileSync(dataDir(), '');
    await expect(start()).rejects.toThrow(`Cannot use the data folder ${dataDir()}: it is not a folder.`);
  });

  // Which failures can be made depends on who runs the tests: root writes anywhere, others mount nothing.
  if (!IS_ROOT) {
    test('a folder it may not write to', async () => {
      mkdirSync(dataDir(), { mode: 0o500 });
      await expect(start()).rejects.toThrow(`Cannot use the data folder ${dataDir()}: this user may not write there.`);
    });
  }

  if (CAN_MOUNT) {
    test('a disk that is read-only, and one that is full', async () => {
      mkdirSync(dataDir());
      const mounted = (options: string, then = '') =>
        startElsewhere([
          'unshare',
          '--mount',
          'sh',
          '-c',
          `mount -t tmpfs -o ${options} tmpfs ${dataDir()} ${then} && exec "$@"`,
          'sh',
        ]);
      expect(await answerOf(mounted('ro'))).toBe(`Cannot use the data folder ${dataDir()}: the disk is read-only.`);
      expect(await answerOf(mounted('size=8m'))).toContain(`the disk that holds ${dataDir()} is full`);
      const fill = `&& dd if=/dev/zero of=${dataDir()}/ballast bs=4k status=none; test -s ${dataDir()}/ballast`;
      expect(await answerOf(mounted('size=1m', fill))).toContain('disk is full');
    });
  }
});
