import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { query } from '@kantor/storms/src/harness/database.ts';
import { type Gate, noneOf } from '@kantor/storms/src/harness/gates.ts';
import type { Ground } from '@kantor/storms/src/harness/storm.ts';
import { openFolder, runPostgres, startPostgresProgram } from './postgres.ts';
import { run } from './trial.ts';

// A marketplace leaves its PostgreSQL for another one, as docs/operations.md has it.

const MOVE = fileURLToPath(new URL('../../ops/move/', import.meta.url));
const CLI = fileURLToPath(new URL('../../server/src/app/cli.ts', import.meta.url));
const LOOK_MS = 50;

/** The address that `DATABASE_URL` names: it leads to one server, and then to the other. */
export async function startEntrance({ defer }: Pick<Ground, 'defer'>, port: number) {
  let to = port;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const way = connect(to, '127.0.0.1');
    for (const [one, other] of [
      [client, way],
      [way, client],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => open.delete(one));
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  defer(() => {
    for (const each of open) each.destroy();
    server.close();
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    lead: (next: number) => {
      to = next;
      for (const each of open) each.destroy();
    },
  };
}

interface Change {
  port?: number;
  database?: string;
  user?: readonly [name: string, password: string];
}

/** An address of PostgreSQL with another part. */
export function at(url: string, { port, database, user }: Change): string {
  const changed = new URL(url);
  if (port !== undefined) changed.port = String(port);
  if (database !== undefined) changed.pathname = `/${database}`;
  if (user !== undefined) [changed.username, changed.password] = user;
  return changed.href;
}

/** Runs a command of `kantor` to its end. @throws Error with its output when it fails. */
export function runKantor(environment: NodeJS.ProcessEnv, ...args: string[]): string {
  const { ok, output } = run(process.execPath, [CLI, ...args], { env: { ...process.env, ...environment } });
  if (!ok) throw new Error(`kantor ${args.join(' ')}: ${output}`);
  return output;
}

const psql = (url: string, ...args: string[]): string =>
  runPostgres('psql', ['-X', '-A', '-t', '-q', '-v', 'ON_ERROR_STOP=1', '-d', url, ...args]);

/** Makes the slot from which everything after one moment comes, and keeps that moment open for whoever copies what was before. */
async function openSlot(ground: Ground, url: string) {
  const session = startPostgresProgram(ground, 'psql', ['-X', '-A', '-t', '-d', `${url}?replication=database`], {
    interactive: true,
  });
  session.stdin?.write('CREATE_REPLICATION_SLOT kantor_move LOGICAL pgoutput EXPORT_SNAPSHOT;\n');
  let told = '';
  for await (const piece of session.stdout ?? []) {
    told += String(piece);
    if (told.includes('\n')) break;
  }
  // kantor_move|0/1A2B3C8|00000003-00000002-1|pgoutput
  return { name: told.split('|')[2] ?? '', end: () => void session.stdin?.end() };
}

interface Move {
  /** Superusers' addresses of the two databases; the new one has the schema, as migrations leave it. */
  from: string;
  to: string;
  schema: string;
}

/** Has everything come by logical replication: what was there before, and what is written from then on. */
export async function replicate(ground: Ground, { from, to, schema }: Move) {
  const move = (url: string, file: string, ...more: string[]) =>
    psql(url, '-v', `schema=${schema}`, ...more, '-f', join(MOVE, file));
  move(from, 'publish.sql');
  move(to, 'empty.sql');
  const snapshot = await openSlot(ground, from);
  const dump = join(openFolder(join(ground.folder, 'dump')), 'moved.sql');
  const what = ['--data-only', '--schema', schema, '--snapshot', snapshot.name, '--disable-triggers'];
  runPostgres('pg_dump', [...what, '-f', dump, from]);
  psql(to, '-o', '/dev/null', '-f', dump);
  snapshot.end();
  const { hostname, port, pathname, username, password } = new URL(from);
  await query(
    to,
    `create subscription kantor_move
     connection 'host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}'
     publication kantor_move with (copy_data = false, create_slot = false, slot_name = 'kantor_move')`,
  );
  return {
    /** Waits until the new one has all that the old one has now. */
    async untilEven(): Promise<void> {
      const [row] = await query<{ place: string }>(from, 'select pg_current_wal_lsn()::text as place');
      while (move(to, 'behind.sql', '-v', `place=${row?.place}`).trim() !== '') await delay(LOOK_MS);
    },
    /** Nothing is written any more: what replication does not carry, and its end. */
    async end(): Promise<void> {
      psql(to, '-c', move(from, 'sequences.sql'));
      await query(to, 'drop subscription kantor_move');
    },
  };
}

/** Every table's rows, as one sum. */
export async function contentsOf(url: string, schema = 'public'): Promise<Map<string, string>> {
  const tables = await query<{ name: string }>(
    url,
    `select relname as name from pg_class where relkind = 'r' and relnamespace = '${schema}'::regnamespace order by 1`,
  );
  const contents = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await query<{ sum: string }>(
      url,
      `select count(*) || ' ' || coalesce(md5(string_agg(sum, '' order by sum)), '') as sum
       from (select md5(each::text) as sum from ${schema}."${name}" as each) as sums`,
    );
    contents.set(name, row?.sum ?? '');
  }
  return contents;
}

export function sameTables(name: string, from: Map<string, string>, to: Map<string, string>): Gate {
  const differing = [...from].filter(([table, sum]) => to.get(table) !== sum);
  return noneOf(
    name,
    differing.map(([table, sum]) => `${table}: ${sum}, and ${to.get(table)}`),
    from.size,
  );
}
