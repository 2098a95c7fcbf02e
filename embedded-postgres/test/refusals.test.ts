import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answerOf, IS_ROOT, start, startElsewhere, startMade, useDataFolder } from './fixture.ts';

const CAN_MOUNT = IS_ROOT && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0;

/** Runs what follows with a disk of its own at the folder. */
const mounted = (folder: string, options: string, then = '') => [
  'unshare',
  '--mount',
  'sh',
  '-c',
  `mount -t tmpfs -o ${options} tmpfs ${folder} && ${then} exec "$@"`,
  'sh',
];

/** A harm to the data folder, which returns the words before the command, and the sentence about it. */
type Unwritable = [what: string, spoil: (folder: string) => string[], answer: RegExp];

const SMALL_DISKS: Unwritable[] = [
  [
    'a disk that is read-only',
    (folder) => mounted(folder, 'ro'),
    /^Cannot use the data folder .*: the disk is read-only\.$/,
  ],
  ['a disk too small for a database', (folder) => mounted(folder, 'size=8m'), /: the disk that holds .* is full\./],
  [
    'a disk with no room at all',
    (folder) => mounted(folder, 'size=1m', `! dd if=/dev/zero of=${folder}/ballast bs=4k status=none 2>&- &&`),
    /^Cannot use the data folder .*disk is full/,
  ],
];
const CLOSED_FOLDER: Unwritable = [
  'a folder it may not write to',
  (folder) => {
    chmodSync(folder, 0o500);
    return [];
  },
  /^Cannot use the data folder .*: this user may not write there\.$/,
];
/** Root writes everywhere, but may mount small disks, except in some containers; others may not. */
const UNWRITABLE = IS_ROOT ? SMALL_DISKS.filter(() => CAN_MOUNT) : [CLOSED_FOLDER];

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

  test.each(UNWRITABLE)('%s', async (_what, spoil, answer) => {
    mkdirSync(dataDir());
    expect(await answerOf(startElsewhere(spoil(dataDir())))).toMatch(answer);
  });
});
