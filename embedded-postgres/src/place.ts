import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { canEnter, type Account } from './account.ts';
import { EmbeddedFailure, inFolder } from './failure.ts';

/** Where data goes that PostgreSQL's account could not reach in the data folder itself. */
const SHARED_ROOT = '/var/lib/kantor';

const NOTE = 'database-location.json';
const Note = z.object({ database: z.string(), dataDir: z.string() });

/** Creates the data folder, or tells why it cannot be used. Returns its real path. */
export function openDataDir(dataDir: string): string {
  return inFolder(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    const real = realpathSync(dataDir);
    // An empty folder of root's own, as mkdtemp makes them, was given to us to use: let PostgreSQL pass through it.
    if (process.getuid?.() === 0 && statSync(real).uid === 0 && readdirSync(real).length === 0) {
      chmodSync(real, statSync(real).mode | 0o011);
    }
    return real;
  });
}

/**
 * The folder that holds the cluster of a data folder: the data folder itself, or, when PostgreSQL's account
 * cannot reach that, one under /var/lib/kantor which a note in the data folder names. The note alone ties the two,
 * so a data folder that is deleted starts afresh, one that is moved keeps its data, and one that is copied gets
 * data of its own.
 */
export function clusterHome(dataDir: string, account: Account | undefined): string {
  const noted = readNote(dataDir);
  if (noted && noted.dataDir !== dataDir) {
    if (readNote(noted.dataDir)?.database === noted.database) return newHome(dataDir);
    writeNote(dataDir, noted.database);
  }
  if (noted) return noted.database;
  if (!account || canEnter(account, dataDir)) return dataDir;
  if (existsSync(join(dataDir, 'postgres'))) {
    throw new EmbeddedFailure(
      `PostgreSQL does not run as root, and its user cannot enter ${dataDir}, where the data is. ` +
        'Let others pass through that folder and those above it (chmod o+x).',
    );
  }
  return newHome(dataDir);
}

function newHome(dataDir: string): string {
  const home = join(SHARED_ROOT, randomBytes(6).toString('hex'));
  inFolder(SHARED_ROOT, () => mkdirSync(home, { recursive: true, mode: 0o755 }));
  writeNote(dataDir, home);
  return home;
}

function readNote(dataDir: string): z.infer<typeof Note> | undefined {
  const file = join(dataDir, NOTE);
  if (!existsSync(file)) return undefined;
  try {
    return Note.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new EmbeddedFailure(`${file} says where the database is, but cannot be read as such.`, { cause: error });
  }
}

function writeNote(dataDir: string, home: string): void {
  const why = 'PostgreSQL does not run as root, and its own user cannot enter this folder.';
  const note = { database: home, dataDir, why };
  inFolder(dataDir, () => writeFileSync(join(dataDir, NOTE), `${JSON.stringify(note, undefined, 2)}\n`));
}

/** Makes a folder that belongs to PostgreSQL's account and to nobody else. */
export function makePrivate(folder: string, account: Account | undefined): void {
  mkdirSync(folder, { mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
}

/** The password of the database, made at the first start. To be called under the lock of the data folder. */
export function keptPassword(dataDir: string): string {
  const file = join(dataDir, 'database-password');
  return inFolder(dataDir, () => {
    if (!existsSync(file)) {
      // Aside and renamed, so that a start cut short leaves none or a whole one.
      writeFileSync(`${file}.new`, randomBytes(32).toString('hex'), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    }
    return readFileSync(file, 'utf8').trim();
  });
}
