import { execFile } from 'node:child_process';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';
const ACCOUNTS_PER_BRANCH = 100_000;
const TELLERS_PER_BRANCH = 10;

/** The TPC-B script of pgbench on a database. `branches` is its scale: as many as clients, or they wait for each other. */
export interface TpcB {
  /** The name and version of the program that runs it. */
  name: string;
  /** @returns transactions per second. */
  run(clients: number, seconds: number): Promise<number>;
}

async function findPgbench(): Promise<string | undefined> {
  const versions = await readdir(DEBIAN).catch(() => []);
  for (const path of [...versions.map((version) => join(DEBIAN, version, 'bin', 'pgbench')), 'pgbench']) {
    const works = path === 'pgbench' ? run(path, ['--version']) : access(path);
    if (await works.then(() => true).catch(() => false)) return path;
  }
  return undefined;
}

export async function openTpcB(url: string, branches: number, signal: AbortSignal): Promise<TpcB> {
  const pgbench = await findPgbench();
  if (pgbench === undefined) return openDriver(url, branches);
  await run(pgbench, ['--initialize', '--quiet', `--scale=${branches}`, url], { signal });
  const { stdout } = await run(pgbench, ['--version']);
  return {
    name: stdout.trim(),
    async run(clients, seconds) {
      const options = ['--no-vacuum', `--client=${clients}`, '--jobs=2', `--time=${seconds}`, url];
      const { stdout: report } = await run(pgbench, options, { signal });
      const tps = Number(/^tps = ([\d.]+)/m.exec(report)?.[1]);
      if (!(tps > 0)) throw new Error(`pgbench reports no rate:\n${report}`);
      return tps;
    },
  };
}

const random = (most: number): number => 1 + Math.floor(Math.random() * most);

/** The same script sent by Node, which costs more than pgbench: it flatters us. */
async function openDriver(url: string, branches: number): Promise<TpcB> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`
    create table pgbench_branches (bid int primary key, bbalance int, filler char(88)) with (fillfactor = 100);
    create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84)) with (fillfactor = 100);
    create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84)) with (fillfactor = 100);
    create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    insert into pgbench_branches select b, 0 from generate_series(1, ${branches}) b;
    insert into pgbench_tellers select t, (t - 1) / ${TELLERS_PER_BRANCH} + 1, 0
      from generate_series(1, ${branches * TELLERS_PER_BRANCH}) t;
    insert into pgbench_accounts select a, (a - 1) / ${ACCOUNTS_PER_BRANCH} + 1, 0, ''
      from generate_series(1, ${branches * ACCOUNTS_PER_BRANCH}) a`);
  await admin.query('vacuum analyze');
  await admin.end();

  const once = async (client: pg.Client) => {
    const aid = random(branches * ACCOUNTS_PER_BRANCH);
    const bid = random(branches);
    const tid = random(branches * TELLERS_PER_BRANCH);
    const delta = random(10_001) - 5001;
    for (const statement of [
      'begin',
      `update pgbench_accounts set abalance = abalance + ${delta} where aid = ${aid}`,
      `select abalance from pgbench_accounts where aid = ${aid}`,
      `update pgbench_tellers set tbalance = tbalance + ${delta} where tid = ${tid}`,
      `update pgbench_branches set bbalance = bbalance + ${delta} where bid = ${bid}`,
      `insert into pgbench_history (tid, bid, aid, delta, mtime) values (${tid}, ${bid}, ${aid}, ${delta}, current_timestamp)`,
      'end',
    ]) {
      await client.query(statement);
    }
  };
  return {
    name: 'the TPC-B script sent by Node (no pgbench found)',
    async run(clients, seconds) {
      const all = await Promise.all(
        Array.from({ length: clients }, async () => {
          const client = new pg.Client({ connectionString: url });
          await client.connect();
          return client;
        }),
      );
      const end = performance.now() + seconds * 1000;
      let done = 0;
      await Promise.all(
        all.map(async (client) => {
          for (; performance.now() < end; done += 1) await once(client);
          await client.end();
        }),
      );
      return done / seconds;
    },
  };
}
