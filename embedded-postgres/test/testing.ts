import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export { isRunning, processes } from '../src/processes.mjs';

// Aids for the tests of every workspace that starts servers.

const MEMORY_DISK = '/dev/shm';
const ROOM_BYTES = 1_000_000_000;
const LIMIT_MS = 60_000;

/** A new folder for data that tests throw away: in memory where there is room. */
export function scratchFolder(): string {
  return openFolder(hasRoom(MEMORY_DISK) ? MEMORY_DISK : tmpdir());
}

/** A new folder that PostgreSQL's account may enter, so that the data of a start by root is in it. */
export function openFolder(disk: string): string {
  const folder = mkdtempSync(join(disk, 'kantor-test-'));
  chmodSync(folder, 0o755);
  return folder;
}

function hasRoom(disk: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(disk);
    return bavail * bsize > ROOM_BYTES;
  } catch {
    return false;
  }
}

export async function until(what: string, condition: () => boolean, limitMs = LIMIT_MS): Promise<void> {
  for (const end = Date.now() + limitMs; !condition(); await delay(10)) {
    if (Date.now() > end) throw new Error(`Not in ${limitMs} ms: ${what}`);
  }
}
