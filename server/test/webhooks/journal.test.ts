import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { verify } from '../../src/modules/verification/index.ts';
import { endOfOutbox, fanOutAll, readAllEvents } from '../support/outbox-reading.ts';
import { useScene } from './webhook-scene.ts';

// What became of messages, and sending them again.

const { kantor, shop, merchant, deliver, startWorker } = useScene();

describe('The journal', () => {
  test('lists messages, newest first, page by page', async () => {
    for (let i = 0; i < 5; i += 1) await merchant.order();
    await deliver();
    const first = (await merchant.call('?page_size=2')).body;
    const last = (await merchant.call('?page_size=2&page=3')).body;
    expect([first.count, first.results.length, last.results.length]).toEqual([5, 2, 1]);
    const { rows } = await sql<{ id: string }>`
      select id from webhook where merchant_id = ${merchant.id} order by merchant_seq desc`.execute(kantor.db);
    expect([
      ...first.results,
      ...(await merchant.call('?page_size=2&page=2')).body.results,
      ...last.results,
    ]).toMatchObject(rows);
    expect((await merchant.call('?page=9')).body).toEqual({ count: 5, results: [] });
  });

  test('tells of a message what was sent and how each attempt went, newest first', async () => {
    shop.answerWith((_heard, before) =>
      before === 0 ? (response) => void response.writeHead(500).end('<h1>Ой</h1>') : 200,
    );
    const { id: object_id } = await merchant.order();
    const startedAt = kantor.clock().toISOString();
    await deliver();
    const row = await merchant.newest();
    expect(row).toEqual({
      id: shop.heard[0]?.id,
      type: 'order.active',
      object_id,
      url: `${shop.url}/webhooks`,
      status: 'PENDING',
      human_status: 'Ожидает',
      attempts: 1,
      created_at: startedAt,
      next_attempt_at: new Date(kantor.clock().getTime() + 5000).toISOString(),
      delivered_at: null,
    });
    kantor.pass(5000);
    await deliver();
    const delivered = {
      ...row,
      status: 'DELIVERED',
      human_status: 'Доставлен',
      attempts: 2,
      next_attempt_at: null,
      delivered_at: kantor.clock().toISOString(),
    };
    const attempt = { duration: expect.any(Number), response_status: 200, response_body: '', error: '' };
    expect((await merchant.call(`${row.id}/`)).body).toEqual({
      ...delivered,
      body: shop.heard[0]?.raw,
      attempt_history: [
        { ...attempt, started_at: kantor.clock().toISOString() },
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
    await deliver();
    const { id } = await merchant.newest();
    const { rows } = await sql`
      select owners from outbox where kind = 'webhook.changed' and object_id = ${id}`.execute(kantor.db);
    // Made, and delivered.
    expect(rows).toEqual([{ owners: [merchant.id] }, { owners: [merchant.id] }]);
  });

  test('sending again tells the screens, whether it was delivered or waits', async () => {
    const resent = async () => {
      const { id, status } = await merchant.newest();
      const since = await endOfOutbox(kantor.db);
      await merchant.call(`${id}/resend/`, {});
      const told = await readAllEvents(kantor.db, since);
      expect(told).toMatchObject([{ kind: 'webhook.changed', objectId: id, owners: [merchant.id] }]);
      return status;
    };
    await merchant.order();
    await fanOutAll(kantor);
    expect(await resent()).toBe('PENDING');
    await deliver();
    expect(await resent()).toBe('DELIVERED');
  });
});

describe('Sending again', () => {
  const resend = (id: string) => merchant.call(`${id}/resend/`, {});

  test('a delivered message: at once, under its id, with the body of that time', async () => {
    await merchant.order();
    await deliver();
    const { id } = await merchant.newest();
    kantor.pass(DAY);
    const answer = await resend(id);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { id, status: 'PENDING', attempts: 1, delivered_at: null },
    ]);
    expect(await merchant.newest()).toEqual(answer.body);
    await deliver();
    expect(shop.heard.map((heard) => [heard.id, heard.raw])).toEqual([
      [id, shop.heard[0]?.raw],
      [id, shop.heard[0]?.raw],
    ]);
    expect(shop.heard[1]?.headers['webhook-timestamp']).toBe(String(kantor.clock().getTime() / 1000));
    expect(await merchant.newest()).toMatchObject({ status: 'DELIVERED', attempts: 2 });
  });

  test('a dead message: for another day', async () => {
    shop.answerWith(() => 500);
    await merchant.order();
    for (let hours = 0; hours < 25; hours += 1) {
      await deliver();
      kantor.pass(61 * MINUTE);
    }
    const dead = await merchant.newest();
    expect(dead).toMatchObject({ status: 'DEAD', human_status: 'Не доставлен', next_attempt_at: null });
    await resend(dead.id);
    await deliver();
    expect(await merchant.newest()).toMatchObject({
      status: 'PENDING',
      attempts: dead.attempts + 1,
      next_attempt_at: new Date(kantor.clock().getTime() + 5000).toISOString(),
    });
    shop.answerWith(() => 200);
    kantor.pass(5000);
    await deliver();
    expect(await merchant.newest()).toMatchObject({ status: 'DELIVERED', attempts: dead.attempts + 2 });
  });

  test('a message that waits: it and those before it are due at once, in their order', async () => {
    shop.answerWith(() => 500);
    const { id } = await merchant.order();
    await merchant.confirm(id);
    await deliver();
    const second = await merchant.newest();
    expect(second).toMatchObject({ type: 'order.closed', attempts: 0, next_attempt_at: null });
    shop.answerWith(() => 200);
    await resend(second.id);
    await deliver();
    expect(shop.types(id)).toEqual(['order.active', 'order.active', 'order.closed']);
  });

  test('a message that had arrived does not hurry the next one of its object, whose server has asked for time', async () => {
    const { id: orderId } = await merchant.order();
    await deliver();
    const first = await merchant.newest();
    shop.answerWith(() => (response) => response.writeHead(503, { 'retry-after': '600' }).end());
    await merchant.confirm(orderId);
    await deliver();
    const second = await merchant.newest();
    shop.answerWith(() => 200);
    await resend(first.id);
    await deliver();
    expect(shop.types(orderId)).toEqual(['order.active', 'order.closed', 'order.active']);
    expect(await merchant.newest()).toEqual(second);
  });

  test('a message that is just being sent is left to that', async () => {
    const answer = shop.holdAnswers();
    await merchant.order();
    const delivering = deliver();
    await shop.untilHeard();
    const { id } = await merchant.newest();
    expect((await resend(id)).status).toBe(200);
    await startWorker().deliver();
    answer();
    await delivering;
    expect(shop.heard.length).toBe(1);
    expect(await merchant.newest()).toMatchObject({ status: 'DELIVERED', attempts: 1 });
  });

  test('to an endpoint that is off, or has no address, is refused in words', async () => {
    await merchant.order();
    await deliver();
    const before = await merchant.newest();
    for (const [url, isActive] of [
      [`${shop.url}/`, false],
      ['', true],
    ] as const) {
      await merchant.setEndpoint(url, isActive);
      const refused = await resend(before.id);
      expect([refused.status, refused.body.code]).toEqual([409, 'webhooks_off']);
      expect(await merchant.newest()).toEqual(before);
    }
  });

  test("to an order's own address needs no endpoint", async () => {
    await merchant.order({ callback_url: `${shop.url}/own` });
    await deliver();
    await merchant.setEndpoint('', false);
    expect((await resend((await merchant.newest()).id)).status).toBe(200);
    await deliver();
    expect(shop.heard.map(({ path }) => path)).toEqual(['/own', '/own']);
  });
});

test('everything holds', async () => {
  expect(await verify(kantor.db)).toEqual([]);
});
