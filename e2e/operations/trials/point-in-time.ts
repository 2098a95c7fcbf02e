import { randomBytes } from 'node:crypto';
import { appendFileSync, chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@kantor/embedded-postgres/ports.mjs';
import { createPool } from '@kantor/server/src/db/pool.ts';
import { prepareDatabase, query } from '@kantor/storms/src/harness/database.ts';
import { gate } from '@kantor/storms/src/harness/gates.ts';
import { openMarket } from '@kantor/storms/src/harness/market.ts';
import { storm } from '@kantor/storms/src/harness/storm.ts';
import { startOrderTraffic } from '../order-traffic.ts';
import {
  makeCluster,
  openFolder,
  runner,
  runPostgres,
  startPostgres,
  startPostgresProgram,
  whyNoPostgres,
} from '../postgres.ts';
import { type Trial, runAndSave, verified } from '../trial.ts';

const PER_SECOND = 25;
const MINUTES_A_GB = 5;
const GB = 2 ** 30;
const HEALED_WITHIN_MS = 10 * 60_000;
/** The receiver is gone for so long before the machine is. */
const ALONE_MS = 3000;
const CALM_MS = 4000;
const LOOK_MS = 200;

/** What docs/operations.md, "To the last order", says of the primary. */
const PRIMARY = [
  `synchronous_standby_names = 'receiver'`,
  `max_wal_size = '2GB'`,
  `wal_keep_size = '512MB'`,
  'max_connections = 150',
];

const pointInTime = storm({
  name: 'point-in-time',
  summary: '',
  minutes: 6,
  sizes: {
    orders: { what: 'acknowledged orders', full: 1000, short: 100 },
    megabytes: { what: 'megabytes of other data', full: 1024, short: 32 },
  },
  run: async (ground, { orders, megabytes }) => {
    const [port, password] = [await freePort(), randomBytes(12).toString('hex')];
    const data = join(ground.folder, 'a');
    makeCluster({ data, password });
    // Nothing waits for a receiver until there is one.
    const first = await startPostgres(ground, { data, port, password });
    const database = await prepareDatabase(ground, first.adminUrl);
    await query(
      first.adminUrl,
      `create table ballast as select n, repeat(md5(n::text), 30) as text from generate_series(1, ${megabytes * 1000}) as n`,
    );
    appendFileSync(join(data, 'postgresql.conf'), `${PRIMARY.join('\n')}\n`);

    // The other machine: a backup of the night, and what was written since, as it is written.
    const [base, log] = [openFolder(join(ground.folder, 'base')), openFolder(join(ground.folder, 'log'))];
    const to = `host=127.0.0.1 port=${port} user=postgres application_name=receiver`;
    const env = { PGPASSWORD: password };
    runPostgres('pg_receivewal', ['-d', to, '-D', log, '--create-slot', '--slot', 'receiver'], env);
    const receiver = startPostgresProgram(
      ground,
      'pg_receivewal',
      ['-d', to, '-D', log, '--slot', 'receiver', '--synchronous'],
      {
        environment: env,
      },
    );
    runPostgres('pg_basebackup', ['-d', to, '-D', base, '--checkpoint', 'fast', '-X', 'none', '--no-manifest'], env);
    await query(first.adminUrl, 'select pg_reload_conf()');
    const isSynchronous = async () =>
      (await query(first.adminUrl, `select from pg_stat_replication where sync_state = 'sync'`)).length > 0;
    while (!(await isSynchronous())) await delay(LOOK_MS);

    const market = await openMarket(ground, { roles: ['api', 'api', 'worker'], database });
    const traffic = await startOrderTraffic(market, { perSecond: PER_SECOND, healedWithinMs: HEALED_WITHIN_MS });
    while (traffic.acknowledged() < orders) await delay(LOOK_MS);
    const [row] = await query<{ bytes: number }>(
      first.adminUrl,
      'select sum(pg_database_size(oid))::float8 as bytes from pg_database',
    );
    const bytes = row?.bytes ?? 0;
    ground.say(`${traffic.acknowledged()} orders, ${Math.round(bytes / 2 ** 20)} MB; the machine is lost`);
    traffic.mark();
    // What is written now is on one machine alone: nobody may be told that it is done.
    receiver.kill('SIGKILL');
    await delay(ALONE_MS);
    const lostAt = performance.now();
    await first.kill();
    rmSync(data, { recursive: true, force: true });

    writeFileSync(join(base, 'recovery.signal'), '');
    const owner = runner();
    if (owner) chownSync(join(base, 'recovery.signal'), owner.uid, owner.gid);
    // The receiver of the new primary is started once that is up.
    await startPostgres(ground, {
      data: base,
      port,
      password,
      settings: [
        `restore_command = 'cp ${log}/%f %p || cp ${log}/%f.partial %p'`,
        `recovery_target_timeline = 'latest'`,
        `synchronous_standby_names = ''`,
      ],
    });
    const servesAfterMs = performance.now() - lostAt;
    ground.say(`PostgreSQL serves again after ${Math.round(servesAfterMs / 1000)} s`);
    const before = traffic.acknowledged();
    while (traffic.acknowledged() === before) await delay(LOOK_MS);
    await delay(CALM_MS);
    const pause = traffic.longestPause();
    await traffic.end();
    await market.settle();
    const db = createPool(database.url, { max: 2 });
    ground.defer(() => db.destroy());
    const verification = await verified(db);
    return [
      ...(await traffic.gates(first.adminUrl)),
      gate('acknowledged orders', { least: orders }, traffic.acknowledged()),
      gate('minutes without an order, a GB of data', { most: MINUTES_A_GB }, pause / 60_000 / Math.max(1, bytes / GB)),
      verification,
    ];
  },
});

export const pointInTimeTrial: Trial = {
  name: 'point-in-time',
  summary:
    'the database’s machine is lost for good while shops send orders: a base backup and a synchronous receiver on another machine bring every acknowledged order back',
  whyNot: whyNoPostgres,
  run: () => runAndSave(pointInTime),
};
