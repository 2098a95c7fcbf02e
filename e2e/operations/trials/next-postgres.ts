import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbedded } from '@kantor/embedded-postgres';
import { freePort } from '@kantor/embedded-postgres/ports.mjs';
import { arrangeRoles } from '@kantor/server/src/db/roles.ts';
import { prepareDatabase, query } from '@kantor/storms/src/harness/database.ts';
import { gate } from '@kantor/storms/src/harness/gates.ts';
import { webhooksGate } from '@kantor/storms/src/kills/webhooks.ts';
import { openMarket } from '@kantor/storms/src/harness/market.ts';
import { storm } from '@kantor/storms/src/harness/storm.ts';
import { startOrderTraffic } from '../order-traffic.ts';
import { at, contentsOf, replicate, runKantor, sameTables, startEntrance } from '../moving.ts';
import { binaries, makeCluster, startPostgres, whyNoPostgres } from '../postgres.ts';
import { type Trial, runAndSave, verified } from '../trial.ts';

const PER_SECOND = 12;
const CALM_MS = 10_000;
const LOOK_MS = 50;
const TOLD_WITHIN_MS = 60_000;
const MOST_PAUSE_MS = 30_000;

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
    runKantor(environment, 'migrate');
    const replication = await replicate(ground, { from: old.adminUrl, to: admin, schema: 'public' });
    await replication.untilEven();
    say(`${traffic.acknowledged()} orders; the new one has all there is`);
    await delay(CALM_MS);

    traffic.mark();
    const servers = [...market.apis, ...market.workers];
    say('Kantor stops');
    await market.silencePhones();
    for (const server of servers) await server.kill('SIGTERM');
    await replication.untilEven();
    say('nothing is missing');
    await replication.end();
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
    const left = { DATABASE_URL: at(database.url, { port: oldPort }), KANTOR_MIGRATE: 'off' };
    runKantor({ ...left, KANTOR_DATA_DIR: environment.KANTOR_DATA_DIR }, 'backup', '--to', from);
    environment.DATABASE_URL = at(served, { database: to });
    environment.KANTOR_OWNER_DATABASE_URL = at(owned, { database: to });
    const restoring = performance.now();
    const restored = runKantor(environment, 'restore', '--from', from);
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
