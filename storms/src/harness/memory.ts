import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const runFile = promisify(execFile);

/** Asks `ps`, where there is no /proc. Nothing of a process that has ended. */
const askPs = (pid: number) =>
  runFile('ps', ['-o', 'rss=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => '',
  );

/** Bytes that a process has in RAM (NaN of one that has ended). */
async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => askPs(pid));
  return Number(/(?:VmRSS:|^)\s*(\d+)/.exec(status)?.[1] ?? Number.NaN) * 1024;
}

const MEGABYTE = 1_000_000;
const LOOK_MS = 25;

/** Watches the memory of a process. */
export function watchMemory(pid: number) {
  let most = Number.NaN;
  const look = async () => {
    const now = await residentMemory(pid);
    if (!(most >= now)) most = now;
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  return {
    /** @returns the most that it had, in megabytes. */
    finish: async (): Promise<number> => {
      clearInterval(timer);
      await look();
      return most / MEGABYTE;
    },
  };
}
