import { createClient, idempotencyKey } from '@kantor/contract/client.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { newId } from '../../src/kernel/ids.ts';
import { appendEvent } from '../../src/outbox/append.ts';
import type { Position } from '../../src/outbox/read.ts';
import { type EventClient, listen } from './event-client.ts';
import { kantorTest } from '../support/fixtures.ts';
import { endOfOutbox, readAllEvents } from '../support/outbox-reading.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

// Two nodes that serve clients, two that work in the background, one database.

const test = kantorTest
  .extend('options', { scope: 'file' }, { now: 'running' })
  /** Two that serve clients; two more work in the background. */
  .extend('nodes', { scope: 'file' }, async ({ kantor }, { onCleanup }) => {
    const roles = ['api', 'api', 'worker', 'worker'] as const;
    const nodes = await Promise.all(roles.map((role) => startServer(kantor.databaseUrl, role)));
    onCleanup(async () => {
      await Promise.all(nodes.map((node) => node.kill('SIGKILL')));
    });
    const [first, second] = nodes as [ServerProcess, ServerProcess];
    return { first, second };
  })
  /** The objects of one kind of event, in the order of the outbox. */
  .extend(
    'happened',
    ({ kantor }) =>
      async (since: Position, kind: string) =>
        (await readAllEvents(kantor.db, since)).filter((event) => event.kind === kind).map(({ objectId }) => objectId),
  )
  /** One event in a transaction of its own; many at once commit in any order. @returns its object. */
  .extend('tell', ({ kantor }) => async (owner: string): Promise<string> => {
    const [at, objectId] = [new Date(), newId(new Date())];
    await transaction(kantor.db, (tx) => appendEvent(tx, { kind: 'notification.new', objectId, owners: [owner], at }));
    return objectId;
  })
  /** Tells each owner of events until it is stopped, but no faster than `heardBy` goes on: a client far behind gets one change for all. */
  .extend('keepTelling', ({ tell }) => (owners: readonly string[], heardBy: (i: number) => readonly string[]) => {
    let isTelling = true;
    const telling = Promise.all(
      owners.map(async (owner, i) => {
        for (let n = 1; isTelling; n += 1) {
          await tell(owner);
          await vi.waitUntil(() => heardBy(i).length > n - 20, { timeout: 20_000, interval: 10 });
        }
      }),
    );
    return async () => {
      isTelling = false;
      await telling;
    };
  });

const notified = (clients: readonly EventClient[]) =>
  clients.flatMap((client) => client.told()).flatMap(({ tag, id }) => (tag === 'Notification' && id ? [id] : []));

test('whatever happens on whichever node reaches the clients of both, once', async ({
  kantor,
  nodes: { first, second },
}) => {
  const trader = await kantor.createTrader({ balance: '1000000' });
  await kantor.createRequisite(trader.id);
  const merchant = await kantor.createMerchant();
  const owners = [trader, merchant];
  const clients = await Promise.all(
    [first, second].flatMap(({ url }) => owners.map(async ({ token }) => listen(url, await token()))),
  );
  const orders = Array.from({ length: 60 }, async (_, i) => {
    const [node, other] = i % 2 === 0 ? [first, second] : [second, first];
    const shop = createClient({ base: node.url + MERCHANT_API_BASE, token: merchant.key });
    const body = { amount: String(1000 + i), method: 'sbp', external_id: String(i) } as const;
    const { id } = await shop.call(createMerchantOrder, { body, headers: idempotencyKey() });
    const person = createClient({ base: other.url + API_BASE, token: trader.token });
    // Every third is left for the workers to expire.
    if (i % 3 > 0) await person.call(confirmOrder, { params: { id } });
    return id;
  });
  const ids = await Promise.all(orders);
  const timesTold = (client: EventClient, id: string) => client.told().filter((change) => change.id === id);
  // Changes of the same moment come as one.
  for (const client of clients) await client.until(() => ids.every((id) => timesTold(client, id).length > 0));
  await sql`update orders set expires_at = now() where status = 'ACTIVE'`.execute(kantor.db);
  const expired = ids.filter((_, i) => i % 3 === 0);
  await Promise.all(
    clients.map(async (client) => {
      const of = (id: string) => timesTold(client, id);
      // As new, and later as one that has changed.
      await client.until(() => expired.every((id) => of(id).length > 1));
      for (const id of ids) expect(of(id).map(({ created = 0 }) => created)).toEqual(of(id).length > 1 ? [1, 0] : [1]);
      client.leave();
    }),
  );
});

test('each event comes once and in order, though many transactions run at once', async ({
  kantor,
  tell,
  happened,
  nodes: { first, second },
}) => {
  const trader = await kantor.createTrader();
  const since = await endOfOutbox(kantor.db);
  const clients = await Promise.all([first, second].map(async ({ url }) => listen(url, await trader.token())));
  for (let round = 1; round <= 10; round += 1) {
    // More at once would become one change for all of them.
    await Promise.all(Array.from({ length: 40 }, () => tell(trader.id)));
    for (const client of clients) await client.until(() => notified([client]).length >= 40 * round);
  }
  const told = await happened(since, 'notification.new');
  expect(told).toHaveLength(400);
  for (const client of clients) {
    expect(notified([client])).toEqual(told);
    client.leave();
  }
});

test('a client that is ahead of the node it comes to misses nothing there', async ({
  kantor,
  tell,
  nodes: { first, second },
}) => {
  const trader = await kantor.createTrader();
  const token = await trader.token();
  for (let i = 0; i < 15; i += 1) {
    const ahead = await listen(first.url, token);
    const known = await tell(trader.id);
    await ahead.until(() => notified([ahead]).includes(known));
    ahead.leave();
    const client = await listen(second.url, token, ahead.cursor());
    const next = await tell(trader.id);
    await client.until((told) => told.length > 0);
    expect(notified([client])).toEqual([next]);
    client.leave();
  }
});

test('the clients of a node that is killed go on at the other, where they were', async ({
  kantor,
  keepTelling,
  nodes: { first, second },
}) => {
  const traders = await Promise.all(Array.from({ length: 5 }, () => kantor.createTrader()));
  const since = await endOfOutbox(kantor.db);
  const before = await Promise.all(traders.map(async ({ token }) => listen(first.url, await token())));
  const after: EventClient[] = [];
  const heardBy = (i: number) => notified([before[i], after[i]].filter((client) => client !== undefined));
  const stopTelling = keepTelling(
    traders.map(({ id }) => id),
    heardBy,
  );
  await Promise.all(before.map((client) => client.until((told) => told.length > 3)));
  await first.kill('SIGKILL');
  await Promise.all(before.map((client) => client.untilEnded()));
  await Promise.all(
    traders.map(async ({ token }, i) => {
      after[i] = await listen(second.url, await token(), before[i]?.cursor());
    }),
  );
  await Promise.all(after.map((client) => client.until((told) => told.length > 3)));
  await stopTelling();
  const told = await readAllEvents(kantor.db, since);
  for (const [i, { id }] of traders.entries()) {
    const own = told.filter(({ owners }) => owners.includes(id)).map(({ objectId }) => objectId);
    await after[i]?.until(() => heardBy(i).length >= own.length);
    expect(heardBy(i)).toEqual(own);
    after[i]?.leave();
  }
});
