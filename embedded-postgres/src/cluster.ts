import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedFailure, failure, inFolder, lastLinesOf } from './failure.ts';
import { outputOf, startTied } from './processes.mjs';
import type { Durability } from './settings.ts';

const HALF_DONE = 'postgres.new-';
const INITDB_LIMIT_MS = 120_000;

export type ClusterNeeds = {
  cluster: string;
  binaries: Binaries;
  account: Account | undefined;
  password: string;
  durability: Durability;
};

/**
 * Makes the cluster when there is none, and refuses one that these binaries cannot serve. It is made in a folder
 * beside and renamed when whole, so that one cut short is never taken for a cluster. Returns whether it is new.
 */
export async function prepareCluster(needs: ClusterNeeds): Promise<boolean> {
  const { cluster, binaries } = needs;
  const home = dirname(cluster);
  for (const name of inFolder(home, () => readdirSync(home))) {
    if (name.startsWith(HALF_DONE)) rmSync(join(home, name), { recursive: true, force: true, maxRetries: 5 });
  }
  if (existsSync(cluster) && inFolder(cluster, () => readdirSync(cluster)).length > 0) {
    checkVersion(cluster, binaries.majorVersion);
    return false;
  }
  const half = join(home, `${HALF_DONE}${randomBytes(4).toString('hex')}`);
  try {
    inFolder(home, () => mkdirSync(half, { mode: 0o755 }));
    await initdb(half, needs);
    rmSync(cluster, { recursive: true, force: true });
    renameSync(join(half, 'data'), cluster);
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  return true;
}

/** @throws EmbeddedFailure when the folder is no cluster, or one of another major version. */
function checkVersion(cluster: string, ours: string): void {
  const file = join(cluster, 'PG_VERSION');
  if (!existsSync(file)) {
    throw new EmbeddedFailure(
      `${cluster} is not empty, but holds no PostgreSQL data (PG_VERSION is missing). ` +
        'Put the missing files back from a backup, or move the folder away to start with an empty database.',
    );
  }
  const theirs = inFolder(cluster, () => readFileSync(file, 'utf8').trim());
  if (theirs === ours) return;
  throw new EmbeddedFailure(
    `The data in ${cluster} was written by PostgreSQL ${theirs}, and this Kantor carries PostgreSQL ${ours}. ` +
      `Start it with the Kantor that wrote it and dump it, or serve it by a PostgreSQL ${theirs} given in DATABASE_URL.`,
  );
}

async function initdb(half: string, { binaries, account, password, durability }: ClusterNeeds): Promise<void> {
  const data = join(half, 'data');
  const passwordFile = join(half, 'password');
  inFolder(half, () => {
    mkdirSync(data, { mode: 0o700 });
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (account) for (const path of [data, passwordFile]) chownSync(path, account.uid, account.gid);
  });
  const settings = [
    ...['--pgdata', data, '--username', 'kantor', '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
    ...['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    ...['--data-checksums', '--no-instructions', ...(durability === 'none' ? ['--no-sync'] : [])],
  ];
  const { child, ended } = startTied(binaries.initdb, settings, {
    ...account,
    tie: 'KILL',
    env: { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: INITDB_LIMIT_MS,
  });
  const output = await outputOf(child);
  const { code, error } = await ended;
  if (code !== 0) throw failure('Could not create the database', dirname(half), error?.message ?? lastLinesOf(output));
}
