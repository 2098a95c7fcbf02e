import { listMerchantEvents } from '@kantor/contract/wire/merchant-events.ts';
import {
  addWebhookEndpoint,
  changeWebhookEndpoint,
  listWebhookEndpoints,
  removeWebhookEndpoint,
  rotateEndpointSecret,
  testWebhookEndpoint,
} from '@kantor/contract/wire/webhook-endpoints.ts';
import { getWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import { expect, vi } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { HOUR } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { queueWebhooks, testBody } from '../../src/modules/webhooks/index.ts';
import { fanOutAll } from '../support/outbox-reading.ts';
import { test as base } from './fixture.ts';
import { isSigned, SOON } from './shop.ts';

// A merchant has several endpoints: each with its address, its choice of events, its secret, its queue.

const test = base.extend('add', ({ merchant, shop }) => {
  return (path: string, { types = null, isTest = false }: { types?: string[] | null; isTest?: boolean } = {}) =>
    merchant.call(addWebhookEndpoint, { body: { url: `${shop.url}${path}`, types: types as never, is_test: isTest } });
});

test('what happens comes to each that wants it, signed with its own secret', async ({
  merchant,
  shop,
  add,
  deliver,
}) => {
  const first = await merchant.call(getWebhookEndpoint);
  const second = await add('/second');
  const closings = await add('/closings', { types: ['order.closed'] });
  const { id } = await merchant.order();
  await merchant.confirm(id);
  await deliver();
  const heardAt = (where: string) => shop.heard.filter(({ path }) => path === where);
  const both = ['order.active', 'order.closed'];
  expect(heardAt('/webhooks').map(({ type }) => type)).toEqual(both);
  expect(heardAt('/second').map(({ type }) => type)).toEqual(both);
  expect(heardAt('/closings').map(({ type }) => type)).toEqual(['order.closed']);
  for (const [where, { secret }] of [
    ['/webhooks', first],
    ['/second', second],
    ['/closings', closings],
  ] as const)
    expect(heardAt(where).every((heard) => isSigned(heard, secret))).toBe(true);
  expect(new Set([first.secret, second.secret, closings.secret]).size).toBe(3);
  expect(new Set(shop.heard.map(({ id: webhookId }) => webhookId)).size).toBe(5);
});

test("an order's own address goes before all of them", async ({ merchant, shop, add, deliver }) => {
  await add('/second');
  await merchant.order({ callback_url: `${shop.url}/own` });
  await deliver();
  expect(shop.heard.map(({ path }) => path)).toEqual(['/own']);
});

test('one that fails holds up its own queue of the object alone', async ({ kantor, merchant, shop, add, deliver }) => {
  await add('/second');
  shop.answerWith(({ path }) => (path === '/second' ? 500 : 200));
  const { id } = await merchant.order();
  await deliver();
  await merchant.confirm(id);
  await deliver();
  const typesAt = (where: string) => shop.heard.filter(({ path }) => path === where).map(({ type }) => type);
  expect(typesAt('/webhooks')).toEqual(['order.active', 'order.closed']);
  expect(new Set(typesAt('/second'))).toEqual(new Set(['order.active']));
  shop.answerWith(() => 200);
  kantor.pass(HOUR);
  await deliver();
  expect(typesAt('/second').slice(-2)).toEqual(['order.active', 'order.closed']);
});

test.for([
  { failing: '/second', well: '/webhooks' },
  { failing: '/webhooks', well: '/second' },
])(
  'what waits behind a delivery goes on once that one has come, and waits on at $failing, which fails',
  async ({ failing, well }, { kantor, merchant, shop, add, deliver }) => {
    await add('/second');
    const { id } = await merchant.order();
    await merchant.confirm(id);
    shop.answerWith(({ path }) => (path === failing ? 500 : 200));
    // Both events are made at once: the second of each endpoint waits for its first.
    await deliver();
    const typesAt = (where: string) => shop.heard.filter(({ path }) => path === where).map(({ type }) => type);
    expect([typesAt(well), typesAt(failing)]).toEqual([['order.active', 'order.closed'], ['order.active']]);
    shop.answerWith(() => 200);
    kantor.pass(HOUR);
    await deliver();
    expect(typesAt(failing)).toEqual(['order.active', 'order.active', 'order.closed']);
  },
);

test('the merchant API lists an event once, however many endpoints hear of it', async ({
  merchant,
  shop,
  add,
  deliver,
}) => {
  await add('/second');
  const { id } = await merchant.order();
  await deliver();
  expect(shop.heard).toHaveLength(2);
  const { results } = await merchant.api.call(listMerchantEvents, { query: { object_id: id } });
  expect(results).toEqual([expect.objectContaining({ type: 'order.active', delivered_at: expect.any(String) })]);
});

test('one that answers to nobody takes none of the places of another', async ({
  kantor,
  merchant,
  shop,
  add,
  startWorker,
}) => {
  const { id: slow } = await add('/slow');
  const held = shop.holdAnswersAt('/slow');
  for (let n = 0; n < 12; n += 1) await merchant.order();
  await fanOutAll(kantor);
  const { dispatcher } = startWorker();
  await vi.waitUntil(async () => {
    await dispatcher.dispatch();
    return shop.heardAt('/webhooks') === 12;
  }, SOON);
  expect(held.count().most).toBeLessThanOrEqual(8);
  held.answer();
  await vi.waitUntil(async () => {
    await dispatcher.dispatch();
    return shop.heardAt('/slow') === 12;
  }, SOON);
  await dispatcher.settled();
  expect(slow).not.toBe(merchant.id);
});

test('the secret of one is replaced alone, and both sign for a day', async ({ merchant, shop, add, deliver }) => {
  const { id, secret: old } = await add('/second');
  const first = await merchant.call(getWebhookEndpoint);
  const { secret } = await merchant.call(rotateEndpointSecret, { params: { id } });
  expect(await merchant.refusal(rotateEndpointSecret, { params: { id } })).toMatchObject({ code: 'secret_rotating' });
  expect(await merchant.call(getWebhookEndpoint)).toEqual(first);
  await merchant.order();
  await deliver();
  const heard = shop.heard.find(({ path }) => path === '/second');
  expect(heard && [isSigned(heard, old), isSigned(heard, secret)]).toEqual([true, true]);
});

test('one that is off keeps what comes, one that is removed is sent nothing more', async ({
  merchant,
  shop,
  add,
  deliver,
}) => {
  const { id, url } = await add('/second');
  const change = (is_active: boolean) =>
    merchant.call(changeWebhookEndpoint, { params: { id }, body: { url, types: null, is_active } });
  await change(false);
  await merchant.order();
  await deliver();
  expect(shop.heardAt('/second')).toBe(0);
  await change(true);
  await deliver();
  expect(shop.heardAt('/second')).toBe(1);
  await merchant.call(removeWebhookEndpoint, { params: { id } });
  await merchant.order();
  await deliver();
  expect(shop.heardAt('/second')).toBe(1);
  expect((await merchant.call(listWebhookEndpoints)).map((each) => each.id)).toEqual([merchant.id]);
  expect(
    (await merchant.refusal(changeWebhookEndpoint, { params: { id }, body: { url, types: null, is_active: true } }))
      .status,
  ).toBe(404);
});

test('there are at most ten, also when they are added at once', async ({ merchant, add }) => {
  const added = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => add(`/${n}`)));
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
  expect(await merchant.call(listWebhookEndpoints)).toHaveLength(10);
});

