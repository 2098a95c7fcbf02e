import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedFailure } from './failure.ts';

/**
 * Takes the data folder for this process until the returned function is called or the process ends.
 *
 * Node has no file locks of its own; SQLite, which it carries, takes the system's. Those die with their process
 * however it ends, so unlike a file with a process number in it this lock cannot be stale.
 */
export function lockDataDir(dataDir: string): () => void {
  const lock = new DatabaseSync(join(dataDir, 'in-use.lock'));
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    throw new EmbeddedFailure(
      isBusy(error) ? inUse(dataDir) : `Cannot use the data folder ${dataDir}: ${String(error)}.`,
      {
        cause: error,
      },
    );
  }
  return () => lock.close();
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function inUse(dataDir: string): string {
  return (
    `Another Kantor is running on the data folder ${dataDir}. ` +
    'Stop it first, or give this one a folder of its own in KANTOR_DATA_DIR.'
  );
}
