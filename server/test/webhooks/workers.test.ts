import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { singleStatement } from '../../src/db/tx.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { lockDelivery } from '../../src/modules/webhooks/store/deliveries.ts';
import { claimDue } from '../../src/modules/webhooks/store/queue.ts';
import { holdOpen } from '../support/hold-open.ts';
import { fanOutAll } from '../support/outbox-reading.ts';
import { test as base } from './fixture.ts';
import { SOON } from './shop.ts';

// Several workers, some of them slow or dead, and servers that are: who sends what, and how much at once.

const test = base
  /** The deliveries that another worker would lease for a minute. */
  .extend(
    'claim',
    ({ kantor }) =>
      (at: Date, room: number) =>
        singleStatement(kantor.db, (tx) =>
          claimDue(tx, { at, leasedUntil: new Date(at.getTime() + MINUTE), room, maxPerLane: 8 }),
        ),
  )
  /** Two merchants with one delivery each, behind ten of the first merchant. */
  .extend('others', async ({ kantor, merchant, enter }) => {
    for (let i = 0; i < 10; i += 1) await merchant.order();
    const others = [await enter(), await enter()];
    for (const other of others) {
      await other.setEndpoint();
      await other.order();
    }
    await fanOutAll(kantor);
    return others;
  });

describe('A worker that slept over its lease', () => {
  test("sends nothing that may be another's by now", async ({ kantor, shop, merchant, deliver, startWorker }) => {
    await merchant.order();
    await fanOutAll(kantor);
    // It looks at the clock to lease, and again a minute later, before it sends.
    let looks = 0;
    const clock = () => new Date(kantor.clock().getTime() + ((looks += 1) === 2 ? MINUTE : 0));
    const asleep = startWorker(clock).dispatcher;
    await asleep.dispatch();
    await asleep.settled();
    expect([looks >= 2, shop.heard.length]).toEqual([true, 0]);
    kantor.pass(MINUTE);
    await deliver();
    expect(shop.heard.length).toBe(1);
  });

  test('records what arrived, but no failure: another has the message in hand', async ({
    kantor,
    shop,
    merchant,
    deliver,
    startWorker,
  }) => {
    for (const [status, expected] of [
      [500, { status: 'PENDING', attempts: 0 }],
      [200, { status: 'DELIVERED', attempts: 1 }],
    ] as const) {
      const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      shop.answerWith(async (_heard, before) => {
        await answers[before]?.promise;
        return before === 0 ? status : 404;
      });
      await merchant.order();
      const [slow, other] = [startWorker(), startWorker()];
      await fanOutAll(kantor);
      await slow.dispatcher.dispatch();
      await shop.untilHeard();
      kantor.pass(MINUTE);
      await other.dispatcher.dispatch();
      await shop.untilHeard(2);
      answers[0]?.resolve();
      await slow.dispatcher.settled();
      expect(await merchant.newest()).toMatchObject(expected);
      answers[1]?.resolve();
      await other.dispatcher.settled();
      expect((await merchant.newest()).status).toBe(expected.status);
      shop.answerWith(() => 200);
      kantor.pass(MINUTE);
      await deliver();
      shop.heard.length = 0;
    }
  });
});

test('a worker has 128 messages under way at most, of however many merchants', async ({
  kantor,
  shop,
  deliver,
  enter,
}) => {
  const answer = shop.holdAnswers();
  for (let shops = 0; shops < 17; shops += 1) {
    const other = await enter();
    await other.setEndpoint();
    for (let orders = 0; orders < 8; orders += 1) await other.order();
  }
  const delivering = deliver();
  await shop.untilHeard(128);
  const { rows } = await sql<{ inHand: number }>`
    select count(*)::int as "inHand" from webhook where leased_until > ${kantor.clock()}`.execute(kantor.db);
  expect([shop.heard.length, rows[0]?.inHand]).toEqual([128, 128]);
  answer();
  await delivering;
  expect(shop.heard.length).toBe(136);
});

