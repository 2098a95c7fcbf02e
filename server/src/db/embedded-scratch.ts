import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY_DISK = '/dev/shm';
const ROOM_BYTES = 1_000_000_000;

/** A new folder for data that tests throw away: in memory where there is room, and open to PostgreSQL's account. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(hasRoom(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), 'kantor-test-'));
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
