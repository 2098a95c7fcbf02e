import { confirmExpiredOrder } from '@kantor/contract/wire/orders.ts';
import { getWebhook, getWebhookEndpoint, listWebhooks } from '@kantor/contract/wire/webhooks.ts';
import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { fanOut, expireOverdueDeliveries } from '../../src/modules/webhooks/index.ts';
import { insertDeliveries } from '../../src/modules/webhooks/store/fan-out.ts';
import { holdOpen } from '../support/hold-open.ts';
import { fanOutAll, untilShown } from '../support/outbox-reading.ts';
import { isSigned, SOON } from './shop.ts';
import { test as base } from './fixture.ts';
import { madeDelivery } from './made-deliveries.ts';

// When and in which order messages are sent, and until when.

const test = base
  /** An order whose first delivery waits for the endpoint, which is off. */
  .extend('waiting', async ({ merchant, deliver }) => {
    await merchant.setEndpoint(undefined, false);
    const order = await merchant.order();
    await deliver();
    return order;
  });

test('a message is sent once, signed, with what is in the journal', async ({ kantor, shop, merchant, deliver }) => {
  await merchant.order();
  await deliver();
  await deliver();
  expect(shop.heard.length).toBe(1);
  const [heard] = shop.heard;
  const { id } = await merchant.newest();
  expect(heard?.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(kantor.clock().getTime() / 1000),
  });
  const { secret } = await merchant.call(getWebhookEndpoint);
  expect(heard && isSigned(heard, secret)).toBe(true);
  expect(heard && isSigned({ ...heard, raw: heard.raw.replace('ACTIVE', 'CLOSED') }, secret)).toBe(false);
  expect(heard?.raw).toBe((await merchant.call(getWebhook, { params: { id } })).body);
});

describe('A failure', () => {
  test('is tried again after longer and longer pauses for a day, and then no more', async ({
    kantor,
    shop,
    merchant,
    deliver,
  }) => {
    shop.answerWith(() => 500);
    await merchant.order();
    await deliver();
    const pauses: number[] = [];
    for (;;) {
      const { status, next_attempt_at: next } = await merchant.newest();
      if (status !== 'PENDING') break;
      const pause = new Date(next ?? '').getTime() - kantor.clock().getTime();
      kantor.pass(pause - 1);
      await deliver();
      expect(shop.heard.length).toBe(pauses.length + 1);
      kantor.pass(1);
      await deliver();
      pauses.push(pause);
    }
    const growing = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE];
    expect(pauses).toEqual([...growing, ...Array<number>(23).fill(HOUR)]);
    expect(await merchant.newest()).toMatchObject({ status: 'DEAD', attempts: 29, next_attempt_at: null });
    kantor.pass(DAY);
    await deliver();
    expect(shop.heard.length).toBe(29);
  });

  test.for([
    [429, '60', MINUTE],
    [503, '3', 5 * SECOND],
    [503, '999999', HOUR],
    [500, '60', 5 * SECOND],
  ] as const)(
    'of %i with Retry-After %s is tried again after %s ms',
    async ([status, retryAfter, pause], { kantor, shop, merchant, deliver }) => {
      shop.answerWith(() => (response) => response.writeHead(status, { 'retry-after': retryAfter }).end());
      await merchant.order();
      await deliver();
      expect((await merchant.newest()).next_attempt_at).toBe(new Date(kantor.clock().getTime() + pause).toISOString());
    },
  );

  test('of a worker that cannot record is logged, and the message is sent again after its lease', async ({
    kantor,
    shop,
    merchant,
    deliver,
    startWorker,
  }) => {
    const broken = startWorker();
    shop.answerWith(async () => {
      await sql`alter table webhook_attempt rename to moved_away`.execute(kantor.ownerDb);
      return 200;
    });
    await merchant.order();
    await broken.deliver();
    await sql`alter table moved_away rename to webhook_attempt`.execute(kantor.ownerDb);
    expect(broken.lines()).toEqual([
      expect.objectContaining({
        event: 'webhook_unrecorded',
        webhook_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        error: expect.objectContaining({ code: '42P01' }) as object,
      }),
    ]);
    expect(JSON.stringify(broken.lines())).not.toContain('whsec_');
    shop.answerWith(() => 200);
    await deliver();
    expect(shop.heard.length).toBe(1);
    kantor.pass(MINUTE);
    await deliver();
    expect(new Set(shop.heard.map(({ id }) => id)).size).toBe(1);
    expect(await merchant.newest()).toMatchObject({ status: 'DELIVERED', attempts: 1 });
  });
});

