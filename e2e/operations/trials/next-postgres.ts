import { randomBytes } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '@kantor/embedded-postgres';
import { freePort } from '@kantor/embedded-postgres/ports.mjs';
import { arrangeRoles } from '@kantor/server/src/db/roles.ts';
import { prepareDatabase, query } from '@kantor/storms/src/harness/database.ts';
import { type Gate, gate, noneOf } from '@kantor/storms/src/harness/gates.ts';
import { webhooksGate } from '@kantor/storms/src/kills/webhooks.ts';
import { openMarket } from '@kantor/storms/src/harness/market.ts';
import { type Ground, storm } from '@kantor/storms/src/harness/storm.ts';
import { startOrderTraffic } from '../order-traffic.ts';
import {
  binaries,
  makeCluster,
  openFolder,
  runPostgres,
  startPostgres,
  startPostgresProgram,
  whyNoPostgres,
} from '../postgres.ts';
import { run, type Trial, runAndSave, verified } from '../trial.ts';

const PER_SECOND = 12;
const CALM_MS = 10_000;
const LOOK_MS = 50;
const TOLD_WITHIN_MS = 60_000;
const MOST_PAUSE_MS = 30_000;
const MOVE = fileURLToPath(new URL('../../../ops/move/', import.meta.url));
const CLI = fileURLToPath(new URL('../../../server/src/app/cli.ts', import.meta.url));

