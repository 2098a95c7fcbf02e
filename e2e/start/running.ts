import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRunning, processes, until } from '@kantor/embedded-postgres/testing';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Alone on its line for people, in a line of the log for production. */
const ADDRESS = /^(?:\{.*"text":")?Kantor: (http[^\s"]+)/m;

/** A program of ours that was started as a user starts it. */
export type Running = {
  pid: number;
  output: () => string;
  /** Waits for the address it prints once it answers. */
  address: () => Promise<string>;
  /** Its exit code, or undefined when a signal ended it. */
  ended: Promise<number | undefined>;
  /** Every process that runs because of it, itself first. */
  family: () => number[];
};

/** Puts the launcher, with what it takes from its neighbours, into a small repository. */
export function copyLauncher(folder: string): void {
  for (const path of ['scripts', 'embedded-postgres/src/ports.mjs', 'embedded-postgres/src/processes.mjs']) {
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  }
}

const started = new Set<Running>();

/** Starts a command in the root of the repository, or elsewhere, on a free port. */
export function run(command: string[], environment: NodeJS.ProcessEnv, cwd = ROOT): Running {
  const { NODE_ENV: _ofTheTests, ...inherited } = process.env;
  const env = { ...inherited, LC_ALL: 'C', PORT: '0', ...environment };
  // A group of its own, as a terminal gives it: Ctrl+C there is a signal to the whole group.
  const child = spawn('env', command, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  }
  let hasEnded = false;
  const ended = new Promise<number | undefined>((resolve) => {
    child.on('close', (code) => {
      hasEnded = true;
      resolve(code ?? undefined);
    });
  });
  const pid = child.pid ?? 0;
  const address = async () => {
    await until('it answers or ends', () => hasEnded || ADDRESS.test(output), 240_000);
    const found = ADDRESS.exec(output)?.[1];
    if (!found) throw new Error(`It did not start:\n${output}`);
    return found;
  };
  const running: Running = { pid, output: () => output, address, ended, family: () => family(pid) };
  started.add(running);
  return running;
}

/** Ends whatever a failed test has left. To be called after each test. */
export function endAll(): void {
  for (const { family: pids } of started) for (const pid of pids()) end(pid);
  started.clear();
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone, as it should be.
  }
}

function family(pid: number): number[] {
  const table = processes();
  const all = [pid];
  for (const one of all) all.push(...table.filter(({ parent }) => parent === one).map((child) => child.pid));
  return all;
}

/** The process that npm runs in the end, below its shell. */
export const LAUNCHER = /^node scripts\/run\.mjs/;

/** The process of a family whose command line is like this, once there is one. */
export async function member(of: Running, like: RegExp): Promise<number> {
  let found: number | undefined;
  await until(`there is a ${like.source}`, () => {
    found = of.family().find((pid) => like.test(commandOf(pid)));
    return found !== undefined;
  });
  return found ?? 0;
}

export function commandOf(pid: number): string {
  return processes().find((one) => one.pid === pid)?.command ?? '';
}

export function allGone(pids: number[]): Promise<void> {
  return until('none of its processes is left', () => pids.every((pid) => !isRunning(pid)));
}
