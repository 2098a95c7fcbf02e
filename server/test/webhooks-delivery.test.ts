import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { transaction } from '../src/db/tx.ts';
import { MINUTE } from '../src/kernel/clock.ts';
import { newId } from '../src/kernel/ids.ts';
import { verify } from '../src/modules/ledger/index.ts';
import { fanOut, giveUpOverdue } from '../src/modules/webhooks/index.ts';
import { insertMessages } from '../src/modules/webhooks/store.ts';
import { fanOutAll, untilShown } from './outbox-reading.ts';
import { isSigned, type Scene, startScene } from './webhook-shop.ts';

// When and in which order messages are sent, and until when.

const SECOND = 1000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
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

  test('go on, though a later one is being made at the very moment when the last one before it is delivered', async () => {
    const { id } = await merchant.order();
    await fanOutAll(scene.kantor);
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    scene.shop.answerWith(async () => {
      await mayAnswer;
      return 200;
    });
    const { courier } = scene.startWorker();
    const sending = courier.dispatch().then(() => courier.settled());
    await vi.waitUntil(() => scene.shop.heard.length === 1, SOON);
    await merchant.confirm(id);
    await untilShown(scene.kantor.db);
    // The later one has looked at what is before it, and waits for its number in the journal.
    const { promise: mayNumber, resolve: number } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const holding = transaction(scene.kantor.db, async (tx) => {
      await sql`
        select from list_sequence where owner_id = ${merchant.merchant.id} and list = 'webhooks' for update`.execute(
        tx,
      );
      hold();
      await mayNumber;
    });
    await isHeld;
    const making = fanOut(scene.kantor);
    await scene.kantor.untilBlocked();
    answer();
    // The delivery is recorded, or waits for the later one.
    const isRecordedOrWaits = async () => {
      const { rows } = await sql<{ waiting: bigint }>`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(scene.kantor.db);
      return rows[0]?.waiting === 2n || (await merchant.newest()).status === 'DELIVERED';
    };
    await vi.waitUntil(isRecordedOrWaits, SOON);
    number();
    await Promise.all([holding, making, sending]);
    await scene.deliver();
    expect(scene.shop.types(id)).toEqual(['order.active', 'order.closed']);
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

  test('gives up none that is just on its way', async () => {
    await merchant.setEndpoint(undefined, false);
    await merchant.order();
    await scene.deliver();
    scene.kantor.pass(DAY - SECOND);
    await merchant.setEndpoint();
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    scene.shop.answerWith(async () => {
      await mayAnswer;
      return 200;
    });
    const { courier } = scene.startWorker();
    await courier.dispatch();
    await vi.waitUntil(() => scene.shop.heard.length === 1, SOON);
    scene.kantor.pass(SECOND);
    await giveUpOverdue(scene.kantor.db, scene.kantor.clock());
    answer();
    await courier.settled();
    expect(await merchant.newest()).toMatchObject({ status: 'DELIVERED', attempts: 1 });
  });

  test('gives up however many there are, in one turn', async () => {
    const at = scene.kantor.clock();
    const messages = Array.from({ length: 450 }, (_, n) => ({
      id: newId(at),
      merchantId: merchant.merchant.id,
      callbackUrl: null,
      url: scene.shop.url,
      // No event of the outbox has such a number.
      eventId: -1n - BigInt(n),
      type: 'order.active',
      objectId: newId(at),
      body: '{}',
    }));
    await transaction(scene.kantor.db, (tx) => insertMessages(tx, messages, { at, giveUpAt: at }));
    await giveUpOverdue(scene.kantor.db, at);
    const { rows } = await sql`
      select status, count(*) as n from webhook where merchant_id = ${merchant.merchant.id} group by status`.execute(
      scene.kantor.db,
    );
    expect(rows).toEqual([{ status: 'DEAD', n: 450n }]);
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

test('everything holds', async () => {
  expect(await verify(scene.kantor.db)).toEqual([]);
});
