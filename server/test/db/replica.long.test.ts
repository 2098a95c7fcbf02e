import { setTimeout as delay } from 'node:timers/promises';
import { getAnalytics } from '@kantor/contract/wire/analytics.ts';
import { getPlatformOrderTotals, listPlatformOrders } from '@kantor/contract/wire/platform/orders.ts';
import { getPlatformCabinetTotals } from '@kantor/contract/wire/platform/work.ts';
import { getState } from '@kantor/contract/wire/platform/state.ts';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import pg from 'pg';
import type { Database } from '../../src/db/pool.ts';
import { readAt, type Reads, Replica } from '../../src/db/replica.ts';
import { openSnapshot } from '../../src/db/snapshot.ts';
import { readByKeys, type Reader } from '../../src/db/tx.ts';
import { MINUTE, SECOND } from '../../src/kernel/clock.ts';
import type { Log } from '../../src/kernel/log.ts';
import { inspectReads } from '../../src/modules/verification/index.ts';
import { kantorTest } from '../support/fixtures.ts';
import { startKantor } from '../support/kantor.ts';
import { collectLog } from '../support/log.ts';
import { startReplicated } from '../support/replicated.ts';
import { startSwallowingProxy } from '../support/swallowing-proxy.ts';

// A replica that PostgreSQL itself keeps: what is read there, what never is, and that nobody sees it fail.

const test = kantorTest
  .extend('log', { scope: 'file' }, () => collectLog('error'))
  .extend('servers', { scope: 'file' }, () => startReplicated())
  .extend('way', { scope: 'file' }, async ({ servers }, { onCleanup }) => {
    const way = await startSwallowingProxy(servers.replicaUrl);
    onCleanup(async () => {
      await way.close();
      await servers.stop();
    });
    return way;
  })
  .extend('pair', { scope: 'file' }, async ({ servers, way, log }, { onCleanup }) => {
    const pair = await startKantor({
      database: { url: servers.url, ownerUrl: servers.ownerUrl, drop: () => Promise.resolve() },
      openReads: (db) => openReplica(db, way.url, log.log),
    });
    onCleanup(async () => {
      await endReads(pair.reads);
      await pair.close();
    });
    return pair;
  })
  // What one test leaves, the next may find old.
  .extend('market', async ({ pair }) => {
    await untilRead(pair.reads);
    const operator = await pair.createOperator();
    await untilCurrent(pair.reads.current);
    const ids = async () => (await operator.call(listPlatformOrders)).results.map(({ id }) => id);
    const analytics = () => operator.call(getAnalytics, { query: { period: 'today' } });
    return { operator, ids, analytics };
  });

async function openReplica(db: Database, url: string, log: Log, maxAgeMs = MINUTE): Promise<Replica> {
  const replica = new Replica({ db, url, maxAgeMs, log });
  await replica.start();
  return replica;
}

const endReads = async (reads: Reads) => {
  if (reads instanceof Replica) await reads.stop();
};

const untilRead = (reads: Reads) => vi.waitUntil(() => reads.state()?.isRead, { timeout: 30_000 });

const isReplica = async (db: Reader): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db);
  return rows[0]?.is === true;
};

/** Which of the two a read of what is new goes to, once the replica has it. */
const untilCurrent = (db: Database) => vi.waitUntil(() => isReplica(db), { timeout: 10_000 });

