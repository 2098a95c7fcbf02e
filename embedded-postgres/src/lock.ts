import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedFailure } from './failure.ts';

const SQLITE_BUSY = 5;

/**
 * Takes the data folder for this process until the returned function is called or the process ends; undefined when
 * another start has it.
 *
 * Node has no file locks of its own; SQLite, which it carries, takes the system's. Those die with their process
 * however it ends, so unlike a file with a process number in it this lock cannot be stale.
 */
export function lockDataDir(dataDir: string): (() => void) | undefined {
  const lock = new DatabaseSync(join(dataDir, 'in-use.lock'));
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw new EmbeddedFailure(`Cannot use the data folder ${dataDir}: ${String(error)}.`, { cause: error });
  }
}
