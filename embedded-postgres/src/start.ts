import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { accountForPostgres } from './account.ts';
import { findBinaries } from './binaries.ts';
import { prepareCluster } from './cluster.ts';
import { EmbeddedFailure, failure, inFolder } from './failure.ts';
import { lockDataDir } from './lock.ts';
import { readNote, stopOrphan } from './orphan.ts';
import { clusterHome, homeInUse, keptPassword, openDataDir } from './place.ts';
import { launch, rotateLog, type Server, type ServerNeeds } from './process.ts';
import type { Durability } from './settings.ts';

/** Recovery after a crash replays up to max_wal_size of log; a slow disk needs minutes for that. */
const READY_LIMIT_MS = 180_000;
const POLL_MS = 15;
/** Together longer than a statement may run: as long holds a backend on to the memory of a server that was killed. */
const ATTEMPTS = 75;
const RETRY_MS = 200;
const WORTH_RETRYING = /Address already in use|pre-existing shared memory block/;

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
  /** The port to listen on; a free one unless given. */
  port?: number;
  /** Uses the server that another process runs on the folder, if one does; `stop` then leaves it running. */
  join?: boolean;
};

export type Embedded = { url: string; stop(): Promise<void> };

/**
 * Starts the PostgreSQL that came with the packages on `dataDir`, and resolves once it answers.
 * `url` connects to the database `kantor` as its owner, a superuser. What it promises: README.md.
 * @throws EmbeddedFailure whose message tells the operator what is wrong; nothing is left running then.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { durability, log = () => undefined, onUnexpectedExit = () => undefined, signal } = options;
  const dataDir = openDataDir(options.dataDir);
  const logFile = join(dataDir, 'postgres.log');
  inFolder(dataDir, () => closeSync(openSync(logFile, 'a', 0o600)));
  const unlock = lockDataDir(dataDir);
  if (!unlock) {
    const url = options.join ? urlInUse(dataDir) : undefined;
    if (url && (await ask(url, 'select 1')) === 'ok') return { url, stop: () => Promise.resolve() };
    throw new EmbeddedFailure(
      `Another Kantor is running on the data folder ${dataDir}. ` +
        'Stop it first, or give this one a folder of its own in KANTOR_DATA_DIR.',
    );
  }
  try {
    rotateLog(logFile);
    const home = clusterHome(dataDir, accountForPostgres());
    const cluster = join(home, 'postgres');
    const account = accountForPostgres(cluster);
    const binaries = findBinaries(account);
    const password = keptPassword(dataDir);
    if (await stopOrphan(cluster)) log('Stopped a PostgreSQL that an earlier run had left behind.');
    const isNew = await prepareCluster({ cluster, binaries, account, password, durability });
    if (isNew) log(`Created a database in ${cluster}.`);
    const needs = { postgres: binaries.postgres, cluster, account, durability, logFile, port: options.port };
    const { server, url } = await launchReady(needs, password, signal);

    let stopping: Promise<void> | undefined;
    void server.exited.then((how) => {
      if (stopping) return;
      stopping = Promise.resolve();
      unlock();
      onUnexpectedExit(failure(`PostgreSQL ended while Kantor was running (${how})`, cluster, server.lastWords()));
    });
    return { url, stop: () => (stopping ??= server.stop().then(unlock)) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The address of the server of a folder in use, by its own note; undefined while it starts. */
function urlInUse(dataDir: string): string | undefined {
  const port = readNote(join(homeInUse(dataDir), 'postgres'))[3];
  return port && urlOf(keptPassword(dataDir), port, 'kantor');
}

function urlOf(password: string, port: number | string, database: string): string {
  return `postgres://kantor:${password}@127.0.0.1:${port}/${database}`;
}

/** Launches until a server answers: its port may be taken, or parts of a killed one may take a moment to go. */
async function launchReady(needs: ServerNeeds, password: string, signal?: AbortSignal) {
  for (let attempt = 1; ; attempt++) {
    const server = await launch(needs);
    const url = (database: string) => urlOf(password, server.port, database);
    try {
      await untilReady(server, needs, url, signal);
      return { server, url: url('kantor') };
    } catch (error) {
      await server.stop();
      if (attempt === ATTEMPTS || !WORTH_RETRYING.test(server.lastWords())) throw error;
      await delay(RETRY_MS);
    }
  }
}

async function untilReady(
  server: Server,
  { cluster }: ServerNeeds,
  url: (database: string) => string,
  signal?: AbortSignal,
): Promise<void> {
  const end = Date.now() + READY_LIMIT_MS;
  for (; Date.now() < end; await delay(POLL_MS)) {
    signal?.throwIfAborted();
    if (server.hasExited())
      throw failure(`PostgreSQL did not start (${await server.exited})`, cluster, server.lastWords());
    const answer = await ask(url('kantor'), 'select 1');
    if (answer === 'ok') return;
    if (answer === NO_SUCH_DATABASE) await ask(url('postgres'), 'create database kantor');
    if (answer === WRONG_PASSWORD) {
      throw new EmbeddedFailure(
        `The password kept in the data folder is not the one of the database in ${cluster}. Put database-password back from a backup.`,
      );
    }
  }
  throw failure(`PostgreSQL did not become ready in ${READY_LIMIT_MS / 1000} seconds`, cluster, server.lastWords());
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
