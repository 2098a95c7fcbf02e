import { readFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { query, type Running } from './environment.ts';
import { median } from './measure.ts';
import type { Row } from './report.ts';

const GIB = 2 ** 30;
const MIB = 2 ** 20;

/** The facts that the figures depend on. */
export async function machineFacts(adminUrl: string): Promise<Record<string, string>> {
  const [server] = await query<{ version: string }>(adminUrl, "select current_setting('server_version') as version");
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    machine: `${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores, ${(totalmem() / GIB).toFixed(0)} GiB`,
    'load before': loadavg()
      .map((load) => load.toFixed(2))
      .join(' '),
    PostgreSQL: `${server?.version ?? 'unknown'}, embedded, fsync and synchronous_commit on`,
    Node: process.versions.node,
  };
}

/** Memory that a process has in RAM, in MiB; Linux only, elsewhere NaN. */
async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) * 1024) / MIB;
}

const SETTLING_MS = 2000;

/** The memory of a process that has just started and has nothing to do. */
async function settledMemory(pid: number): Promise<number> {
  await delay(SETTLING_MS);
  return residentMemory(pid);
}

/** The middle of what a process takes that is started so many times, one after the other. */
export async function idleMemory(start: () => Promise<Running>, times: number): Promise<number> {
  const taken: number[] = [];
  // The first one may find nothing compiled.
  await (await start()).stop();
  for (let n = 0; n < times; n += 1) {
    const running = await start();
    taken.push(await settledMemory(running.pid));
    await running.stop();
  }
  return median(taken);
}

/** @param limit MiB. */
export const memoryRow = (what: string, mebibytes: number, limit: number): Row => ({
  what,
  ours: `${mebibytes.toFixed(0)} MiB`,
  reference: `${limit} MiB`,
  ratio: mebibytes / limit,
  target: { most: 1 },
});

/** Watches a process and remembers the most memory that it had. */
export function watchMemory(pid: number) {
  let most = 0;
  const timer = setInterval(() => {
    void residentMemory(pid).then((now) => (most = Math.max(most, now)));
  }, 250);
  return {
    stop: (): number => {
      clearInterval(timer);
      return most;
    },
  };
}
