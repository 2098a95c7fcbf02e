import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedFailure, inFolder } from './failure.ts';
import { stopServer } from './process.ts';
import { isRunning, processes } from './processes.mjs';

/** The note in which a running PostgreSQL says its process number, its port and more, a line each. */
export function readNote(cluster: string): string[] {
  const file = noteOf(cluster);
  return inFolder(cluster, () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []));
}

const noteOf = (cluster: string) => join(cluster, 'postmaster.pid');

/**
 * Stops a PostgreSQL that outlived its Kantor, and sees to it that its note does not keep the next one from starting.
 * To be called under the lock of the data folder only: then whatever still serves the cluster belongs to nobody.
 * @returns whether there was one.
 */
export async function stopOrphan(cluster: string): Promise<boolean> {
  const pid = Number(readNote(cluster)[0]);
  // The number may have gone to another program.
  const isServer = pid > 1 && processes(pid).some(({ command }) => command.includes(cluster));
  if (isServer && !(await stopServer(pid, () => !isRunning(pid)))) {
    throw new EmbeddedFailure(
      `A PostgreSQL left by an earlier run (process ${pid}) still serves ${cluster} and cannot be stopped.`,
    );
  }
  disown(cluster);
  return isServer;
}

/**
 * PostgreSQL waits for the process of the note to go, even when its number went to another program, or when it ended
 * but nobody asks after it. Its own parent's number it takes for stale. The other lines stay: by them it sees whether
 * processes of the old server are left.
 */
function disown(cluster: string): void {
  const [pid, ...others] = readNote(cluster);
  if (pid) writeFileSync(noteOf(cluster), [process.pid, ...others].join('\n'));
}
