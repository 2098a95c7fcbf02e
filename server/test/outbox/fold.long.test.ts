import { createClient, idempotencyKey, Refused } from '@kantor/contract/client.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { cancelMerchantOrder, createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { after, HOUR } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { NO_LIMITS } from '../../src/modules/accounts/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { foldBatch, foldLists } from '../../src/outbox/fold.ts';
import { KINDS } from '../../src/outbox/kinds.ts';
import { killAtEachStep } from '../kills/kill-at-each-step.ts';
import { holdOpen } from '../support/hold-open.ts';
import { foldAll, untilShown } from '../support/outbox-reading.ts';
import { startServer } from '../support/server-process.ts';
import { decline, test } from './lists-fixture.ts';

// Counters are folded later; pages, counts and limits are exact at every moment all the same.

test('lists are the same whatever part of the events is folded', async ({ kantor, market }) => {
  const { issue, compare, unfolded } = market;
  const steps = [issue, issue, issue, issue, issue, issue, issue];
  const orders = [];
  for (const [n, step] of steps.entries()) {
    const order = await step();
    orders.push(order);
    if (n % 3 === 1) await orders[n - 1]?.confirm();
    if (n % 3 === 2) await order.cancel();
    await compare();
    if (n % 2 === 0) continue;
    await untilShown(kantor.db);
    await foldBatch(kantor.db, { batchSize: 2 });
    await compare();
  }
  await expireDueOrders({ ...kantor, clock: () => after(kantor.clock(), HOUR) });
  await compare();
  expect(await unfolded()).toBeGreaterThan(0);
  await foldAll(kantor);
  expect(await unfolded()).toBe(0);
  await compare();
  expect(await verify(kantor.db)).toEqual([]);
});

test('a fold changes nothing that a reader of before it sees, and only the rest remains to be added', async ({
  kantor,
  market,
}) => {
  const { issue, unfolded } = market;
  await issue();
  await untilShown(kantor.db);
  const seen = await kantor.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const count = async () =>
        (await sql`select from list_block where owner_id <> platform_owner()`.execute(tx)).rows.length;
      const before = await count();
      await foldAll(kantor);
      const { rows } = await sql`select from unfolded_event`.execute(tx);
      return [before, await count(), rows.length];
    });
  expect(seen).toEqual([0, 0, 1]);
  expect(await unfolded()).toBe(0);
});

test('orders of two processes, with folds in between: lists are exact in every snapshot', async ({
  kantor,
  market,
}) => {
  const { merchants, issue, compare } = market;
  await kantor.heartbeat();
  const server = await startServer(kantor.databaseUrl);
  onTestFinished(() => server.kill('SIGTERM'));
  const shop = createClient({ base: server.url + MERCHANT_API_BASE, token: merchants[0].key });
  let working = 3;
  const here = async (lane: number) => {
    for (let n = 0; n < 12; n += 1) {
      const order = await issue();
      if ((n + lane) % 3 === 0) await order.confirm();
      if ((n + lane) % 3 === 1) await order.cancel();
    }
    working -= 1;
  };
  const there = async () => {
    for (let n = 0; n < 12; n += 1) {
      const body = { amount: `2000.${String(n + 10)}`, method: 'sbp' as const, external_id: newId(new Date()) };
      const { id } = await shop.call(createMerchantOrder, { body, headers: idempotencyKey() });
      if (n % 2 === 0) await shop.call(cancelMerchantOrder, { params: { id }, headers: idempotencyKey() });
    }
    working -= 1;
  };
  const folding = async () => {
    while (working > 0) await foldBatch(kantor.db, { batchSize: 3 });
  };
  const comparing = async () => {
    let compared = 0;
    for (; working > 0; compared += 1) await compare();
    return compared;
  };
  const [compared] = await Promise.all([comparing(), here(0), here(1), there(), folding(), folding()]);
  expect(compared).toBeGreaterThan(0);
  await compare();
  await foldAll(kantor);
  await compare();
  expect(await verify(kantor.db)).toEqual([]);
});

test('a process that is killed at any step of a fold has folded a batch or nothing of it', async ({
  kantor,
  market,
}) => {
  const { issue, compare, unfolded } = market;
  const job = { databaseUrl: kantor.databaseUrl, job: 'fold-lists' };
  const prepare = async () => {
    for (let n = 0; n < 2; n += 1) await (await issue()).confirm();
    await untilShown(kantor.db);
  };
  const steps = await killAtEachStep(job, prepare, compare);
  expect(steps).toBeGreaterThan(6);
  await foldAll(kantor);
  expect(await unfolded()).toBe(0);
  await compare();
  expect(await verify(kantor.db)).toEqual([]);
});

test('of two processes one folds, and the other waits for nobody', async ({ kantor, market }) => {
  const { issue, compare, unfolded } = market;
  await issue();
  await untilShown(kantor.db);
  const finish = await holdOpen(kantor.db, (tx) =>
    sql`select from outbox_reader where name = 'lists' for update`.execute(tx),
  );
  expect(await foldLists(kantor.db)).toBe(0);
  await finish();
  await issue();
  await untilShown(kantor.db);
  const folded = await Promise.all([1, 2, 3, 4].map(() => foldLists(kantor.db, { batchSize: 1 })));
  expect(folded.reduce((a, b) => a + b)).toBe(2);
  expect(await unfolded()).toBe(0);
  await compare();
});

