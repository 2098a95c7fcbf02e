import { closeSync, fstatSync, openSync, renameSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from './account.ts';
import { lastLines } from './failure.ts';
import { freePort } from './ports.mjs';
import { startTied } from './processes.mjs';
import { serverArguments, type Durability } from './settings.ts';

const LOG_LIMIT_BYTES = 10_000_000;
const POLL_MS = 10;
/**
 * A fast shutdown (roll back, checkpoint, leave), an immediate one, the end; with how long each is given, in
 * milliseconds. After any of them the data is whole: the next start repairs it from the log.
 */
const WAYS_TO_STOP = [
  ['SIGINT', 15_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const;

export type ServerNeeds = {
  postgres: string;
  cluster: string;
  account: Account | undefined;
  durability: Durability;
  logFile: string;
  /** A free one when absent. */
  port?: number | undefined;
};

/** A running `postgres` process. `exited` resolves, with how, when it is gone; `lastWords` are of this run alone. */
export type Server = {
  port: number;
  exited: Promise<string>;
  hasExited(): boolean;
  lastWords(): string;
  stop(): Promise<void>;
};

/** Starts `postgres`; whether it becomes ready is for the caller to see. */
export async function launch(needs: ServerNeeds): Promise<Server> {
  const { postgres, cluster, account, durability, logFile, port = await freePort() } = needs;
  // A file, not a pipe: the log stays readable after a crash, and PostgreSQL never waits for us to read.
  const log = openSync(logFile, 'a');
  const { size } = fstatSync(log);
  const { child, ended } = startTied(postgres, serverArguments(cluster, port, durability), {
    ...account,
    tie: 'INT',
    env: { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C', TZ: 'UTC' },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let gone = child.pid === undefined;
  const exited = ended.then(({ how }) => {
    gone = true;
    return how;
  });
  const stop = async () => {
    await stopServer(child.pid ?? 0, () => gone);
    await exited;
  };
  return { port, exited, hasExited: () => gone, lastWords: () => lastLines(logFile, size), stop };
}

/** Stops a server, each way harder than the one before. Returns whether it is gone. */
export async function stopServer(pid: number, isGone: () => boolean): Promise<boolean> {
  for (const [signal, limitMs] of WAYS_TO_STOP) {
    if (isGone()) return true;
    try {
      process.kill(pid, signal);
    } catch {
      // It ended just now.
    }
    for (const end = Date.now() + limitMs; Date.now() < end; await delay(POLL_MS)) if (isGone()) return true;
  }
  return isGone();
}

/** Puts a log that has grown long aside; the one before it goes. */
export function rotateLog(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_LIMIT_BYTES) renameSync(logFile, `${logFile}.1`);
}
