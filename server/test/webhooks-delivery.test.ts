import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE } from '../src/kernel/clock.ts';
import { verify } from '../src/modules/ledger/index.ts';
import { claimDue } from '../src/modules/webhooks/queue.ts';
import { giveUpOverdue } from '../src/modules/webhooks/index.ts';
import { fanOutAll } from './outbox-reading.ts';
import { isSigned, type Scene, startScene } from './webhook-shop.ts';

// When and in which order messages are sent, and until when.

const SECOND = 1000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SOON = { timeout: 10_000, interval: 5 };

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

test('a message is sent once, signed, with what is in the journal', async () => {
  await merchant.order();
  await scene.deliver();
  await scene.deliver();
  expect(scene.shop.heard.length).toBe(1);
  const [heard] = scene.shop.heard;
  const { id } = await merchant.newest();
  expect(heard?.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(scene.kantor.clock().getTime() / 1000),
  });
  const { secret } = (await merchant.call('endpoint/')).body;
  expect(heard && isSigned(heard, secret)).toBe(true);
  expect(heard && isSigned({ ...heard, raw: heard.raw.replace('ACTIVE', 'CLOSED') }, secret)).toBe(false);
  expect(heard?.raw).toBe((await merchant.call(`${id}/`)).body.body);
});

describe('A failure', () => {
  test('is tried again after longer and longer pauses for a day, and then no more', async () => {
    scene.shop.answerWith(() => 500);
    await merchant.order();
    await scene.deliver();
    const pauses: number[] = [];
    for (;;) {
      const { status, next_attempt_at: next } = await merchant.newest();
      if (status !== 'PENDING') break;
      const pause = new Date(next).getTime() - scene.kantor.clock().getTime();
      scene.kantor.pass(pause - 1);
      await scene.deliver();
      expect(scene.shop.heard.length).toBe(pauses.length + 1);
      scene.kantor.pass(1);
      await scene.deliver();
      pauses.push(pause);
    }
    const growing = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE];
    expect(pauses).toEqual([...growing, ...Array<number>(23).fill(HOUR)]);
    expect(await merchant.newest()).toMatchObject({ status: 'DEAD', attempts: 29, next_attempt_at: null });
    scene.kantor.pass(DAY);
    await scene.deliver();
    expect(scene.shop.heard.length).toBe(29);
  });

  test.each([
    [429, '60', MINUTE],
    [503, '3', 5 * SECOND],
    [503, '999999', HOUR],
    [500, '60', 5 * SECOND],
  ])('of %i with Retry-After %s is tried again after %s ms', async (status, retryAfter, pause) => {
    scene.shop.answerWith(() => (response) => response.writeHead(status, { 'retry-after': retryAfter }).end());
    await merchant.order();
    await scene.deliver();
    expect((await merchant.newest()).next_attempt_at).toBe(
      new Date(scene.kantor.clock().getTime() + pause).toISOString(),
    );
  });

  test('of a worker that cannot record is told, and the message is sent again after its lease', async () => {
    const broken = scene.startWorker();
    scene.shop.answerWith(async () => {
      await sql`alter table webhook_attempt rename to moved_away`.execute(scene.kantor.db);
      return 200;
    });
    await merchant.order();
    await broken.deliver();
    await sql`alter table moved_away rename to webhook_attempt`.execute(scene.kantor.db);
    expect(broken.errors).toEqual([expect.stringMatching(/^The webhook [0-9a-f-]{36} could not be recorded: /)]);
    expect(broken.errors[0]).not.toContain('whsec_');
    scene.shop.answerWith(() => 200);
    await scene.deliver();
    expect(scene.shop.heard.length).toBe(1);
    scene.kantor.pass(MINUTE);
    await scene.deliver();
    expect(new Set(scene.shop.heard.map(({ id }) => id)).size).toBe(1);
    expect(await merchant.newest()).toMatchObject({ status: 'DELIVERED', attempts: 1 });
  });
});

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