test('what is read much is read from the replica: every query of it, the same as the database has it', async ({
  pair,
  market,
  log,
}) => {
  const { reads } = pair;
  const { order } = await pair.activeOrder();
  await untilCurrent(reads.current);
  expect([await isReplica(reads.dated), await isReplica(pair.db)]).toEqual([true, false]);
  expect(await market.ids()).toContain(order.id);
  expect((await market.analytics()).figures.issued).toBe(1);
  // Settings are sent ahead of their query.
  const byKeys = await readByKeys(
    reads.current,
    sql`select pg_is_in_recovery() as is, current_setting('enable_seqscan') as seq where 1 = ${1}::int`,
  );
  expect(byKeys.rows).toEqual([{ is: true, seq: 'off' }]);
  const snapshot = await openSnapshot(reads.dated);
  expect(await isReplica(snapshot.reader)).toBe(true);
  await snapshot.end();
  const { violations, counts } = await inspectReads({ db: pair.db, reads });
  expect({ violations, orders: counts.orders }).toEqual({ violations: [], orders: 1n });
  expect((await market.operator.call(getState)).replica).toEqual({ age_seconds: expect.any(Number), is_read: true });
  // Nothing that was tried there had to be asked of the database.
  expect(log.lines()).toEqual([]);
});

test('a list has what was committed before it was asked for, however late the replica is; figures say of when they are', async ({
  pair,
  market,
  servers,
}) => {
  const before = (await market.analytics()).figures.issued;
  const cabinets = async () =>
    (await market.operator.call(getPlatformCabinetTotals)).statuses.reduce((sum, { count }) => sum + count, 0);
  const cabinetsBefore = await cabinets();
  await servers.onReplica('select pg_wal_replay_pause()');
  const { order } = await pair.activeOrder();
  expect(await isReplica(pair.reads.current)).toBe(false);
  expect(await market.ids()).toContain(order.id);
  const totals = await market.operator.call(getPlatformOrderTotals);
  expect(totals.statuses.find(({ status }) => status === 'ACTIVE')?.count).toBe(before + 1);
  expect(await cabinets()).toBe(cabinetsBefore + 1);
  const late = await market.analytics();
  expect(late.figures.issued).toBe(before);
  expect(new Date(late.read_at ?? '').getTime()).toBeLessThan(new Date(late.at).getTime());
  await servers.onReplica('select pg_wal_replay_resume()');
  await vi.waitUntil(async () => (await market.analytics()).figures.issued === before + 1, { timeout: 10_000 });
});

test('the age is that of the newest moment whose commits are all there, also where nothing is written', async ({
  pair,
  servers,
}) => {
  await untilRead(pair.reads);
  const { reads } = pair;
  const ageMs = () => reads.state()?.ageMs ?? Number.NaN;
  await vi.waitUntil(() => ageMs() < 1.5 * SECOND, { timeout: 10_000 });
  await servers.onReplica('select pg_wal_replay_pause()');
  const pausedAt = performance.now();
  await pair.createMerchant();
  const writtenAt = performance.now();
  await vi.waitUntil(() => ageMs() > 2 * SECOND, { timeout: 10_000 });
  const newAt = performance.now() - ageMs();
  // It has nothing of what was written, and all that was there before.
  expect(newAt).toBeLessThan(writtenAt);
  expect(newAt).toBeGreaterThan(pausedAt - 2 * SECOND);
  expect(readAt(reads, pair.clock())?.getTime()).toBeLessThanOrEqual(pair.clock().getTime() - 2 * SECOND);
  await servers.onReplica('select pg_wal_replay_resume()');
});

test('one that is always behind is as old as it is behind', async ({ pair, servers }) => {
  await untilRead(pair.reads);
  await servers.onReplica(`alter system set recovery_min_apply_delay = '3s'`);
  await servers.onReplica('select pg_reload_conf()');
  const ages: number[] = [];
  for (const end = performance.now() + 6 * SECOND; performance.now() < end; await delay(100)) {
    await pair.createMerchant();
    ages.push(pair.reads.state()?.ageMs ?? Number.NaN);
  }
  const settled = ages.slice(-20);
  expect(Math.min(...settled)).toBeGreaterThanOrEqual(2.9 * SECOND);
  expect(Math.max(...settled)).toBeLessThan(5 * SECOND);
  await servers.onReplica('alter system reset recovery_min_apply_delay');
  await servers.onReplica('select pg_reload_conf()');
});