test('a transaction that is still open is not passed over', async ({ kantor, market }) => {
  const { issue, compare, unfolded } = market;
  const { id } = await issue();
  const commit = await holdOpen(kantor.db, (tx) => decline(tx, id));
  await issue();
  await foldLists(kantor.db);
  await compare();
  await commit();
  await compare();
  await foldAll(kantor);
  await compare();
  expect(await unfolded()).toBe(0);
});

test('lists are exact in another cluster, before the reader has its place there and after', async ({
  kantor,
  market,
}) => {
  const { issue, compare, unfolded } = market;
  const { id } = await issue();
  await foldAll(kantor);
  await issue();
  // As after a restore: what was folded was folded at numbers that this cluster is yet to come to.
  await sql`update outbox set xid = (xid::text::bigint + 1000000000)::text::xid8`.execute(kantor.db);
  await sql`
    update outbox_reader set xid = (xid::text::bigint + 1000000000)::text::xid8, system_identifier = 1`.execute(
    kantor.db,
  );
  await compare();
  await transaction(kantor.db, (tx) => decline(tx, id));
  await issue();
  await compare();
  await foldLists(kantor.db);
  await compare();
  await foldAll(kantor);
  expect(await unfolded()).toBe(0);
  await compare();
});

test('of two transactions at once the later one may have the lower number, and be folded first', async ({
  kantor,
  market,
}) => {
  const { issue, compare } = market;
  await foldAll(kantor);
  const { promise: isIssued, resolve: tell } = Promise.withResolvers<string>();
  const { promise: isNumbered, resolve: begin } = Promise.withResolvers<void>();
  const later = transaction(kantor.db, async (tx) => {
    await sql`select pg_current_xact_id()`.execute(tx);
    begin();
    const id = await isIssued;
    await decline(tx, id);
  });
  await isNumbered;
  const { id } = await issue();
  await compare();
  tell(id);
  await later;
  await compare();
  await untilShown(kantor.db);
  for (let more = true; more;) {
    ({ isMore: more } = await foldBatch(kantor.db, { batchSize: 1 }));
    await compare();
  }
  const { rows } = await sql`
    select status, (select count(*) from list_block where n < 0) as below from platform_list where object_id = ${id}`.execute(
    kantor.db,
  );
  expect(rows).toEqual([{ status: 'DECLINED', below: 0n }]);
});

test('a limit counts what is folded and what is not, and never lets one more through', async ({ kantor, market }) => {
  const { trader } = market;
  const merchant = await kantor.createMerchant({ limits: { ...NO_LIMITS, activeOrders: 3 } });
  const tried = await Promise.allSettled([
    ...Array.from({ length: 12 }, (_, n) => merchant.order(String(3000 + n))),
    (async () => {
      for (let n = 0; n < 20; n += 1) await foldBatch(kantor.db, { batchSize: 1 });
    })(),
  ]);
  const codes = tried.flatMap((one) =>
    one.status === 'rejected' && one.reason instanceof Refused ? [one.reason.code] : [],
  );
  expect([codes.length, new Set(codes)]).toEqual([9, new Set(['merchant_limit'])]);
  const [issued] = tried.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
  await foldAll(kantor);
  expect((await merchant.refusedOrder('4000')).code).toBe('merchant_limit');
  await trader.call(confirmOrder, { params: { id: issued?.id ?? '' } });
  await merchant.order('4001');
  expect((await merchant.refusedOrder('4002')).code).toBe('merchant_limit');
});

test('every process folds: an api without a worker, and a worker alone', async ({ kantor, market }) => {
  for (const role of ['api', 'worker'] as const) {
    await market.issue();
    const server = await startServer(kantor.databaseUrl, role);
    try {
      await expect.poll(market.unfolded, { timeout: 20_000, interval: 20 }).toBe(0);
    } finally {
      await server.kill('SIGTERM');
    }
  }
  await market.compare();
});

test('every event of what the platform lists is a status, or is known to be none', async ({ kantor }) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from pg_proc, regexp_matches(prosrc, '''([a-z]+\.[a-z_]+)''', 'g') as found,
      lateral (select found[1] as kind) as named
    where proname = 'platform_unfolded'`.execute(kantor.db);
  const listed = new Set(rows.map(({ kind }) => kind));
  const ofObjects = KINDS.filter((kind) => /^(?:order|appeal|payout|withdrawal|deposit|notification)\./.test(kind));
  expect(ofObjects.filter((kind) => !listed.has(kind))).toEqual([
    'order.reversed',
    'appeal.evidence',
    'appeal.declined',
    'appeal.contested',
    'appeal.escalated',
    'payout.contested',
    'payout.settled',
    'order.message',
    'order.claimed',
    'withdrawal.sending',
    'notification.changed',
    'deposit.pending',
    'deposit.gone',
  ]);
  expect([...listed].filter((kind) => !(ofObjects as string[]).includes(kind))).toEqual([]);
});
