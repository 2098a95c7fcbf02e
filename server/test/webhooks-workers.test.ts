import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { transaction } from '../src/db/tx.ts';
import { MINUTE } from '../src/kernel/clock.ts';
import { verify } from '../src/modules/ledger/index.ts';
import { lockMessage } from '../src/modules/webhooks/journal.ts';
import { claimDue } from '../src/modules/webhooks/queue.ts';
import { fanOutAll } from './outbox-reading.ts';
import { type Scene, startScene } from './webhook-shop.ts';

// Several workers, some of them slow or dead, and servers that are: who sends what, and how much at once.

const SOON = { timeout: 20_000, interval: 5 };

let scene: Scene;
let merchant: Awaited<ReturnType<Scene['enter']>>;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  merchant = await scene.enter();
  await merchant.setEndpoint();
});
afterEach(() => scene.leave());

describe('A worker that slept over its lease', () => {
  test("sends nothing that may be another's by now", async () => {
    await merchant.order();
    await fanOutAll(scene.kantor);
    // It looks at the clock to lease, and again a minute later, before it sends.
    let looks = 0;
    const clock = () => new Date(scene.kantor.clock().getTime() + ((looks += 1) === 2 ? MINUTE : 0));
    const asleep = scene.startWorker(clock).courier;
    await asleep.dispatch();
    await asleep.settled();
    expect([looks >= 2, scene.shop.heard.length]).toEqual([true, 0]);
    scene.kantor.pass(MINUTE);
    await scene.deliver();
    expect(scene.shop.heard.length).toBe(1);
  });

  test('records what arrived, but no failure: another has the message in hand', async () => {
    for (const [status, expected] of [
      [500, { status: 'PENDING', attempts: 0 }],
      [200, { status: 'DELIVERED', attempts: 1 }],
    ] as const) {
      const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      scene.shop.answerWith(async (_heard, before) => {
        await answers[before]?.promise;
        return before === 0 ? status : 404;
      });
      await merchant.order();
      const [slow, other] = [scene.startWorker(), scene.startWorker()];
      await fanOutAll(scene.kantor);
      await slow.courier.dispatch();
      await vi.waitUntil(() => scene.shop.heard.length === 1, SOON);
      scene.kantor.pass(MINUTE);
      await other.courier.dispatch();
      await vi.waitUntil(() => scene.shop.heard.length === 2, SOON);
      answers[0]?.resolve();
      await slow.courier.settled();
      expect(await merchant.newest()).toMatchObject(expected);
      answers[1]?.resolve();
      await other.courier.settled();
      expect((await merchant.newest()).status).toBe(expected.status);
      scene.shop.answerWith(() => 200);
      scene.kantor.pass(MINUTE);
      await scene.deliver();
      scene.shop.heard.length = 0;
    }
  });
});

test('a worker has 128 messages under way at most, of however many merchants', async () => {
  const letGo = Promise.withResolvers<void>();
  let open = 0;
  scene.shop.answerWith(async () => {
    open += 1;
    await letGo.promise;
    return 200;
  });
  for (let shops = 0; shops < 17; shops += 1) {
    const shop = await scene.enter();
    await shop.setEndpoint();
    for (let orders = 0; orders < 8; orders += 1) await shop.order();
  }
  const { deliver } = scene.startWorker();
  const delivering = deliver();
  await vi.waitUntil(() => open >= 128, SOON);
  const { rows } = await sql<{ inHand: number }>`
    select count(*)::int as "inHand" from webhook where leased_until > ${scene.kantor.clock()}`.execute(
    scene.kantor.db,
  );
  expect([open, rows[0]?.inHand]).toEqual([128, 128]);
  letGo.resolve();
  await delivering;
  expect(open).toBe(136);
});

test('what a dead worker had in hand, all that one merchant may have under way, is sent once its lease is over', async () => {
  for (let i = 0; i < 9; i += 1) await merchant.order();
  await fanOutAll(scene.kantor);
  const at = scene.kantor.clock();
  const leasedUntil = new Date(at.getTime() + MINUTE);
  expect((await claimDue(scene.kantor.db, { at, leasedUntil, room: 100, perLane: 8 })).length).toBe(8);
  const { courier } = scene.startWorker();
  await courier.dispatch();
  expect(scene.shop.heard).toEqual([]);
  scene.kantor.pass(MINUTE);
  await scene.deliver();
  expect(new Set(scene.shop.heard.map(({ id }) => id)).size).toBe(9);
});

