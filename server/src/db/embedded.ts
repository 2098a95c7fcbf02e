import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { accountForPostgres } from './embedded-account.ts';
import { findBinaries } from './embedded-binaries.ts';
import { prepareCluster } from './embedded-cluster.ts';
import { EmbeddedFailure, failure, inFolder, lastLines } from './embedded-failure.ts';
import { lockDataDir } from './embedded-lock.ts';
import { stopOrphan } from './embedded-orphan.ts';
import { clusterHome, openDataDir } from './embedded-place.ts';
import { isWorthRetrying, launch, rotateLog, type Server, type ServerNeeds } from './embedded-process.ts';
import type { Durability } from './embedded-settings.ts';

/** Recovery after a crash replays up to max_wal_size of log; a slow disk needs minutes for that. */
const READY_LIMIT_MS = 180_000;
const POLL_MS = 15;
const ATTEMPTS = 10;
const RETRY_MS = 200;

export type EmbeddedOptions = {
  /** Created when absent. Everything is in it, but for data that PostgreSQL's account could not reach there. */
  dataDir: string;
  durability: Durability;
  /** Told in sentences what takes time. */
  log?: (sentence: string) => void;
  /** Called when PostgreSQL ends by itself. */
  onUnexpectedExit?: (error: EmbeddedFailure) => void;
  /** Gives up a start under way. */
  signal?: AbortSignal;
};

export type Embedded = { url: string; stop(): Promise<void> };

/**
 * Starts the PostgreSQL that came with the packages on `dataDir`, and resolves once it answers.
 * `url` connects to the database `kantor` as its owner, a superuser.
 * @throws EmbeddedFailure whose message tells the operator what is wrong; nothing is left running then.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { durability, log = () => undefined, onUnexpectedExit = () => undefined, signal } = options;
  const dataDir = openDataDir(options.dataDir);
  const logFile = join(dataDir, 'postgres.log');
  inFolder(dataDir, () => closeSync(openSync(logFile, 'a', 0o600)));
  const unlock = lockDataDir(dataDir);
  try {
    rotateLog(logFile);
    const home = clusterHome(dataDir, accountForPostgres());
    const cluster = join(home, 'postgres');
    const account = accountForPostgres(cluster);
    const binaries = findBinaries(account);
    const password = databasePassword(dataDir);
    if (await stopOrphan(cluster)) log('Stopped a PostgreSQL that an earlier run had left behind.');
    const isNew = await prepareCluster({ cluster, binaries, account, password, durability });
    if (isNew) log(`Created a database in ${cluster}.`);
    const needs = { postgres: binaries.postgres, cluster, account, durability, logFile };
    const { server, url } = await launchReady(needs, password, signal);

    let stopping: Promise<void> | undefined;
    server.exited.then((how) => {
      if (stopping) return;
      unlock();
      onUnexpectedExit(failure(`PostgreSQL ended while Kantor was running (${how})`, cluster, lastLines(logFile)));
    });
    return { url, stop: () => (stopping ??= server.stop().then(unlock)) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Launches until a server answers: its port may be taken, or parts of a killed one may take a moment to go. */
async function launchReady(needs: ServerNeeds, password: string, signal?: AbortSignal) {
  for (let attempt = 1; ; attempt++) {
    const server = await launch(needs);
    const url = (database: string) => `postgres://kantor:${password}@127.0.0.1:${server.port}/${database}`;
    try {
      await untilReady(server, needs, url, signal);
      return { server, url: url('kantor') };
    } catch (error) {
      await server.stop();
      if (attempt === ATTEMPTS || !isWorthRetrying(needs.logFile)) throw error;
      await delay(RETRY_MS);
    }
  }
}

async function untilReady(
  server: Server,
  { cluster, logFile }: ServerNeeds,
  url: (database: string) => string,
  signal?: AbortSignal,
): Promise<void> {
  const end = Date.now() + READY_LIMIT_MS;
  for (; Date.now() < end; await delay(POLL_MS)) {
    if (signal?.aborted) throw new EmbeddedFailure('The start was given up.');
    if (server.hasExited())
      throw failure(`PostgreSQL did not start (${await server.exited})`, cluster, lastLines(logFile));
    const answer = await ask(url('kantor'), 'select 1');
    if (answer === 'ok') return;
    if (answer === NO_SUCH_DATABASE) await ask(url('postgres'), 'create database kantor');
    if (answer === WRONG_PASSWORD) {
      throw new EmbeddedFailure(
        `The password kept in the data folder is not the one of the database in ${cluster}. Put database-password back from a backup.`,
      );
    }
  }
  throw failure(`PostgreSQL did not become ready in ${READY_LIMIT_MS / 1000} seconds`, cluster, lastLines(logFile));
}

const NO_SUCH_DATABASE = '3D000';
const WRONG_PASSWORD = '28P01';

/** Runs one statement: `ok`, or the code of the error. */
async function ask(url: string, statement: string): Promise<string> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 30_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
    return 'ok';
  } catch (error) {
    return error instanceof DatabaseError ? (error.code ?? '') : '';
  } finally {
    await client.end();
  }
}

function databasePassword(dataDir: string): string {
  const file = join(dataDir, 'database-password');
  if (!existsSync(file)) inFolder(dataDir, () => writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 }));
  return readFileSync(file, 'utf8').trim();
}