/** The address that `DATABASE_URL` names: it leads to one server, and then to the other. */
async function startEntrance({ defer }: Pick<Ground, 'defer'>, port: number) {
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

const at = (
  url: string,
  change: { port?: number; database?: string; user?: [name: string, password: string] },
): string => {
  const changed = new URL(url);
  if (change.port !== undefined) changed.port = String(change.port);
  if (change.database !== undefined) changed.pathname = `/${change.database}`;
  if (change.user !== undefined) [changed.username, changed.password] = change.user;
  return changed.href;
};

const psql = (url: string, file: string, ...more: string[]): string =>
  runPostgres('psql', ['-X', '-A', '-t', '-q', '-d', url, ...more, '-f', join(MOVE, file)]);

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

/** Every table's rows, as one sum. */
async function contentsOf(url: string): Promise<Map<string, string>> {
  const tables = await query<{ name: string }>(
    url,
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const contents = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await query<{ sum: string }>(
      url,
      `select count(*) || ' ' || coalesce(md5(string_agg(sum, '' order by sum)), '') as sum
       from (select md5(each::text) as sum from "${name}" as each) as sums`,
    );
    contents.set(name, row?.sum ?? '');
  }
  return contents;
}

function sameTables(name: string, from: Map<string, string>, to: Map<string, string>): Gate {
  const differing = [...from].filter(([table, sum]) => to.get(table) !== sum);
  return noneOf(
    name,
    differing.map(([table, sum]) => `${table}: ${sum}, and ${to.get(table)}`),
    from.size,
  );
}

const nextPostgres = storm({
  name: 'next-postgres',
  summary: '',
  minutes: 3,
  sizes: {},
  run: async (ground) => {
    const { folder, defer, say } = ground;
    const [oldPort, newPort, password] = [await freePort(), await freePort(), randomBytes(12).toString('hex')];
    const data = join(folder, 'old');
    makeCluster({ data, password });
    const old = await startPostgres(ground, {
      ...{ data, port: oldPort, password },
      settings: ['wal_level = logical', 'max_connections = 150'],
    });
    const entrance = await startEntrance(ground, oldPort);
    const database = await prepareDatabase(ground, at(old.adminUrl, { port: entrance.port }));
    const market = await openMarket(ground, { roles: ['api', 'api', 'worker'], database });
    const traffic = await startOrderTraffic(market, { perSecond: PER_SECOND, confirms: true });
    await delay(CALM_MS);

    // The new one beside it: its roles with the same passwords, its schema, and then everything as it comes.
    const embedded = await startEmbedded({ dataDir: join(folder, 'new'), durability: 'full', port: newPort });
    defer(() => embedded.stop());
    const roles = await arrangeRoles(at(embedded.url, {}));
    const [owner, serving] = [new URL(roles.owner), new URL(database.url)];
    await query(embedded.url, `alter role ${serving.username} password '${serving.password}'`);
    await query(embedded.url, `create role postgres superuser login password '${password}'`);
    const admin = at(old.adminUrl, { port: newPort });
    const served = at(database.url, { port: newPort });
    const owned = at(served, { user: [owner.username, owner.password] });
    const environment = {
      DATABASE_URL: served,
      KANTOR_OWNER_DATABASE_URL: owned,
      KANTOR_DATA_DIR: join(folder, 'data'),
    };
    const kantor = (...args: string[]) => {
      const { ok, output } = run(process.execPath, [CLI, ...args], { env: { ...process.env, ...environment } });
      if (!ok) throw new Error(`kantor ${args.join(' ')}: ${output}`);
      return output;
    };
    kantor('migrate');
    psql(old.adminUrl, 'publish.sql');
    psql(admin, 'empty.sql');
    const snapshot = await openSlot(ground, old.adminUrl);
    const dump = join(openFolder(join(folder, 'dump')), 'moved.sql');
    runPostgres('pg_dump', [
      ...['--data-only', '--schema', 'public', '--snapshot', snapshot.name, '--disable-triggers', '-f', dump],
      old.adminUrl,
    ]);
    runPostgres('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', admin, '-o', '/dev/null', '-f', dump]);
    snapshot.end();
    await query(
      admin,
      `create subscription kantor_move
       connection 'host=127.0.0.1 port=${oldPort} dbname=kantor user=postgres password=${password}'
       publication kantor_move with (copy_data = false, create_slot = false, slot_name = 'kantor_move')`,
    );
    const untilEven = async () => {
      const [row] = await query<{ place: string }>(old.adminUrl, 'select pg_current_wal_lsn()::text as place');
      while (psql(admin, 'behind.sql', '-v', `place=${row?.place}`).trim() !== '') await delay(LOOK_MS);
    };
    await untilEven();
    say(`${traffic.acknowledged()} orders; the new one has all there is`);
    await delay(CALM_MS);

    traffic.mark();
    const servers = [...market.apis, ...market.workers];
    say('Kantor stops');
    await market.silencePhones();
    for (const server of servers) await server.kill('SIGTERM');
    await untilEven();
    say('nothing is missing');
    runPostgres('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', admin, '-c', psql(old.adminUrl, 'sequences.sql')]);
    await query(admin, 'drop subscription kantor_move');
    const [before, after] = [await contentsOf(old.adminUrl), await contentsOf(admin)];
    entrance.lead(newPort);
    market.hearPhones();
    for (const server of servers) await server.start();
    say('Kantor serves from the new one');
    const anchored = servers.some((server) => server.output().includes('was anchored anew'));
    const since = traffic.acknowledged();
    while (traffic.acknowledged() === since) await delay(LOOK_MS);
    await delay(CALM_MS);
    const pause = traffic.longestPause();
    await traffic.end();
    await market.settle();
    const webhooks = await webhooksGate(market.db, market.receiver, { limitMs: TOLD_WITHIN_MS, isHurried: false });
    say('all is told');
    const verification = await verified(market.db);

    // The other way: a backup of the old one as it was left, restored into the new server.
    const [from, to] = [join(folder, 'backups'), 'moved'];
    await query(admin, `create database ${to} owner ${owner.username}`);
    const own = new URL(database.url);
    run(process.execPath, [CLI, 'backup', '--to', from], {
      env: {
        ...process.env,
        DATABASE_URL: at(own.href, { port: oldPort }),
        KANTOR_MIGRATE: 'off',
        KANTOR_DATA_DIR: join(folder, 'data'),
      },
    });
    environment.DATABASE_URL = at(served, { database: to });
    environment.KANTOR_OWNER_DATABASE_URL = at(owned, { database: to });
    const restoring = performance.now();
    const restored = kantor('restore', '--from', from);
    const restoreMs = performance.now() - restoring;
    say(restored);
    return [
      sameTables('by replication: tables that differ before the first start there', before, after),
      gate('by replication: the longest time without an order', { most: MOST_PAUSE_MS }, pause, { unit: 'ms' }),
      gate('by replication: the first start says that readers were anchored', { exactly: 1 }, Number(anchored)),
      ...(await traffic.gates(admin)),
      webhooks,
      verification,
      sameTables(
        'by a backup: tables that differ',
        withoutPlaces(before),
        withoutPlaces(await contentsOf(at(admin, { database: to }))),
      ),
      gate('by a backup: restored and verified', { most: MOST_PAUSE_MS }, restoreMs, { unit: 'ms' }),
    ];
  },
});

/** `restore` notes nothing but what the command itself tells of a backup. */
const withoutPlaces = (contents: Map<string, string>) =>
  new Map([...contents].filter(([table]) => table !== 'backup_told' && table !== 'schema_version'));

export const nextPostgresTrial: Trial = {
  name: 'next-postgres',
  summary: `PostgreSQL ${/\d+/.exec(binaries() ?? '')?.[0] ?? ''} is left for 18 while shops send orders, by logical replication, and by a backup`,
  whyNot: whyNoPostgres,
  run: () => runAndSave(nextPostgres),
};
