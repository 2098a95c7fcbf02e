import { WEBHOOK_TYPES } from '@kantor/contract/plain/webhooks.ts';
import { listWebhookEndpoints, testWebhookEndpoint } from '@kantor/contract/wire/webhook-endpoints.ts';
import { WEBHOOK_MESSAGES } from '@kantor/contract/wire/webhook-messages.ts';
import { getWebhook, getWebhookEndpoint, listWebhooks } from '@kantor/contract/wire/webhooks.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { tellOfEndpoints } from '../../src/modules/webhooks/index.ts';
import { insertDeliveries } from '../../src/modules/webhooks/store/fan-out.ts';
import { readHealth } from '../../src/modules/webhooks/store/health.ts';
import { explaining, lookedAt, nodesOf } from '../support/explaining.ts';
import { test } from './fixture.ts';
import { madeDelivery } from './made-deliveries.ts';
import { isSigned } from './shop.ts';

// How an endpoint does, who is told of it, and how it is tried.

test('an example of every type is as it is sent, and says of itself that it is a test', async ({
  merchant,
  shop,
  kantor,
}) => {
  const { secret } = await merchant.call(getWebhookEndpoint);
  shop.answerWith(() => (response) => response.writeHead(202).end('thanks'));
  for (const type of WEBHOOK_TYPES) {
    kantor.pass(MINUTE);
    const answer = await merchant.call(testWebhookEndpoint, { params: { id: merchant.id }, body: { type } });
    expect(answer).toMatchObject({ status: 202, answer: 'thanks', error: '' });
    const heard = shop.heard.at(-1);
    if (heard === undefined) throw new Error('Nothing came.');
    expect([heard.type, isSigned(heard, secret)]).toEqual([type, true]);
    const object = type.split('.')[0] as keyof typeof WEBHOOK_MESSAGES;
    expect(WEBHOOK_MESSAGES[object].safeParse(JSON.parse(heard.raw)).error).toBeUndefined();
    expect(JSON.parse(heard.raw).test).toBe(true);
  }
  const [newest] = (await merchant.call(listWebhooks)).results;
  expect(newest).toMatchObject({ is_test: true, status: 'DELIVERED', attempts: 1, endpoint_id: merchant.id });
  const detail = await merchant.call(getWebhook, { params: { id: newest?.id ?? '' } });
  expect(detail.attempt_history).toMatchObject([{ response_status: 202, response_body: 'thanks' }]);
  const [endpoint] = await merchant.call(listWebhookEndpoints);
  expect(endpoint?.health.attempts).toBe(0);
});

test('a try that fails says why; too many in a row are refused', async ({ merchant, shop }) => {
  shop.answerWith(() => 500);
  const tried = { params: { id: merchant.id }, body: { type: 'order.closed' } } as const;
  expect(await merchant.call(testWebhookEndpoint, tried)).toMatchObject({ status: 500, error: 'Сервер ответил 500' });
  expect((await merchant.newest()).status).toBe('DEAD');
  for (let n = 1; n < 10; n += 1) await merchant.call(testWebhookEndpoint, tried);
  expect(await merchant.refusal(testWebhookEndpoint, tried)).toMatchObject({ status: 429, code: 'rate_limited' });
});

test('a try goes to the internet alone', async ({ merchant, kantor }) => {
  await sql`update webhook_endpoint set url = 'http://127.0.0.1:1/' where id = ${merchant.id}`.execute(kantor.db);
  const tried = await merchant.call(testWebhookEndpoint, {
    params: { id: merchant.id },
    body: { type: 'order.closed' },
  });
  expect(tried).toMatchObject({ status: null, error: expect.stringMatching(/не из интернета/) });
});

