import { MINUTE } from '../src/kernel/clock.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verify } from '../src/modules/ledger/index.ts';
import { endOfOutbox, fanOutAll, readAllEvents } from './outbox-reading.ts';
import { type Scene, startScene } from './webhook-shop.ts';

// What became of messages, and sending them again.

const DAY = 24 * 60 * MINUTE;

let scene: Scene;
let merchant: Awaited<ReturnType<Scene['enter']>>;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  merchant = await scene.enter();
});
afterEach(() => scene.leave());

describe('The journal', () => {
  beforeEach(async () => {
    await merchant.setEndpoint();
  });

  test('lists messages, newest first, page by page', async () => {
    for (let i = 0; i < 5; i += 1) await merchant.order();
    await scene.deliver();
    const first = (await merchant.call('?page_size=2')).body;
    const last = (await merchant.call('?page_size=2&page=3')).body;
    expect([first.count, first.results.length, last.results.length]).toEqual([5, 2, 1]);
    const { rows } = await sql<{ id: string }>`
      select id from webhook where merchant_id = ${merchant.merchant.id} order by merchant_seq desc`.execute(
      scene.kantor.db,
    );
    expect([
      ...first.results,
      ...(await merchant.call('?page_size=2&page=2')).body.results,
      ...last.results,
    ]).toMatchObject(rows);
    expect((await merchant.call('?page=9')).body).toEqual({ count: 5, results: [] });
  });

  test('tells of a message what was sent and how each attempt went, newest first', async () => {
    scene.shop.answerWith((_heard, before) =>
      before === 0 ? (response) => void response.writeHead(500).end('<h1>Ой</h1>') : 200,
    );
    const { id: object_id } = await merchant.order();
    const startedAt = scene.kantor.clock().toISOString();
    await scene.deliver();
    const row = await merchant.newest();
    expect(row).toEqual({
      id: scene.shop.heard[0]?.id,
      type: 'order.active',
      object_id,
      url: `${scene.shop.url}/webhooks`,
      status: 'PENDING',
      human_status: 'Ожидает',
      attempts: 1,
      created_at: startedAt,
      next_attempt_at: new Date(scene.kantor.clock().getTime() + 5000).toISOString(),
      delivered_at: null,
    });
    scene.kantor.pass(5000);
    await scene.deliver();
    const delivered = {
      ...row,
      status: 'DELIVERED',
      human_status: 'Доставлен',
      attempts: 2,
      next_attempt_at: null,
      delivered_at: scene.kantor.clock().toISOString(),
    };
    const attempt = { duration: expect.any(Number), response_status: 200, response_body: '', error: '' };
    expect((await merchant.call(`${row.id}/`)).body).toEqual({
      ...delivered,
      body: scene.shop.heard[0]?.raw,
      attempt_history: [
        { ...attempt, started_at: scene.kantor.clock().toISOString() },
        {
          ...attempt,
          started_at: startedAt,
          response_status: 500,
          response_body: '<h1>Ой</h1>',
          error: 'Сервер ответил 500',
        },
      ],
    });
    expect(await merchant.newest()).toEqual(delivered);
  });

  test('each attempt tells the screens', async () => {
    await merchant.order();
    await scene.deliver();
    const { id } = await merchant.newest();
    const { rows } = await sql`
      select owners from outbox where kind = 'webhook.changed' and object_id = ${id}`.execute(scene.kantor.db);
    // Made, and delivered.
    expect(rows).toEqual([{ owners: [merchant.merchant.id] }, { owners: [merchant.merchant.id] }]);
  });

  test('sending again tells the screens, whether it was delivered or waits', async () => {
    const resent = async () => {
      const { id, status } = await merchant.newest();
      const since = await endOfOutbox(scene.kantor.db);
      await merchant.call(`${id}/resend/`, {});
      const told = await readAllEvents(scene.kantor.db, since);
      expect(told).toMatchObject([{ kind: 'webhook.changed', objectId: id, owners: [merchant.merchant.id] }]);
      return status;
    };
    await merchant.order();
    await fanOutAll(scene.kantor);
    expect(await resent()).toBe('PENDING');
    await scene.deliver();
    expect(await resent()).toBe('DELIVERED');
  });
});

