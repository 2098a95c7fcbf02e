import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedFailure } from './embedded-failure.ts';

const POLL_MS = 25;
/** Each harder than the one before, with how long it is given. A crash-safe database takes any of them. */
const WAYS = [
  ['SIGINT', 15_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const;

/**
 * Stops a PostgreSQL that outlived its Kantor. To be called under the lock of the data folder only: then whatever
 * still serves the cluster belongs to nobody.
 */
export async function stopOrphan(cluster: string): Promise<boolean> {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return false;
  const content = readFileSync(file, 'utf8');
  const pid = Number(content.split('\n')[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1 || !isAlive(pid)) return false;
  if (!commandLine(pid).includes(cluster)) {
    // The number was given to some other program since. PostgreSQL would still wait for it to go, but takes its
    // own parent's number for stale; the other lines let it see whether processes of the old server are left.
    writeFileSync(file, content.replace(/^\d+/, String(process.pid)));
    return false;
  }
  for (const [signal, limit] of WAYS) {
    send(pid, signal, cluster);
    for (const end = Date.now() + limit; Date.now() < end; await delay(POLL_MS)) if (!isAlive(pid)) return true;
  }
  throw new EmbeddedFailure(
    `A PostgreSQL left by an earlier run (process ${pid}) still serves ${cluster} and cannot be stopped.`,
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  // One that ended but was not yet waited for by its parent still takes signals.
  const stat = `/proc/${pid}/stat`;
  return !(existsSync(stat) && /\) Z /.test(readFileSync(stat, 'utf8')));
}

function commandLine(pid: number): string {
  const file = `/proc/${pid}/cmdline`;
  if (existsSync(file)) return readFileSync(file, 'utf8').replaceAll('\0', ' ');
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

function send(pid: number, signal: NodeJS.Signals, cluster: string): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return;
    throw new EmbeddedFailure(
      `A PostgreSQL of another user (process ${pid}) serves ${cluster}. Start Kantor as the user who started it before.`,
      { cause: error },
    );
  }
}