test('a message that somebody else holds, as to send it again, holds up no other', async () => {
  await merchant.order();
  await fanOutAll(scene.kantor);
  const { id: held } = await merchant.newest();
  await merchant.order();
  await fanOutAll(scene.kantor);
  const { id: free } = await merchant.newest();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const holding = transaction(scene.kantor.db, async (tx) => {
    await lockMessage(tx, held);
    hold();
    await mayEnd;
  });
  await isHeld;
  const { courier } = scene.startWorker();
  await courier.dispatch();
  await courier.settled();
  expect(scene.shop.heard.map(({ id }) => id)).toEqual([free]);
  end();
  await holding;
  await scene.deliver();
  expect(scene.shop.heard.map(({ id }) => id)).toEqual([free, held]);
});

test('merchants take turns: a long queue of one is not before the first message of another', async () => {
  for (let i = 0; i < 10; i += 1) await merchant.order();
  const others = [await scene.enter(), await scene.enter()];
  for (const other of others) {
    await other.setEndpoint();
    await other.order();
  }
  await fanOutAll(scene.kantor);
  const at = scene.kantor.clock();
  const claim = (room: number) =>
    claimDue(scene.kantor.db, { at, leasedUntil: new Date(at.getTime() + MINUTE), room, perLane: 8 });
  const ids = (claimed: Awaited<ReturnType<typeof claim>>) => claimed.map(({ merchantId }) => merchantId).toSorted();
  const everyone = [merchant, ...others].map((each) => each.merchant.id).toSorted();
  expect(ids(await claim(3))).toEqual(everyone);
  expect(ids(await claim(100))).toEqual(Array(7).fill(merchant.merchant.id));
  expect(await claim(100)).toEqual([]);
});

describe('A slow server', () => {
  /** Makes the answers to this merchant wait. @returns how many wait now and at most, and what lets them go. */
  function holdAnswersTo(slow: string) {
    const held = { now: 0, most: 0, letGo: () => undefined as void };
    const gone = new Promise<void>((resolve) => (held.letGo = resolve));
    scene.shop.answerWith(async ({ path }) => {
      if (path !== slow) return 200;
      held.now += 1;
      held.most = Math.max(held.most, held.now);
      await gone;
      held.now -= 1;
      return 200;
    });
    return held;
  }

  test('has eight messages under way at most, over all workers, and holds up nobody else', async () => {
    const held = holdAnswersTo('/slow');
    await merchant.setEndpoint(`${scene.shop.url}/slow`);
    for (let i = 0; i < 30; i += 1) await merchant.order();
    const quick = await scene.enter();
    await quick.setEndpoint(`${scene.shop.url}/quick`);
    const workers = [1, 2].map(() => scene.startWorker());
    const delivering = workers.map(({ deliver }) => deliver());
    await vi.waitUntil(() => held.now === 8, SOON);
    for (let i = 0; i < 20; i += 1) await quick.order();
    const { courier } = scene.startWorker();
    const isAllHeard = async () => {
      await fanOutAll(scene.kantor);
      await courier.dispatch();
      return scene.shop.heard.filter(({ path }) => path === '/quick').length === 20;
    };
    await vi.waitUntil(isAllHeard, SOON);
    expect(held.now).toBe(8);
    held.letGo();
    await Promise.all(delivering);
    expect([held.most, scene.shop.heard.filter(({ path }) => path === '/slow').length]).toEqual([8, 30]);
  });

  test('keeps no transaction open, and a worker that stops waits for it', async () => {
    const held = holdAnswersTo('/webhooks');
    await merchant.order();
    const { courier, deliver } = scene.startWorker();
    const delivering = deliver();
    await vi.waitUntil(() => held.now === 1, SOON);
    // The worker looks for more that is due beside it, in short ones.
    const isNoneOpen = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`.execute(
        scene.kantor.db,
      );
      return rows.length === 0;
    };
    await vi.waitUntil(isNoneOpen, SOON);
    courier.stop();
    let isSettled = false;
    const settled = courier.settled().then(() => (isSettled = true));
    await merchant.order();
    expect([isSettled, (await merchant.newest()).status]).toEqual([false, 'PENDING']);
    held.letGo();
    await Promise.all([settled, delivering]);
    expect(scene.shop.heard.length).toBe(1);
    // The other order's message is for another worker.
    await fanOutAll(scene.kantor);
    await courier.dispatch();
    await courier.settled();
    expect(scene.shop.heard.length).toBe(1);
    await scene.deliver();
    expect(scene.shop.heard.length).toBe(2);
  });
});

test('everything holds', async () => {
  expect(await verify(scene.kantor.db)).toEqual([]);
});