describe('Messages of one object', () => {
  test('come in their order: a later one waits for an earlier, and those of others do not', async () => {
    const [stuck, free] = [await merchant.order(), await merchant.order()];
    scene.shop.answerWith(({ objectId }) => (objectId === stuck.id ? 500 : 200));
    for (const { id } of [stuck, free]) await merchant.confirm(id);
    await scene.deliver();
    expect(scene.shop.types(free.id)).toEqual(['order.active', 'order.closed']);
    expect(scene.shop.types(stuck.id)).toEqual(['order.active']);
    scene.kantor.pass(5 * SECOND);
    await scene.deliver();
    expect(scene.shop.types(stuck.id)).toEqual(['order.active', 'order.active']);
    scene.shop.answerWith(() => 200);
    scene.kantor.pass(30 * SECOND);
    await scene.deliver();
    expect(scene.shop.types(stuck.id)).toEqual(['order.active', 'order.active', 'order.active', 'order.closed']);
  });

  test('that come while an earlier one is on its way wait for it', async () => {
    let answer = () => undefined as void;
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    scene.shop.answerWith(async () => {
      await mayAnswer;
      return 200;
    });
    const { id } = await merchant.order();
    const first = scene.deliver();
    await vi.waitUntil(() => scene.shop.heard.length === 1, SOON);
    await merchant.confirm(id);
    await scene.startWorker().deliver();
    expect(scene.shop.types(id)).toEqual(['order.active']);
    answer();
    await first;
    await scene.deliver();
    expect(scene.shop.types(id)).toEqual(['order.active', 'order.closed']);
  });

  test('go on after one that is given up', async () => {
    const { id } = await merchant.order();
    scene.shop.answerWith(({ type }) => (type === 'order.active' ? 500 : 200));
    await scene.deliver();
    scene.kantor.pass(23 * HOUR);
    await merchant.confirm(id);
    await scene.deliver();
    scene.kantor.pass(HOUR);
    await scene.deliver();
    expect(scene.shop.types(id).at(-1)).toBe('order.closed');
    const { results } = (await merchant.call()).body;
    expect(results.map(({ status }: { status: string }) => status)).toEqual(['DELIVERED', 'DEAD']);
  });
});

describe('An endpoint that is off', () => {
  test('keeps messages for a day; then they are given up, and those that come after are not', async () => {
    await merchant.setEndpoint(undefined, false);
    const old = await merchant.order();
    await scene.deliver();
    scene.kantor.pass(DAY - MINUTE);
    await merchant.confirm((await merchant.order()).id);
    await scene.deliver();
    await giveUpOverdue(scene.kantor.db, scene.kantor.clock());
    scene.kantor.pass(MINUTE);
    await giveUpOverdue(scene.kantor.db, scene.kantor.clock());
    const { results } = (await merchant.call()).body;
    expect(results.map(({ status }: { status: string }) => status)).toEqual(['PENDING', 'PENDING', 'DEAD']);
    await merchant.setEndpoint();
    await scene.deliver();
    expect(scene.shop.types()).toEqual(['order.active', 'order.closed']);
    expect(scene.shop.types(old.id)).toEqual([]);
  });

  test('and an object whose first message is given up goes on with its second', async () => {
    await merchant.setEndpoint(undefined, false);
    const { id } = await merchant.order();
    await scene.deliver();
    scene.kantor.pass(HOUR);
    await merchant.confirm(id);
    await scene.deliver();
    scene.kantor.pass(23 * HOUR);
    await giveUpOverdue(scene.kantor.db, scene.kantor.clock());
    await merchant.setEndpoint();
    await scene.deliver();
    expect(scene.shop.types(id)).toEqual(['order.closed']);
  });
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
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`.execute(
      scene.kantor.db,
    );
    expect(rows).toEqual([]);
    courier.stop();
    let isSettled = false;
    const settled = courier.settled().then(() => (isSettled = true));
    await merchant.order();
    expect([isSettled, (await merchant.newest()).status]).toEqual([false, 'PENDING']);
    held.letGo();
    await Promise.all([settled, delivering]);
    expect(scene.shop.heard.length).toBe(1);
  });
});

test('everything holds', async () => {
  expect(await verify(scene.kantor.db)).toEqual([]);
});
