import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { closeSync, fstatSync, openSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from './account.ts';
import { lastLines } from './failure.ts';
import { serverArguments, type Durability } from './settings.ts';

const LOG_LIMIT_BYTES = 10_000_000;
const FAST_STOP_MS = 15_000;
const IMMEDIATE_STOP_MS = 5_000;

export type ServerNeeds = {
  postgres: string;
  cluster: string;
  account: Account | undefined;
  durability: Durability;
  logFile: string;
};

/** A running `postgres` process. `exited` resolves, with how, when it is gone; `lastWords` are of this run alone. */
export type Server = {
  port: number;
  exited: Promise<string>;
  hasExited(): boolean;
  lastWords(): string;
  stop(): Promise<void>;
};

/** Starts `postgres` on a free port; whether it becomes ready is for the caller to see. */
export async function launch({ postgres, cluster, account, durability, logFile }: ServerNeeds): Promise<Server> {
  const port = await freePort();
  const [command = postgres, ...args] = [...tiedToUs('INT'), postgres, ...serverArguments(cluster, port, durability)];
  // A file, not a pipe: the log stays readable after a crash, and PostgreSQL never waits for us to read.
  const log = openSync(logFile, 'a');
  const { size } = fstatSync(log);
  const child = spawn(command, args, {
    ...account,
    // A detached child does not get the terminal's Ctrl+C: it must outlive the server that still writes to it.
    detached: true,
    env: { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C', TZ: 'UTC' },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let gone = false;
  const exited = new Promise<string>((resolve) => {
    const end = (how: string) => {
      gone = true;
      resolve(how);
    };
    child.on('error', (error) => end(error.message));
    child.on('exit', (code, signal) => end(signal ? `killed by ${signal}` : `exit code ${code}`));
  });
  const lastWords = () => lastLines(logFile, size);
  return { port, exited, hasExited: () => gone, lastWords, stop: () => stop(child, exited) };
}

/** A fast shutdown (roll back, checkpoint, leave); one that takes too long is cut short: the log repairs it later. */
async function stop(child: ChildProcess, exited: Promise<string>): Promise<void> {
  for (const [signal, limit] of [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', IMMEDIATE_STOP_MS],
  ] as const) {
    child.kill(signal);
    if (await within(limit, exited)) return;
  }
  child.kill('SIGKILL');
  await exited;
}

async function within(limitMs: number, event: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  try {
    return await Promise.race([event.then(() => true), delay(limitMs, false, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}

/**
 * Words to put before a command so that the kernel ends it as soon as we are gone, even by kill -9. Linux only:
 * elsewhere the next start stops what it finds.
 */
export function tiedToUs(signal: 'INT' | 'KILL'): string[] {
  const tie = ['--pdeathsig', signal];
  return spawnSync('setpriv', [...tie, 'true']).status === 0 ? ['setpriv', ...tie, '--'] : [];
}

/** A port that was free a moment ago: another process may still win it, and then PostgreSQL says so. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port')),
      );
    });
  });
}

/** Puts a log that has grown long aside; the one before it goes. */
export function rotateLog(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_LIMIT_BYTES) renameSync(logFile, `${logFile}.1`);
}
