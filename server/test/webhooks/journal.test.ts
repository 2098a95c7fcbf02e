import { getWebhook, listWebhooks, resendWebhook } from '@kantor/contract/wire/webhooks.ts';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { verify } from '../../src/modules/verification/index.ts';
import { endOfOutbox, fanOutAll, readAllEvents } from '../support/outbox-reading.ts';
import { test } from './fixture.ts';

// The journal of deliveries, and sending them again.

describe('The journal', () => {
  test('lists messages, newest first, page by page', async ({ kantor, merchant, deliver }) => {
    for (let i = 0; i < 5; i += 1) await merchant.order();
    await deliver();
    const read = (page: number) => merchant.call(listWebhooks, { query: { page_size: 2, page } });
    const [first, second, last] = [await read(1), await read(2), await read(3)];
    expect([first.count, first.results.length, last.results.length]).toEqual([5, 2, 1]);
    const { rows } = await sql<{ id: string }>`
      select id from webhook where merchant_id = ${merchant.id} order by merchant_seq desc`.execute(kantor.db);
    expect([first, second, last].flatMap(({ results }) => results)).toMatchObject(rows);
    expect(await merchant.call(listWebhooks, { query: { page: 9 } })).toEqual({ count: 5, results: [], rest: null });
  });

  test('tells of a message what was sent and how each attempt went, newest first', async ({
    kantor,
    shop,
    merchant,
    deliver,
  }) => {
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
      endpoint_id: merchant.id,
      is_test: false,
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
    expect(await merchant.call(getWebhook, { params: { id: row.id } })).toEqual({
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

  test('each attempt tells the screens', async ({ kantor, merchant, deliver }) => {
    await merchant.order();
    await deliver();
    const { id } = await merchant.newest();
    const { rows } = await sql`
      select owners from outbox where kind = 'webhook.changed' and object_id = ${id}`.execute(kantor.db);
    // Made, and delivered.
    expect(rows).toEqual([{ owners: [merchant.id] }, { owners: [merchant.id] }]);
  });

  test('sending again tells the screens, whether it was delivered or waits', async ({ kantor, merchant, deliver }) => {
    const resent = async () => {
      const { id, status } = await merchant.newest();
      const since = await endOfOutbox(kantor.db);
      await merchant.call(resendWebhook, { params: { id } });
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
  test('a delivered message: at once, under its id, with the body of that time', async ({
    kantor,
    shop,
    merchant,
    deliver,
  }) => {
    await merchant.order();
    await deliver();
    const { id } = await merchant.newest();
    kantor.pass(DAY);
    const resent = await merchant.call(resendWebhook, { params: { id } });
    expect(resent).toMatchObject({ id, status: 'PENDING', attempts: 1, delivered_at: null });
    expect(await merchant.newest()).toEqual(resent);
    await deliver();
    expect(shop.heard.map((heard) => [heard.id, heard.raw])).toEqual([
      [id, shop.heard[0]?.raw],
      [id, shop.heard[0]?.raw],
    ]);
    expect(shop.heard[1]?.headers['webhook-timestamp']).toBe(String(kantor.clock().getTime() / 1000));
    expect(await merchant.newest()).toMatchObject({ status: 'DELIVERED', attempts: 2 });
  });

  test('a dead message: for another day', async ({ kantor, shop, merchant, deliver }) => {
    shop.answerWith(() => 500);
    await merchant.order();
    for (let hours = 0; hours < 25; hours += 1) {
      await deliver();
      kantor.pass(61 * MINUTE);
    }
    const dead = await merchant.newest();
    expect(dead).toMatchObject({ status: 'DEAD', human_status: 'Не доставлен', next_attempt_at: null });
    await merchant.call(resendWebhook, { params: { id: dead.id } });
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

  test('a message that waits: it and those before it are due at once, in their order', async ({
    shop,
    merchant,
    deliver,
  }) => {
    shop.answerWith(() => 500);
    const { id } = await merchant.order();
    await merchant.confirm(id);
    await deliver();
    const second = await merchant.newest();
    expect(second).toMatchObject({ type: 'order.closed', attempts: 0, next_attempt_at: null });
    shop.answerWith(() => 200);
    await merchant.call(resendWebhook, { params: { id: second.id } });
    await deliver();
    expect(shop.types(id)).toEqual(['order.active', 'order.active', 'order.closed']);
  });

  test('a message that had arrived does not hurry the next one of its object, whose server has asked for time', async ({
    shop,
    merchant,
    deliver,
  }) => {
    const { id: orderId } = await merchant.order();
    await deliver();
    const first = await merchant.newest();
    shop.answerWith(() => (response) => response.writeHead(503, { 'retry-after': '600' }).end());
    await merchant.confirm(orderId);
    await deliver();
    const second = await merchant.newest();
    shop.answerWith(() => 200);
    await merchant.call(resendWebhook, { params: { id: first.id } });
    await deliver();
    expect(shop.types(orderId)).toEqual(['order.active', 'order.closed', 'order.active']);
    expect(await merchant.newest()).toEqual(second);
  });

  test('a message that is just being sent is left to that', async ({ shop, merchant, deliver, startWorker }) => {
    const answer = shop.holdAnswers();
    await merchant.order();
    const delivering = deliver();
    await shop.untilHeard();
    const { id } = await merchant.newest();
    await merchant.call(resendWebhook, { params: { id } });
    await startWorker().deliver();
    answer();
    await delivering;
    expect(shop.heard.length).toBe(1);
    expect(await merchant.newest()).toMatchObject({ status: 'DELIVERED', attempts: 1 });
  });

  test('to an endpoint that is off, or has no address, is refused in words', async ({ shop, merchant, deliver }) => {
    await merchant.order();
    await deliver();
    const before = await merchant.newest();
    for (const [url, isActive] of [
      [`${shop.url}/`, false],
      ['', true],
    ] as const) {
      await merchant.setEndpoint(url, isActive);
      const refused = await merchant.refusal(resendWebhook, { params: { id: before.id } });
      expect(refused).toMatchObject({ status: 409, code: 'webhooks_off' });
      expect(await merchant.newest()).toEqual(before);
    }
  });

  test("to an order's own address needs no endpoint", async ({ shop, merchant, deliver }) => {
    await merchant.order({ callback_url: `${shop.url}/own` });
    await deliver();
    await merchant.setEndpoint('', false);
    const { id } = await merchant.newest();
    await merchant.call(resendWebhook, { params: { id } });
    await deliver();
    expect(shop.heard.map(({ path }) => path)).toEqual(['/own', '/own']);
  });
});

test('everything holds', async ({ kantor }) => {
  expect(await verify(kantor.db)).toEqual([]);
});
