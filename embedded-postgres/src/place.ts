import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { canEnter, type Account } from './account.ts';
import { EmbeddedFailure, inFolder } from './failure.ts';

/** The folder for data that PostgreSQL's account could not reach in the data folder itself. */
const SHARED_ROOT = '/var/lib/kantor';

const NOTE = 'database-location.json';
const Note = z.object({ database: z.string(), dataDir: z.string() });

/** Creates the data folder, or tells why it cannot be used. Returns its real path. */
export function openDataDir(dataDir: string): string {
  return inFolder(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    return realpathSync(dataDir);
  });
}

/** The folder that holds the cluster of a data folder whose server runs. */
export function homeInUse(dataDir: string): string {
  return readNote(dataDir)?.database ?? dataDir;
}

/**
 * The folder that holds the cluster of a data folder: the data folder itself, or, when PostgreSQL's account
 * cannot reach that, one under /var/lib/kantor which a note in the data folder names. The note alone ties the two,
 * so a data folder that is deleted starts afresh, one that is moved keeps its data, and one that is copied gets
 * data of its own. To be called under the lock of the data folder.
 */
export function clusterHome(dataDir: string, account: Account | undefined): string {
  const note = readNote(dataDir);
  if (note) {
    if (note.dataDir === dataDir) return note.database;
    const isCopy = readNote(note.dataDir)?.database === note.database;
    return tie(dataDir, isCopy ? newHome() : note.database);
  }
  if (!account || canEnter(account, dataDir)) return dataDir;
  if (existsSync(join(dataDir, 'postgres'))) {
    throw new EmbeddedFailure(
      `PostgreSQL does not run as root, and its user cannot enter ${dataDir}, where the data is. ` +
        'Let others pass through that folder and those above it (chmod o+x).',
    );
  }
  return tie(dataDir, newHome());
}

function newHome(): string {
  const home = join(SHARED_ROOT, randomBytes(6).toString('hex'));
  inFolder(SHARED_ROOT, () => mkdirSync(home, { recursive: true, mode: 0o755 }));
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

/** Notes in the data folder where its cluster is. Returns that. */
function tie(dataDir: string, database: string): string {
  const why = 'PostgreSQL does not run as root, and its own user cannot enter this folder.';
  const note = JSON.stringify({ database, dataDir, why }, undefined, 2);
  inFolder(dataDir, () => writeFileSync(join(dataDir, NOTE), `${note}\n`));
  return database;
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
