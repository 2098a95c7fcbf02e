import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedFailure } from './failure.ts';

const POLL_MS = 25;
/** Each harder than the one before, with how long it is given. A crash-safe database takes any of them. */
const WAYS = [
  ['SIGINT', 15_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const;

/**
 * Stops a PostgreSQL that outlived its Kantor, and sees to it that its note does not keep the next one from starting.
 * To be called under the lock of the data folder only: then whatever still serves the cluster belongs to nobody.
 * @returns whether there was one.
 */
export async function stopOrphan(cluster: string): Promise<boolean> {
  const note = join(cluster, 'postmaster.pid');
  const pid = Number(contentOf(note).split('\n')[0]);
  const isServer = Number.isSafeInteger(pid) && pid > 1 && isAlive(pid) && commandLine(pid).includes(cluster);
  if (isServer) await stop(pid, cluster);
  disown(note);
  return isServer;
}

async function stop(pid: number, cluster: string): Promise<void> {
  for (const [signal, limit] of WAYS) {
    send(pid, signal, cluster);
    for (const end = Date.now() + limit; Date.now() < end; await delay(POLL_MS)) if (!isAlive(pid)) return;
  }
  throw new EmbeddedFailure(
    `A PostgreSQL left by an earlier run (process ${pid}) still serves ${cluster} and cannot be stopped.`,
  );
}

/**
 * PostgreSQL waits for the process of the note to go, even when its number went to another program, or when it ended
 * but nobody asks after it. Its own parent's number it takes for stale. The other lines stay: by them it sees whether
 * processes of the old server are left.
 */
function disown(note: string): void {
  const content = contentOf(note);
  if (content) writeFileSync(note, content.replace(/^\d+/, String(process.pid)));
}

/** Empty when there is no such file, or no longer: a server that ends removes its note. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return '';
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  // One that ended but was not yet waited for by its parent still takes signals.
  return !/\) Z /.test(contentOf(`/proc/${pid}/stat`));
}

function commandLine(pid: number): string {
  if (existsSync('/proc/self/cmdline')) return contentOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
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