test('health counts the attempts of a day, how long 95 of 100 answers took, and the last failure', async ({
  kantor,
  merchant,
  shop,
  deliver,
}) => {
  const health = async () => (await merchant.call(listWebhookEndpoints))[0]?.health;
  expect(await health()).toMatchObject({
    attempts: 0,
    delivered: 0,
    p95: null,
    last_failed_at: null,
    next_attempt_at: null,
  });
  for (let n = 0; n < 3; n += 1) await merchant.order();
  await deliver();
  expect(await health()).toMatchObject({ attempts: 3, delivered: 3, p95: expect.any(Number), failing_since: null });
  shop.answerWith(() => 503);
  await merchant.order();
  await deliver();
  const failedAt = kantor.clock().toISOString();
  expect(await health()).toMatchObject({
    attempts: 4,
    delivered: 3,
    last_status: 503,
    last_error: 'Сервер ответил 503',
    last_failed_at: failedAt,
    failing_since: failedAt,
    next_attempt_at: new Date(kantor.clock().getTime() + 5000).toISOString(),
  });
  kantor.pass(25 * HOUR);
  expect(await health()).toMatchObject({ attempts: 0, delivered: 0, p95: null, last_failed_at: failedAt });
});

test('the merchant is told once of an endpoint that has failed for an hour, and once that it does well', async ({
  kantor,
  merchant,
  shop,
  deliver,
}) => {
  const told = async () => {
    await tellOfEndpoints(kantor.db, kantor.clock());
    const { rows } = await sql<{ kind: string }>`
      select kind from outbox where object_id = ${merchant.id} and kind in ('webhook.failing', 'webhook.recovered') order by id`.execute(
      kantor.db,
    );
    return rows.map(({ kind }) => kind);
  };
  shop.answerWith(() => 500);
  await merchant.order();
  await deliver();
  expect(await told()).toEqual([]);
  for (let n = 0; n < 7; n += 1) {
    kantor.pass(10 * MINUTE);
    await deliver();
  }
  expect(await told()).toEqual(['webhook.failing']);
  expect(await told()).toEqual(['webhook.failing']);
  shop.answerWith(() => 200);
  kantor.pass(HOUR);
  await deliver();
  expect(await told()).toEqual(['webhook.failing', 'webhook.recovered']);
  expect(await told()).toEqual(['webhook.failing', 'webhook.recovered']);
});

test('nobody is told of one that its owner has switched off, nor of one that fails no longer than an hour', async ({
  kantor,
  merchant,
  shop,
  deliver,
}) => {
  const told = async () => {
    await tellOfEndpoints(kantor.db, kantor.clock());
    const { rows } = await sql`
      select from outbox where object_id = ${merchant.id} and kind in ('webhook.failing', 'webhook.recovered')`.execute(
      kantor.db,
    );
    return rows.length;
  };
  shop.answerWith(() => 500);
  await merchant.order();
  await deliver();
  kantor.pass(50 * MINUTE);
  await deliver();
  expect(await told()).toBe(0);
  await merchant.setEndpoint(undefined, false);
  kantor.pass(30 * MINUTE);
  expect(await told()).toBe(0);
  await merchant.setEndpoint(undefined, true);
  await deliver();
  kantor.pass(30 * MINUTE);
  expect(await told()).toBe(0);
});

test('however long the queue is, its head alone is looked at', async ({ kantor, merchant }) => {
  const at = kantor.clock();
  await transaction(kantor.db, (tx) =>
    insertDeliveries(
      tx,
      Array.from({ length: 3000 }, (_, n) => madeDelivery(merchant.id, 100_000 + n, at)),
      { at, giveUpAt: at },
    ),
  );
  // Half of them wait for those before them.
  await sql`update webhook set next_attempt_at = null where merchant_id = ${merchant.id} and merchant_seq % 2 = 0`.execute(
    kantor.ownerDb,
  );
  await sql`analyze webhook`.execute(kantor.ownerDb);
  const explained = explaining(kantor.databaseUrl);
  const health = await readHealth(explained.db, { merchantId: merchant.id, ids: [merchant.id], at });
  expect(health.get(merchant.id)?.nextAttemptAt).toEqual(at);
  const looked = explained.plans.flatMap(nodesOf).filter((node) => node['Relation Name'] === 'webhook');
  expect(looked.map(lookedAt)).toEqual([1]);
  await explained.destroy();
});