describe('Messages of one object', () => {
  test('come in their order: a later one waits for an earlier, and those of others do not', async ({
    kantor,
    shop,
    merchant,
    deliver,
  }) => {
    const [stuck, free] = [await merchant.order(), await merchant.order()];
    shop.answerWith(({ objectId }) => (objectId === stuck.id ? 500 : 200));
    for (const { id } of [stuck, free]) await merchant.confirm(id);
    await deliver();
    expect(shop.types(free.id)).toEqual(['order.active', 'order.closed']);
    expect(shop.types(stuck.id)).toEqual(['order.active']);
    kantor.pass(5 * SECOND);
    await deliver();
    expect(shop.types(stuck.id)).toEqual(['order.active', 'order.active']);
    shop.answerWith(() => 200);
    kantor.pass(30 * SECOND);
    await deliver();
    expect(shop.types(stuck.id)).toEqual(['order.active', 'order.active', 'order.active', 'order.closed']);
  });

  test('go on, though a later one is being made at the very moment when the last one before it is delivered', async ({
    kantor,
    shop,
    merchant,
    deliver,
    startWorker,
  }) => {
    const { id } = await merchant.order();
    await fanOutAll(kantor);
    const answer = shop.holdAnswers();
    const { dispatcher } = startWorker();
    const sending = dispatcher.dispatch().then(() => dispatcher.settled());
    await shop.untilHeard();
    await merchant.confirm(id);
    await untilShown(kantor.db);
    // The later one has looked at what is before it, and waits for its number in the journal.
    const letGo = await holdOpen(kantor.db, (tx) =>
      sql`
        select from list_sequence where owner_id = ${merchant.id} and list = 'webhooks' for update`.execute(tx),
    );
    const making = fanOut(kantor);
    await kantor.untilBlocked();
    answer();
    // The delivery is recorded, or waits for the later one.
    const isRecordedOrWaits = async () => {
      const { rows } = await sql<{ waiting: bigint }>`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(kantor.db);
      return rows[0]?.waiting === 2n || (await merchant.newest()).status === 'DELIVERED';
    };
    await vi.waitUntil(isRecordedOrWaits, SOON);
    await Promise.all([letGo(), making, sending]);
    await deliver();
    expect(shop.types(id)).toEqual(['order.active', 'order.closed']);
  });

  test('that come while an earlier one is on its way wait for it', async ({ shop, merchant, deliver, startWorker }) => {
    const answer = shop.holdAnswers();
    const { id } = await merchant.order();
    const first = deliver();
    await shop.untilHeard();
    await merchant.confirm(id);
    await startWorker().deliver();
    expect(shop.types(id)).toEqual(['order.active']);
    answer();
    await first;
    await deliver();
    expect(shop.types(id)).toEqual(['order.active', 'order.closed']);
  });

  test('that wait come one after the other, however many', async ({ kantor, shop, trader, merchant, deliver }) => {
    shop.answerWith(() => 500);
    const { id } = await merchant.order();
    await deliver();
    kantor.pass(15 * MINUTE);
    await expireDueOrders(kantor);
    await trader.call(confirmExpiredOrder, { params: { id } });
    shop.answerWith(() => 200);
    kantor.pass(HOUR);
    await deliver();
    expect(shop.types(id)).toEqual(['order.active', 'order.active', 'order.expired', 'order.closed']);
  });

  test('go on after one that is given up', async ({ kantor, shop, merchant, deliver }) => {
    const { id } = await merchant.order();
    shop.answerWith(({ type }) => (type === 'order.active' ? 500 : 200));
    await deliver();
    kantor.pass(23 * HOUR);
    await merchant.confirm(id);
    await deliver();
    kantor.pass(HOUR);
    await deliver();
    expect(shop.types(id).at(-1)).toBe('order.closed');
    const { results } = await merchant.call(listWebhooks);
    expect(results.map(({ status }) => status)).toEqual(['DELIVERED', 'DEAD']);
  });
});

describe('An endpoint that is off', () => {
  test('keeps messages for a day; then they are given up, and those that come after are not', async ({
    kantor,
    shop,
    merchant,
    deliver,
    waiting,
  }) => {
    kantor.pass(DAY - MINUTE);
    await merchant.confirm((await merchant.order()).id);
    await deliver();
    await expireOverdueDeliveries(kantor.db, kantor.clock());
    kantor.pass(MINUTE);
    await expireOverdueDeliveries(kantor.db, kantor.clock());
    const { results } = await merchant.call(listWebhooks);
    expect(results.map(({ status }) => status)).toEqual(['PENDING', 'PENDING', 'DEAD']);
    await merchant.setEndpoint();
    await deliver();
    expect(shop.types()).toEqual(['order.active', 'order.closed']);
    expect(shop.types(waiting.id)).toEqual([]);
  });

  test('gives up none that is just on its way', async ({ kantor, shop, merchant, startWorker, waiting: _waiting }) => {
    kantor.pass(DAY - SECOND);
    await merchant.setEndpoint();
    const answer = shop.holdAnswers();
    const { dispatcher } = startWorker();
    await dispatcher.dispatch();
    await shop.untilHeard();
    kantor.pass(SECOND);
    await expireOverdueDeliveries(kantor.db, kantor.clock());
    answer();
    await dispatcher.settled();
    expect(await merchant.newest()).toMatchObject({ status: 'DELIVERED', attempts: 1 });
  });

  test('gives up however many there are, in one turn', async ({ kantor, merchant }) => {
    const at = kantor.clock();
    const messages = Array.from({ length: 450 }, (_, n) => madeDelivery(merchant.id, n + 1, at));
    await transaction(kantor.db, (tx) => insertDeliveries(tx, messages, { at, giveUpAt: at }));
    await expireOverdueDeliveries(kantor.db, at);
    const { rows } = await sql`
      select status, count(*) as n from webhook where merchant_id = ${merchant.id} group by status`.execute(kantor.db);
    expect(rows).toEqual([{ status: 'DEAD', n: 450n }]);
  });

  test('and an object whose first message is given up goes on with its second', async ({
    kantor,
    shop,
    merchant,
    deliver,
    waiting: { id },
  }) => {
    kantor.pass(HOUR);
    await merchant.confirm(id);
    await deliver();
    kantor.pass(23 * HOUR);
    await expireOverdueDeliveries(kantor.db, kantor.clock());
    await merchant.setEndpoint();
    await deliver();
    expect(shop.types(id)).toEqual(['order.closed']);
  });
});

test('everything holds', async ({ kantor }) => {
  expect(await verify(kantor.db)).toEqual([]);
});
