import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { fillMarketplace } from '@kantor/bench/src/grown-fill.ts';
import { startEmbedded } from '@kantor/embedded-postgres';
import { migrate, readMigrationNumbers } from '@kantor/server/src/db/migrate.ts';
import { createPool } from '@kantor/server/src/db/pool.ts';
import { arrangeRoles } from '@kantor/server/src/db/roles.ts';
import { transaction } from '@kantor/server/src/db/tx.ts';
import { setTraffic } from '@kantor/server/src/modules/accounts/index.ts';
import { unpackRelease } from '@kantor/server/test/release/fixture.ts';
import { query } from '@kantor/storms/src/harness/database.ts';
import { untilFolded } from '@kantor/storms/src/harness/folded.ts';
import { gate } from '@kantor/storms/src/harness/gates.ts';
import { openMarket } from '@kantor/storms/src/harness/market.ts';
import { MAIN, startServer } from '@kantor/storms/src/harness/servers.ts';
import { type Ground, storm } from '@kantor/storms/src/harness/storm.ts';
import { startHaproxy } from '../haproxy.ts';
import { startSteadyRequests } from '../steady-requests.ts';
import { type Trial, runAndSave, verified } from '../trial.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../server/migrations/', import.meta.url));
/** Two looks of the balancer that find it off, and one more second. */
const DRAIN_SECONDS = 3;
/** The first request after a start is slow; the next process goes down when this one has been found. */
const BETWEEN_MS = 4000;
/** A migration that needs a table for itself waits for the end of a dump, and is tried each second. */
const BETWEEN_DUMPS_MS = 5000;
/** USDT of a trader: more than all orders together. */
const BALANCE = 2_000_000_000;

/** After those of today's release, as CONTRIBUTING has them: what a coming release would do to the greatest tables. */
const COMING: Readonly<Record<string, string>> = {
  'do.trial-column': `
    alter table orders add column trial bigint, add constraint orders_trial check (trial > 0) not valid;
    alter table ledger_journal add constraint journal_trial check (created_at > '2000-01-01Z') not valid;`,
  'do.trial-checked': `
    alter table orders validate constraint orders_trial;
    alter table ledger_journal validate constraint journal_trial;`,
  'do.trial-index': `-- Outside of a transaction
    create index concurrently if not exists orders_trial on orders (amount, created_at)`,
  'do.trial-table': `
    create table trial (order_id uuid primary key references orders, amount bigint not null);
    insert into trial (order_id, amount) select id, amount from orders order by id desc limit 1000;`,
};

/** The files of today and those of the coming release. @returns their folder. */
async function comingMigrations({ folder }: Pick<Ground, 'folder'>): Promise<string> {
  const to = join(folder, 'migrations');
  await mkdir(to);
  await cp(MIGRATIONS, to, { recursive: true });
  const newest = (await readMigrationNumbers()).at(-1) ?? 0;
  for (const [n, [name, text]] of Object.entries(COMING).entries())
    await writeFile(join(to, `${newest + 1 + n}.${name}.sql`), text);
  return to;
}

/** A database with the last release's schema, which its own server has made. */
async function openOldDatabase(ground: Ground, main: string) {
  const embedded = await startEmbedded({ dataDir: join(ground.folder, 'database'), durability: 'full' });
  ground.defer(() => embedded.stop());
  const { owner, serving } = await arrangeRoles(embedded.url);
  if (owner === undefined) throw new Error('The roles of the database are one');
  const environment = { KANTOR_OWNER_DATABASE_URL: owner };
  const first = await startServer(ground, { role: 'worker', databaseUrl: serving, environment, main });
  await first.kill('SIGTERM');
  const db = createPool(serving, { max: 4 });
  ground.defer(() => db.destroy());
  return { adminUrl: embedded.url, url: serving, owner, db };
}

/** Reads every table as a dump does: of one moment, and holding all of them to its end. */
async function dump(adminUrl: string): Promise<void> {
  const tables = await query<{ name: string }>(
    adminUrl,
    `select format('%I', relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const names = tables.map(({ name }) => name);
  await query(
    adminUrl,
    `begin isolation level repeatable read; lock table ${names.join(', ')} in access share mode;
     ${names.map((name) => `copy ${name} to '/dev/null';`).join(' ')} commit`,
  );
}

const rollingUpgrade = storm({
  name: 'rolling-upgrade',
  summary: '',
  minutes: 6,
  sizes: {
    orders: { what: 'orders that are there before', full: 1_000_000, short: 10_000 },
    requests: { what: 'requests', full: 5000, short: 200 },
  },
  run: async (ground, { orders, requests }) => {
    const { signal, say } = ground;
    const release = unpackRelease(ground.folder);
    const database = await openOldDatabase(ground, release.main);
    const market = await openMarket(ground, {
      roles: ['api', 'api', 'worker', 'worker'],
      environment: { KANTOR_DRAIN_SECONDS: String(DRAIN_SECONDS), KANTOR_MIGRATE: 'off' },
      database,
      main: release.main,
    });
    const merchant = await market.createMerchant({ balance: BALANCE });
    const trader = await market.createTrader({ balance: BALANCE });
    for (let bank = 1; bank <= 8; bank += 1) await market.createRequisite(trader.id, { bankId: bank });
    // Of whom half of what was before is.
    await market.createMerchant();
    const other = await market.createTrader({ balance: BALANCE });
    for (const bank of [1, 2]) await market.createRequisite(other.id, { bankId: bank });
    await transaction(market.db, (tx) => setTraffic(tx, other.id, false));
    await untilFolded(market.db);
    await fillMarketplace(database.adminUrl, { rows: orders, signal, log: say });
    const entrance = await startHaproxy(
      ground,
      market.apis.map(({ url }) => url),
    );
    const folder = await comingMigrations(ground);

    const traffic = await startSteadyRequests(market, { merchant, trader }, { entrance, requests });
    let dumps = 0;
    const dumping = (async () => {
      for (; !traffic.isOver(); dumps += 1) {
        await dump(database.adminUrl);
        await delay(BETWEEN_DUMPS_MS);
      }
    })();
    await delay(BETWEEN_MS);
    const since = performance.now();
    const applied = await migrate(database.owner, { servingRole: new URL(database.url).username, folder, say });
    say(`${applied.length} migrations in ${Math.round((performance.now() - since) / 1000)} s`);
    let upgraded = 0;
    for (const server of [...market.workers, ...market.apis]) {
      if (traffic.isOver()) break;
      await delay(BETWEEN_MS);
      await server.kill('SIGTERM');
      await server.start(MAIN);
      upgraded += 1;
      say(`${server.role} is of today's release`);
    }
    await Promise.all([traffic.ended, dumping]);
    const [there] = await query<{ n: number }>(database.adminUrl, 'select count(*)::integer as n from orders');
    return [
      ...(await traffic.gates()),
      gate('processes that were upgraded meanwhile', { exactly: 4 }, upgraded),
      gate('migrations meanwhile', { least: Object.keys(COMING).length + 1 }, applied.length),
      gate('dumps meanwhile', { least: 1 }, dumps),
      gate('orders that were there before', { least: orders }, there?.n ?? 0),
      await verified(market.db),
    ];
  },
});

export const rollingUpgradeTrial: Trial = {
  name: 'rolling-upgrade',
  summary:
    "the last release becomes today's behind HAProxy at 40 requests a second, with migrations on a million orders while dumps are taken",
  programs: ['haproxy'],
  run: () => runAndSave(rollingUpgrade),
};