test('what a dead worker had in hand, all that one merchant may have under way, is sent once its lease is over', async ({
  kantor,
  shop,
  merchant,
  deliver,
  startWorker,
  claim,
}) => {
  for (let i = 0; i < 9; i += 1) await merchant.order();
  await fanOutAll(kantor);
  const at = kantor.clock();
  expect((await claim(at, 100)).length).toBe(8);
  const { dispatcher } = startWorker();
  await dispatcher.dispatch();
  expect(shop.heard).toEqual([]);
  kantor.pass(MINUTE);
  await deliver();
  expect(new Set(shop.heard.map(({ id }) => id)).size).toBe(9);
});

test('a message that somebody else holds, as to send it again, holds up no other', async ({
  kantor,
  shop,
  merchant,
  deliver,
  startWorker,
}) => {
  await merchant.order();
  await fanOutAll(kantor);
  const { id: held } = await merchant.newest();
  await merchant.order();
  await fanOutAll(kantor);
  const { id: free } = await merchant.newest();
  const letGo = await holdOpen(kantor.db, (tx) => lockDelivery(tx, held));
  const { dispatcher } = startWorker();
  await dispatcher.dispatch();
  await dispatcher.settled();
  expect(shop.heard.map(({ id }) => id)).toEqual([free]);
  await letGo();
  await deliver();
  expect(shop.heard.map(({ id }) => id)).toEqual([free, held]);
});

test('merchants take turns: a long queue of one is not before the first message of another', async ({
  kantor,
  merchant,
  others,
  claim,
}) => {
  const at = kantor.clock();
  const claimNow = (room: number) => claim(at, room);
  const ids = (claimed: Awaited<ReturnType<typeof claimNow>>) => claimed.map(({ merchantId }) => merchantId).toSorted();
  const everyone = [merchant, ...others].map((each) => each.id).toSorted();
  expect(ids(await claimNow(3))).toEqual(everyone);
  expect(ids(await claimNow(100))).toEqual(Array(7).fill(merchant.id));
  expect(await claimNow(100)).toEqual([]);
});

describe('A slow server', () => {
  test('has eight messages under way at most, over all workers, and holds up nobody else', async ({
    kantor,
    shop,
    merchant,
    startWorker,
    enter,
  }) => {
    const held = shop.holdAnswersAt('/slow');
    await merchant.setEndpoint(`${shop.url}/slow`);
    for (let i = 0; i < 30; i += 1) await merchant.order();
    const quick = await enter();
    await quick.setEndpoint(`${shop.url}/quick`);
    const workers = [1, 2].map(() => startWorker());
    const delivering = workers.map(({ deliver }) => deliver());
    await vi.waitUntil(() => held.count().now === 8, SOON);
    for (let i = 0; i < 20; i += 1) await quick.order();
    const { dispatcher } = startWorker();
    const isAllHeard = async () => {
      await fanOutAll(kantor);
      await dispatcher.dispatch();
      return shop.heardAt('/quick') === 20;
    };
    await vi.waitUntil(isAllHeard, SOON);
    expect(held.count().now).toBe(8);
    held.answer();
    await Promise.all(delivering);
    expect([held.count().most, shop.heardAt('/slow')]).toEqual([8, 30]);
  });

  test('keeps no transaction open, and a worker that stops waits for it', async ({
    kantor,
    shop,
    merchant,
    deliver,
    startWorker,
  }) => {
    const answer = shop.holdAnswers();
    await merchant.order();
    const worker = startWorker();
    const delivering = worker.deliver();
    await shop.untilHeard();
    // The worker looks for more that is due beside it, in short ones.
    const isNoneOpen = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`.execute(
        kantor.db,
      );
      return rows.length === 0;
    };
    await vi.waitUntil(isNoneOpen, SOON);
    worker.dispatcher.stop();
    let isSettled = false;
    const settled = worker.dispatcher.settled().then(() => (isSettled = true));
    await merchant.order();
    expect([isSettled, (await merchant.newest()).status]).toEqual([false, 'PENDING']);
    answer();
    await Promise.all([settled, delivering]);
    expect(shop.heard.length).toBe(1);
    // The other order's message is for another worker.
    await fanOutAll(kantor);
    await worker.dispatcher.dispatch();
    await worker.dispatcher.settled();
    expect(shop.heard.length).toBe(1);
    await deliver();
    expect(shop.heard.length).toBe(2);
  });
});

test('everything holds', async ({ kantor }) => {
  expect(await verify(kantor.db)).toEqual([]);
});
