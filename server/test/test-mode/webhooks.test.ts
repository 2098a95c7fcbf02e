import { addWebhookEndpoint } from '@kantor/contract/wire/webhook-endpoints.ts';
import * as orders from '@kantor/contract/wire/merchant-orders.ts';
import * as happening from '@kantor/contract/wire/merchant-test.ts';
import { getWebhook, listWebhooks, updateWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import { describe, expect } from 'vitest';
import { fanOutAll } from '../support/outbox-reading.ts';
import { test as base } from './fixture.ts';

const LIVE = 'https://shop.example/live';
const TEST = 'https://shop.example/test';
const CALLBACK = 'https://shop.example/one-order';

const test = base
  .extend('endpoints', { auto: true }, async ({ merchant }) => {
    await merchant.call(updateWebhookEndpoint, { body: { url: LIVE, is_active: true } });
    await merchant.call(addWebhookEndpoint, { body: { url: TEST, types: null, is_test: true } });
  })
  /** What the journal has, oldest first. */
  .extend('journal', ({ kantor, merchant }) => async () => {
    await fanOutAll(kantor);
    const { results } = await merchant.call(listWebhooks, { query: { page_size: 100 } });
    const details = await Promise.all(results.map(({ id }) => merchant.call(getWebhook, { params: { id } })));
    return details.toReversed().map(({ type, url, is_test, body }) => ({ type, url, is_test, body: JSON.parse(body) }));
  });

describe('Webhooks of the test world', () => {
  test('go to endpoints of the test mode alone, and say of themselves that they are a test', async ({
    api,
    journal,
  }) => {
    const [paid, appealed] = [await api.order('a'), await api.order('b')];
    await api.call(happening.payTestOrder, { params: { id: paid.id } });
    const appeal = await api.call(happening.appealTestOrder, { params: { id: appealed.id } });
    await api.call(happening.confirmTestAppeal, { params: { id: appeal.id }, body: { amount: '900' } });
    const payout = await api.payout('c');
    await api.call(happening.completeTestPayout, { params: { id: payout.id } });
    const told = await journal();
    expect(told.map(({ type, body }) => [type, body.type, body.data.id])).toEqual(
      [
        ['order.active', paid.id],
        ['order.active', appealed.id],
        ['order.closed', paid.id],
        ['order.appeal', appealed.id],
        ['appeal.open', appeal.id],
        ['order.closed', appealed.id],
        ['appeal.processed', appeal.id],
        ['payout.open', payout.id],
        ['payout.done', payout.id],
      ].map(([type, id]) => [type, type, id]),
    );
    for (const { url, is_test: isTest, body } of told)
      expect({ url, isTest, test: body.test }).toEqual({ url: TEST, isTest: true, test: true });
    expect(told[6]?.body.data.paid_amount).toBe('900.00');
  });

  test('go to the own address of their order, marked as well', async ({ api, journal }) => {
    const body = { amount: '1000', method: 'sbp', external_id: 'own', callback_url: CALLBACK } as const;
    await api.call(orders.createMerchantOrder, { body });
    expect(await journal()).toMatchObject([{ url: CALLBACK, is_test: true, body: { test: true } }]);
  });

  test('are none of the live world, whose own go to no endpoint of the test mode', async ({
    kantor,
    merchant,
    journal,
  }) => {
    const trader = await kantor.createSoleTrader({ balance: '10000' });
    await kantor.createRequisite(trader.id);
    await kantor.heartbeat();
    await merchant.order(1000);
    const told = await journal();
    expect(told).toMatchObject([{ url: LIVE, is_test: false }]);
    expect(told[0]?.body).not.toHaveProperty('test');
  });
});