test('a replica that is older than it may be is read by nobody, until it has caught up', async ({
  pair,
  servers,
  way,
  log,
}) => {
  await untilRead(pair.reads);
  const replica = await openReplica(pair.db, way.url, log.log, SECOND);
  await vi.waitUntil(() => replica.state().isRead, { timeout: 10_000 });
  await servers.onReplica('select pg_wal_replay_pause()');
  await pair.createMerchant();
  await vi.waitUntil(() => !replica.state().isRead, { timeout: 10_000 });
  expect([await isReplica(replica.dated), readAt(replica, pair.clock())]).toEqual([false, undefined]);
  await servers.onReplica('select pg_wal_replay_resume()');
  await vi.waitUntil(() => replica.state().isRead, { timeout: 10_000 });
  expect(await isReplica(replica.dated)).toBe(true);
  await replica.stop();
});

test('one that falls silent is waited for by nobody who asks two seconds later', async ({ pair, market, way }) => {
  way.swallow();
  await vi.waitUntil(() => pair.reads.state()?.isRead === false, { timeout: 10_000 });
  const askedAt = performance.now();
  expect([await isReplica(pair.reads.current), await isReplica(pair.reads.dated)]).toEqual([false, false]);
  expect((await market.analytics()).read_at).toBeNull();
  expect((await market.operator.call(getState)).replica?.is_read).toBe(false);
  expect(performance.now() - askedAt).toBeLessThan(4 * SECOND);
  way.serveNew();
  await untilRead(pair.reads);
});

test('nobody sees it die: what was under way there is asked of the database', async ({
  pair,
  market,
  servers,
  log,
}) => {
  const { order } = await pair.activeOrder();
  await untilCurrent(pair.reads.current);
  const slow = sql<{ is: boolean }>`select pg_is_in_recovery() as is, pg_sleep(${0.5}::float)`;
  const underWay = [slow.execute(pair.reads.dated), slow.execute(pair.reads.current)];
  const snapshot = await openSnapshot(pair.reads.dated);
  await vi.waitUntil(async () => (await countSleeping(servers.replicaUrl)) === 2, { timeout: 10_000 });
  servers.killReplica();
  expect((await Promise.all(underWay)).map(({ rows }) => rows[0]?.is)).toEqual([false, false]);
  // One moment cannot be had elsewhere: who takes it begins anew.
  await expect(isReplica(snapshot.reader)).rejects.toThrow();
  await snapshot.end().catch(() => undefined);
  for (let turn = 0; turn < 20; turn += 1) {
    expect(await market.ids()).toContain(order.id);
    expect((await market.analytics()).read_at).toBeNull();
  }
  expect(log.lines().at(-1)).toMatchObject({ event: 'replica_failed' });
  await servers.startReplica();
  await untilRead(pair.reads);
});

async function countSleeping(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query(`select from pg_stat_activity where wait_event = 'PgSleep'`);
  await client.end();
  return rowCount ?? 0;
}

test('an address of another database stops the start, and the database is no replica of itself', async ({
  kantor,
  pair,
  way,
  log,
}) => {
  await expect(openReplica(kantor.db, way.url, log.log)).rejects.toThrow(
    'KANTOR_READ_URL leads to a server of another database than DATABASE_URL',
  );
  const itself = await openReplica(pair.db, pair.databaseUrl, log.log);
  expect(itself.state().isRead).toBe(false);
  await itself.stop();
});

test('one that became a server of its own is read no more', async ({ pair, servers, log }) => {
  await untilRead(pair.reads);
  await servers.onReplica('select pg_promote()');
  await vi.waitUntil(() => pair.reads.state()?.isRead === false, { timeout: 10_000 });
  expect([await isReplica(pair.reads.current), await isReplica(pair.reads.dated)]).toEqual([false, false]);
  expect(log.lines().at(-1)?.['text']).toBe(
    'KANTOR_READ_URL leads to a server that is no replica, or no longer: everything is read from DATABASE_URL.',
  );
});
