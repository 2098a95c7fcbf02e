import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DatabaseError } from 'pg';
import type pg from 'pg';
import Postgrator from 'postgrator';
import { MINUTE } from '../kernel/clock.ts';
import { grantTo } from './grants.ts';
import { createClient, LONG_QUERY_LIMIT_MS } from './limits.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));
/** An arbitrary number that all processes of the product agree on. */
const MIGRATION_LOCK = 727_001;

/** Whoever waits for a lock on a table keeps everybody behind it waiting: so long at most. */
const LOCK_LIMIT_MS = 200;
/** Between two tries, in which those who waited get their turn. */
const PAUSE_MS = 1000;
/** A dump or a verification may hold a table for minutes. */
const PATIENCE_MS = 15 * MINUTE;
/** The lock was not to be had; the victim of a deadlock. */
const AGAIN = new Set(['55P03', '40P01']);

/** A file that begins so has statements that PostgreSQL does in no transaction, each of which may be done again. */
export const OUTSIDE = /^-- Outside of a transaction\b/;

interface MigrateOptions {
  /** Up to which; the newest unless given. */
  version?: string;
  /** The role that gets its rights; none unless given. */
  servingRole?: string;
  /** The folder of the files, for tests; the product's unless given. */
  folder?: string;
  /** Told in sentences how it goes. */
  say?: (sentence: string) => void;
}

/** The numbers of the files that this version has, the newest last. */
export async function readMigrationNumbers(): Promise<number[]> {
  const files = await readdir(MIGRATIONS);
  return files
    .map((name) => Number.parseInt(name, 10))
    .filter(Number.isInteger)
    .toSorted((a, b) => a - b);
}

/**
 * Brings the database to the newest schema; plain SQL, forward only. Several processes may start at once: one migrates, the
 * others wait. A file is one transaction, which waits for no lock for longer than 200 ms and is tried again, so that those who
 * work on the database hardly notice; what was done by then stays. In a new database, which nobody works on, all are one, where the server can do that.
 * @param ownerUrl of the role that owns the database.
 * @returns the names of the files that were applied.
 * @throws Error with a sentence when a lock is not to be had for a quarter of an hour.
 */
export async function migrate(
  ownerUrl: string,
  { version = 'max', servingRole, folder = MIGRATIONS, say = () => undefined }: MigrateOptions = {},
): Promise<string[]> {
  const connect = () => createClient(ownerUrl, { part: 'migrations', queryLimitMs: LONG_QUERY_LIMIT_MS });
  const [client, turn] = [connect(), connect()];
  try {
    await Promise.all([client.connect(), turn.connect()]);
    await takeTurn(turn);
    const postgrator = new Postgrator({
      driver: 'pg',
      migrationPattern: `${folder}/*.sql`,
      schemaTable: 'schema_version',
      execQuery: (query) => client.query(query),
    });
    const current = await postgrator.getDatabaseVersion();
    const pending = await findPending(client, postgrator, current, version);
    const applied: string[] = [];
    const isTogether = current === 0 && (await usesNewValuesAtOnce(client));
    for (const { first, others, isOutside } of inSteps(pending, isTogether)) {
      const files = [first, ...others];
      const work = () => (isOutside ? runOutside(client, postgrator, first) : runInside(client, postgrator, files));
      await withPatience(first, work, say);
      applied.push(...files.map(nameOf));
    }
    if (servingRole !== undefined) await grant(client, servingRole);
    return applied;
  } finally {
    await Promise.all([client.end(), turn.end()]);
  }
}

const nameOf = ({ version, name }: Postgrator.Migration) => `${version} ${name}`;

/**
 * Waits until no other process migrates. The turn is a transaction's, which a pooler keeps together, on a connection of its own;
 * it is asked for again and again, since a statement that waits would be waited for by an index that is built concurrently.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    await client.query('begin');
    const { rows } = await client.query<{ mine: boolean }>(
      `select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as mine`,
    );
    if (rows[0]?.mine) return;
    await client.query('rollback');
    await delay(LOCK_LIMIT_MS);
  }
}

/**
 * The files that the database has not had; those that it had must not have changed. Some may be older than the newest that it had: they
 * came to this version from work beside it.
 */
async function findPending(
  client: pg.Client,
  postgrator: Postgrator,
  current: number,
  version: string,
): Promise<Postgrator.Migration[]> {
  // To where it is: this makes the table of versions, compares the sums of the files, and applies nothing.
  await postgrator.migrate(String(current));
  const { rows } = await client.query<{ version: number }>('select version::integer as version from schema_version');
  const had = new Set(rows.map((row) => row.version));
  const target = version === 'max' ? await postgrator.getMaxVersion() : Number(version);
  const files = postgrator.getRunnableMigrations(0, target);
  return files.filter((file) => !had.has(file.version));
}

/** What is done together. */
interface Step {
  first: Postgrator.Migration;
  others: Postgrator.Migration[];
  isOutside: boolean;
}

/**
 * Whether a value that was added to an enum may be used in the same transaction that made the enum. Older servers want the value
 * committed first.
 * @see https://www.postgresql.org/docs/17/release-17.html
 */
async function usesNewValuesAtOnce(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::integer as version",
  );
  return (rows[0]?.version ?? 0) >= 170_000;
}

/** Each file is a step, or all of a new database up to one that runs outside. */
function inSteps(files: readonly Postgrator.Migration[], isTogether: boolean): Step[] {
  const steps: Step[] = [];
  for (const file of files) {
    const isOutside = OUTSIDE.test(file.getSql());
    const last = steps.at(-1);
    if (isTogether && last && !last.isOutside && !isOutside) last.others.push(file);
    else steps.push({ first: file, others: [], isOutside });
  }
  return steps;
}

async function runInside(client: pg.Client, postgrator: Postgrator, files: Postgrator.Migration[]): Promise<void> {
  await client.query('begin');
  try {
    // Older files name `public` in a function, which a marketplace in another schema has not; a later file sets that right.
    await client.query(
      `set local lock_timeout = ${LOCK_LIMIT_MS};
       select set_config('check_function_bodies', case when current_schema() = 'public' then 'on' else 'off' end, true)`,
    );
    await postgrator.runMigrations(files);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Each of its statements by itself. They wait for whom they must: nobody waits behind them. */
async function runOutside(client: pg.Client, postgrator: Postgrator, file: Postgrator.Migration): Promise<void> {
  for (const statement of file.getSql().split(/;\s*$/m)) {
    if (statement.replaceAll(/^--.*$/gm, '').trim() !== '') await client.query(statement);
  }
  await postgrator.runMigrations([{ ...file, getSql: () => 'select 1' }]);
}

/** Does it again while a lock is not to be had. */
async function withPatience(
  file: Postgrator.Migration,
  work: () => Promise<void>,
  say: (sentence: string) => void,
): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DatabaseError) || !AGAIN.has(error.code ?? '')) throw error;
      if (performance.now() > end) {
        throw new Error(
          `The migration ${nameOf(file)} waits for a table that somebody holds: see pg_stat_activity for a transaction that stays open.`,
          { cause: error },
        );
      }
      if (attempt === 1) say(`The migration ${nameOf(file)} waits for a table that is in use; it tries again.`);
      await delay(PAUSE_MS * (0.5 + Math.random()));
    }
  }
}

async function grant(client: pg.Client, servingRole: string): Promise<void> {
  await client.query('begin');
  await grantTo(client, servingRole);
  await client.query('commit');
}
