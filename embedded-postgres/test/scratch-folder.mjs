import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY_DISK = '/dev/shm';
const ROOM_BYTES = 1_000_000_000;

/** A new folder for data that tests throw away: in memory where there is room. */
export function scratchFolder() {
  return openFolder(hasRoom(MEMORY_DISK) ? MEMORY_DISK : tmpdir());
}

/** A new folder that PostgreSQL's account may enter, so that the data of a start by root is in it. @param {string} disk */
export function openFolder(disk) {
  const folder = mkdtempSync(join(disk, 'kantor-test-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** @param {string} disk */
function hasRoom(disk) {
  try {
    const { bavail, bsize } = statfsSync(disk);
    return bavail * bsize > ROOM_BYTES;
  } catch {
    return false;
  }
}