test('nobody reaches an endpoint of another', async ({ enter, add }) => {
  const { id, url } = await add('/second');
  const other = await enter();
  for (const [call, body] of [
    [changeWebhookEndpoint, { url, types: null, is_active: false }],
    [rotateEndpointSecret, undefined],
    [removeWebhookEndpoint, undefined],
    [testWebhookEndpoint, { type: 'order.closed' }],
  ] as const)
    expect((await other.refusal(call as never, { params: { id }, body } as never)).status).toBe(404);
  expect(await other.call(listWebhookEndpoints)).toEqual([]);
});

test('the first one is what the calls of one endpoint are about', async ({ merchant, add }) => {
  await add('/second');
  const [first] = await merchant.call(listWebhookEndpoints);
  const { url, is_active, secret, former_secret_until } = first ?? {};
  expect(first?.id).toBe(merchant.id);
  expect(await merchant.call(getWebhookEndpoint)).toEqual({ url, is_active, secret, former_secret_until });
});

test('the test mode goes to its own endpoints alone, and nothing live does', async ({
  kantor,
  merchant,
  shop,
  add,
  deliver,
}) => {
  await add('/test', { isTest: true });
  await merchant.order();
  const at = kantor.clock();
  const objectId = newId(at);
  const timestamp = at.toISOString();
  await transaction(kantor.db, (tx) =>
    queueWebhooks(
      tx,
      (['order.active', 'order.closed'] as const).map((type) => ({
        merchantId: merchant.id,
        callbackUrl: null,
        isTest: true,
        eventId: null,
        type,
        objectId,
        at,
        body: async () => testBody({ type, timestamp, data: { id: objectId } }),
      })),
      at,
    ),
  );
  await deliver();
  expect(shop.heard.map(({ path, type }) => `${path} ${type}`).toSorted()).toEqual([
    '/test order.active',
    '/test order.closed',
    '/webhooks order.active',
  ]);
  for (const { path, raw } of shop.heard) expect(JSON.parse(raw).test).toBe(path === '/test' ? true : undefined);
  expect(shop.types(objectId)).toEqual(['order.active', 'order.closed']);
});