describe('Sending again', () => {
  const resend = (id: string) => merchant.call(`${id}/resend/`, {});
  beforeEach(async () => {
    await merchant.setEndpoint();
  });

  test('a delivered message: at once, under its id, with the body of that time', async () => {
    await merchant.order();
    await scene.deliver();
    const { id } = await merchant.newest();
    scene.kantor.pass(DAY);
    const answer = await resend(id);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { id, status: 'PENDING', attempts: 1, delivered_at: null },
    ]);
    expect(await merchant.newest()).toEqual(answer.body);
    await scene.deliver();
    expect(scene.shop.heard.map((heard) => [heard.id, heard.raw])).toEqual([
      [id, scene.shop.heard[0]?.raw],
      [id, scene.shop.heard[0]?.raw],
    ]);
    expect(scene.shop.heard[1]?.headers['webhook-timestamp']).toBe(String(scene.kantor.clock().getTime() / 1000));
    expect(await merchant.newest()).toMatchObject({ status: 'DELIVERED', attempts: 2 });
  });

  test('a dead message: for another day', async () => {
    scene.shop.answerWith(() => 500);
    await merchant.order();
    for (let hours = 0; hours < 25; hours += 1) {
      await scene.deliver();
      scene.kantor.pass(61 * MINUTE);
    }
    const dead = await merchant.newest();
    expect(dead).toMatchObject({ status: 'DEAD', human_status: 'Не доставлен', next_attempt_at: null });
    await resend(dead.id);
    await scene.deliver();
    expect(await merchant.newest()).toMatchObject({
      status: 'PENDING',
      attempts: dead.attempts + 1,
      next_attempt_at: new Date(scene.kantor.clock().getTime() + 5000).toISOString(),
    });
    scene.shop.answerWith(() => 200);
    scene.kantor.pass(5000);
    await scene.deliver();
    expect(await merchant.newest()).toMatchObject({ status: 'DELIVERED', attempts: dead.attempts + 2 });
  });

  test('a message that waits: it and those before it are due at once, in their order', async () => {
    scene.shop.answerWith(() => 500);
    const { id } = await merchant.order();
    await merchant.confirm(id);
    await scene.deliver();
    const second = await merchant.newest();
    expect(second).toMatchObject({ type: 'order.closed', attempts: 0, next_attempt_at: null });
    scene.shop.answerWith(() => 200);
    await resend(second.id);
    await scene.deliver();
    expect(scene.shop.types(id)).toEqual(['order.active', 'order.active', 'order.closed']);
  });

  test('a message that had arrived does not hurry the next one of its object, whose server has asked for time', async () => {
    const { id: orderId } = await merchant.order();
    await scene.deliver();
    const first = await merchant.newest();
    scene.shop.answerWith(() => (response) => response.writeHead(503, { 'retry-after': '600' }).end());
    await merchant.confirm(orderId);
    await scene.deliver();
    const second = await merchant.newest();
    scene.shop.answerWith(() => 200);
    await resend(first.id);
    await scene.deliver();
    expect(scene.shop.types(orderId)).toEqual(['order.active', 'order.closed', 'order.active']);
    expect(await merchant.newest()).toEqual(second);
  });

  test('a message that is just being sent is left to that', async () => {
    let answer = () => undefined as void;
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    let arrived = () => undefined as void;
    const hasArrived = new Promise<void>((resolve) => (arrived = resolve));
    scene.shop.answerWith(async () => {
      arrived();
      await mayAnswer;
      return 200;
    });
    await merchant.order();
    const delivering = scene.deliver();
    await hasArrived;
    const { id } = await merchant.newest();
    expect((await resend(id)).status).toBe(200);
    await scene.startWorker().deliver();
    answer();
    await delivering;
    expect(scene.shop.heard.length).toBe(1);
    expect(await merchant.newest()).toMatchObject({ status: 'DELIVERED', attempts: 1 });
  });

  test('to an endpoint that is off, or has no address, is refused in words', async () => {
    await merchant.order();
    await scene.deliver();
    const before = await merchant.newest();
    for (const [url, isActive] of [
      [`${scene.shop.url}/`, false],
      ['', true],
    ] as const) {
      await merchant.setEndpoint(url, isActive);
      const refused = await resend(before.id);
      expect([refused.status, refused.body.code]).toEqual([409, 'webhooks_off']);
      expect(await merchant.newest()).toEqual(before);
    }
  });

  test("to an order's own address needs no endpoint", async () => {
    await merchant.order({ callback_url: `${scene.shop.url}/own` });
    await scene.deliver();
    await merchant.setEndpoint('', false);
    expect((await resend((await merchant.newest()).id)).status).toBe(200);
    await scene.deliver();
    expect(scene.shop.heard.map(({ path }) => path)).toEqual(['/own', '/own']);
  });
});

test('everything holds', async () => {
  expect(await verify(scene.kantor.db)).toEqual([]);
});
