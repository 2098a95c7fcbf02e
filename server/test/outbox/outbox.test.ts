import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { expect } from 'vitest';
import { transaction, type Tx } from '../../src/db/tx.ts';
import { DAY } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { fanOutAlerts } from '../../src/modules/alerts/index.ts';
import { appendEvent } from '../../src/outbox/append.ts';
import { followEvents } from '../../src/outbox/follow.ts';
import type { Kind } from '../../src/outbox/kinds.ts';
import { forgetOldEvents, readEvents } from '../../src/outbox/read.ts';
import { kantorTest } from '../support/fixtures.ts';
import { holdOpen } from '../support/hold-open.ts';
import { endOfOutbox, fanOutAll, foldAll, readAllEvents, untilShown } from '../support/outbox-reading.ts';

const test = kantorTest
  /** Told by a name of the test's own. */
  .extend(
    'tell',
    ({ kantor }) =>
      (tx: Tx, kind: string) =>
        appendEvent(tx, { kind: kind as Kind, objectId: newId(kantor.clock()), owners: [], at: kantor.clock() }),
  )
  .extend(
    'append',
    ({ kantor, tell }) =>
      (kind: string) =>
        transaction(kantor.db, (tx) => tell(tx, kind)),
  );

test('every step of an order makes an event for its trader and merchant, in order', async ({ kantor }) => {
  const { trader, merchant, params } = await kantor.activeOrder();
  await trader.call(confirmOrder, { params });
  const events = await readAllEvents(kantor.db);
  expect(events.map(({ kind, objectId }) => [kind, objectId])).toEqual([
    ['order.active', params.id],
    ['order.closed', params.id],
  ]);
  expect(events[0]?.owners).toEqual([trader.id, merchant.id]);
});

test('a rolled back transaction leaves no event', async ({ kantor, tell }) => {
  const since = await endOfOutbox(kantor.db);
  const failing = transaction(kantor.db, async (tx) => {
    await tell(tx, 'never');
    throw new Error('changed its mind');
  });
  await expect(failing).rejects.toThrow('changed its mind');
  expect(await readAllEvents(kantor.db, since)).toEqual([]);
});

test('a slow transaction delays those after it and is not skipped', async ({ kantor, tell, append }) => {
  const since = await endOfOutbox(kantor.db);
  const commit = await holdOpen(kantor.db, (tx) => tell(tx, 'slow'));
  await append('quick');
  expect(await readEvents(kantor.db, since)).toEqual([]);
  await commit();
  expect((await readAllEvents(kantor.db, since)).map(({ kind }) => kind)).toEqual(['slow', 'quick']);
});

test('a slow transaction of another database delays them too, until it ends', async ({ kantor, append }) => {
  const since = await endOfOutbox(kantor.db);
  const other = new pg.Client({ connectionString: new URL('/postgres', kantor.databaseUrl).href });
  await other.connect();
  await other.query('begin; select pg_current_xact_id()');
  await append('ours');
  expect(await readEvents(kantor.db, since)).toEqual([]);
  let isRead = false;
  const reading = readAllEvents(kantor.db, since).finally(() => (isRead = true));
  await append('later');
  expect(isRead).toBe(false);
  await other.query('commit');
  expect((await reading).map(({ kind }) => kind)).toContain('ours');
  await other.end();
});

test('a reader goes on from its position, in pieces of any size', async ({ kantor, append }) => {
  const since = await endOfOutbox(kantor.db);
  const writers = Array.from({ length: 40 }, (_, i) => append(`event-${i}`));
  await Promise.all(writers);
  await untilShown(kantor.db);
  const seen: string[] = [];
  for (let position = since; ;) {
    const events = await readEvents(kantor.db, position, 7);
    if (events.length === 0) break;
    seen.push(...events.map(({ kind }) => kind));
    position = events.at(-1)?.position ?? position;
  }
  expect(seen.toSorted()).toEqual(Array.from({ length: 40 }, (_, i) => `event-${i}`).toSorted());
});

test('is forgotten after a week, once every lasting reader has read it', async ({ kantor, append }) => {
  const kinds = async () =>
    (await sql<{ kind: string }>`select kind from outbox order by xid, id`.execute(kantor.db)).rows.map(
      ({ kind }) => kind,
    );
  await append('old');
  const before = await kinds();
  kantor.pass(7 * DAY + 1);
  await forgetOldEvents(kantor.db, kantor.clock());
  expect(await kinds()).toEqual(before);
  await fanOutAll(kantor);
  await forgetOldEvents(kantor.db, kantor.clock());
  expect(await kinds()).toEqual(before);
  await foldAll(kantor);
  await forgetOldEvents(kantor.db, kantor.clock());
  expect(await kinds()).toEqual(before);
  await fanOutAlerts(kantor);
  kantor.pass(-1);
  await forgetOldEvents(kantor.db, kantor.clock());
  expect(await kinds()).toEqual(before);
  kantor.pass(1);
  await append('new');
  await forgetOldEvents(kantor.db, kantor.clock());
  expect(await kinds()).toEqual(['new']);
  const readAll = async () => {
    await fanOutAll(kantor);
    await foldAll(kantor);
    await fanOutAlerts(kantor);
  };
  await readAll();
  await forgetOldEvents(kantor.db, kantor.clock());
  expect(await kinds()).toEqual(['new']);
  kantor.pass(7 * DAY + 1);
  await append('newest');
  await readAll();
  await forgetOldEvents(kantor.db, kantor.clock());
  expect(await kinds()).toEqual(['newest']);
});

test('nothing is forgotten that a reader has yet to read of a transaction, or in another cluster', async ({
  kantor,
}) => {
  const { rows: added } = await sql<{ id: bigint }>`
    insert into outbox (kind, object_id, owners, created_at)
    select 'one of two', gen_random_uuid(), '{}', ${kantor.clock()} from generate_series(1, 2) returning id`.execute(
    kantor.ownerDb,
  );
  const [first, second] = added.map(({ id }) => id);
  const kept = async () => {
    await forgetOldEvents(kantor.db, kantor.clock());
    const { rows } = await sql<{ id: bigint }>`select id from outbox order by xid, id`.execute(kantor.db);
    return rows.map(({ id }) => id);
  };
  kantor.pass(7 * DAY + 1);
  await sql`
    update outbox_reader set id = outbox.id, xid = outbox.xid, system_identifier = 1
    from outbox where outbox.id = ${first}`.execute(kantor.ownerDb);
  expect(await kept()).toContain(first);
  await sql`
    update outbox_reader set system_identifier = (select system_identifier from pg_control_system())`.execute(
    kantor.ownerDb,
  );
  expect(await kept()).toEqual([second]);
});

test('a reader that looked while another read on goes on from where that one is', async ({ kantor, append }) => {
  await append('for the other');
  const [xid, id] = (await endOfOutbox(kantor.db)).split('/');
  const handled: string[] = [];
  const follow = () =>
    followEvents(kantor.db, 'webhooks', async (_tx, events) => void handled.push(...events.map(({ kind }) => kind)));
  let late: Promise<boolean> | undefined;
  await transaction(kantor.db, async (tx) => {
    // It has read the position, and waits to see what is new.
    await sql`lock table outbox`.execute(tx);
    late = follow();
    await kantor.untilBlocked();
    await sql`update outbox_reader set xid = ${xid}::xid8, id = ${id}::bigint where name = 'webhooks'`.execute(tx);
  });
  expect([await late, handled]).toEqual([false, []]);
  await append('for this one');
  await untilShown(kantor.db);
  await follow();
  expect(handled).toEqual(['for this one']);
});
