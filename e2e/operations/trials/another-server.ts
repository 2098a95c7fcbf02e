import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@kantor/embedded-postgres/ports.mjs';
import { bringUpToDate } from '@kantor/server/src/db/bring-up-to-date.ts';
import { createPool } from '@kantor/server/src/db/pool.ts';
import { query } from '@kantor/storms/src/harness/database.ts';
import { gate } from '@kantor/storms/src/harness/gates.ts';
import { openMarket } from '@kantor/storms/src/harness/market.ts';
import { type Ground, storm } from '@kantor/storms/src/harness/storm.ts';
import { webhooksGate } from '@kantor/storms/src/kills/webhooks.ts';
import { at, contentsOf, replicate, runKantor, sameTables, startEntrance } from '../moving.ts';
import { startOrderTraffic } from '../order-traffic.ts';
import { makeCluster, startPostgres, whyNoPostgres } from '../postgres.ts';
import { type Trial, runAndSave, verified } from '../trial.ts';

const ROLES = new URL('../../../server/roles/schema.sql', import.meta.url);
const MOVES = 'north';
const STAYS = 'south';
const PER_SECOND = 12;
const CALM_MS = 10_000;
const LOOK_MS = 50;
const TOLD_WITHIN_MS = 60_000;
const MOST_PAUSE_MS = 30_000;
const SETTINGS = ['wal_level = logical', 'max_connections = 150'];

interface Server {
  adminUrl: string;
  password: string;
}

/** Makes the schema of a marketplace and its two roles, as docs/operations.md has it. @returns the roles' addresses. */
async function makePlace({ adminUrl, password }: Server, schema: string) {
  const [owner, serving] = [`${schema}_owner`, `${schema}_app`];
  const passwords = [owner, serving].map((role) => `alter role ${role} password '${password}';`);
  await query(adminUrl, `set kantor.schema = '${schema}'; ${await readFile(ROLES, 'utf8')}; ${passwords.join(' ')}`);
  return { owner: at(adminUrl, { user: [owner, password] }), serving: at(adminUrl, { user: [serving, password] }) };
}

/** A marketplace in a schema, and a superuser's address that finds it. */
async function makeMarketplace({ defer }: Pick<Ground, 'defer'>, server: Server, schema: string) {
  const urls = await makePlace(server, schema);
  await bringUpToDate(urls);
  const db = createPool(urls.serving, { max: 4 });
  defer(() => db.destroy());
  return { url: urls.serving, adminUrl: `${server.adminUrl}?options=-c%20search_path%3D${schema}`, db };
}

const anotherServer = storm({
  name: 'another-server',
  summary: '',
  minutes: 3,
  sizes: {},
  run: async (ground) => {
    const { folder, say } = ground;
    const password = randomBytes(12).toString('hex');
    const startServer = async (name: string, port: number): Promise<Server> => {
      const data = join(folder, name);
      makeCluster({ data, password });
      return { ...(await startPostgres(ground, { data, port, password, settings: SETTINGS })), password };
    };
    const [onePort, otherPort] = [await freePort(), await freePort()];
    const one = await startServer('one', onePort);
    const entrance = await startEntrance(ground, onePort);
    const through = { ...one, adminUrl: at(one.adminUrl, { port: entrance.port }) };
    const roles = ['api', 'api', 'worker'] as const;
    const openPlace = async (server: Server, schema: string) =>
      openMarket(ground, {
        roles,
        database: await makeMarketplace(ground, server, schema),
        environment: { KANTOR_SCHEMA: schema },
      });
    const [moves, stays] = [await openPlace(through, MOVES), await openPlace(one, STAYS)];
    const [traffic, beside] = [
      await startOrderTraffic(moves, { perSecond: PER_SECOND, confirms: true }),
      await startOrderTraffic(stays, { perSecond: PER_SECOND, confirms: true }),
    ];
    await delay(CALM_MS);

    const other = await startServer('other', otherPort);
    const urls = await makePlace(other, MOVES);
    const environment = {
      DATABASE_URL: urls.serving,
      KANTOR_OWNER_DATABASE_URL: urls.owner,
      KANTOR_SCHEMA: MOVES,
      KANTOR_DATA_DIR: join(folder, 'data'),
    };
    runKantor(environment, 'migrate');
    const replication = await replicate(ground, { from: one.adminUrl, to: other.adminUrl, schema: MOVES });
    await replication.untilEven();
    say(`${traffic.acknowledged()} orders; the other server has all there is`);
    await delay(CALM_MS);

    for (const each of [traffic, beside]) each.mark();
    const servers = [...moves.apis, ...moves.workers];
    await moves.silencePhones();
    for (const server of servers) await server.kill('SIGTERM');
    await replication.untilEven();
    await replication.end();
    const [before, after] = [await contentsOf(one.adminUrl, MOVES), await contentsOf(other.adminUrl, MOVES)];
    entrance.lead(otherPort);
    moves.hearPhones();
    for (const server of servers) await server.start();
    say('it is served from the other server');
    const since = traffic.acknowledged();
    while (traffic.acknowledged() === since) await delay(LOOK_MS);
    await delay(CALM_MS);
    const [pause, pauseBeside] = [traffic.longestPause(), beside.longestPause()];
    for (const each of [traffic, beside]) await each.end();
    await moves.settle();
    await stays.settle();
    return [
      sameTables('tables that differ before the first start there', before, after),
      gate('the longest time without an order', { most: MOST_PAUSE_MS }, pause, { unit: 'ms' }),
      ...(await traffic.gates(`${other.adminUrl}?options=-c%20search_path%3D${MOVES}`)),
      await webhooksGate(moves.db, moves.receiver, { limitMs: TOLD_WITHIN_MS, isHurried: false }),
      await verified(moves.db),
      gate('the one that stays: the longest time without an order', { most: 1000 }, pauseBeside, { unit: 'ms' }),
      { ...(await verified(stays.db)), name: 'the one that stays: `verify` afterwards' },
    ];
  },
});

export const anotherServerTrial: Trial = {
  name: 'another-server',
  summary:
    'of two marketplaces in one database, a schema each, one moves to a server of its own while shops send orders to both',
  whyNot: whyNoPostgres,
  run: () => runAndSave(anotherServer),
};
