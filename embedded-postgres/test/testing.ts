import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

// Aids for the tests of every workspace that starts servers.

const MEMORY_DISK = '/dev/shm';
const ROOM_BYTES = 1_000_000_000;
const LIMIT_MS = 60_000;

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

export async function until(what: string, condition: () => boolean, limitMs = LIMIT_MS): Promise<void> {
  for (const end = Date.now() + limitMs; !condition(); await delay(10)) {
    if (Date.now() > end) throw new Error(`Not in ${limitMs} ms: ${what}`);
  }
}

/** A process that ended, but that its parent has not yet asked after, counts as gone. */
export function isRunning(pid: number): boolean {
  return processes().some((process) => process.pid === pid);
}

/** Every process that runs. Small systems have no `ps`, and others no /proc. */
export function processes(): { pid: number; parent: number; command: string }[] {
  const table = existsSync('/proc/self/stat') ? fromProc() : fromPs();
  return table.filter(({ state }) => !state.startsWith('Z'));
}

function fromProc() {
  return readdirSync('/proc').flatMap((name) => {
    try {
      // The name in parentheses may hold anything; after it come the state and the parent.
      const [, state = '', parent] = /^.*\) (\S) (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return /^\d+$/.test(name) ? [{ pid: Number(name), parent: Number(parent), state, command }] : [];
    } catch {
      // Not a process, or one that ended just now.
      return [];
    }
  });
}

function fromPs() {
  const { stdout } = spawnSync('ps', ['-e', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, state = '', command = ''] = /^ *(\d+) +(\d+) +(\S+) +(.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent), state, command }] : [];
  });
}
