import { getWebhookEndpoint, updateWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import { signedHeaders } from '@kantor/server/src/modules/webhooks/secrets.ts';
import { kantorTest } from '@kantor/server/test/support/fixtures.ts';
import { JWT_SECRET } from '@kantor/server/test/support/kantor.ts';
import { startShop } from '@kantor/server/test/webhooks/shop.ts';
import { startWorker } from '@kantor/server/test/webhooks/worker.ts';
import { expect } from 'vitest';
import { readWebhook, WebhookVerificationError } from '../src/index.ts';

const KEY = Buffer.alloc(32, 7);
const SECRET = `whsec_${KEY.toString('base64')}`;
const BODY = JSON.stringify({
  type: 'order.closed',
  timestamp: '2026-11-23T12:00:00.000Z',
  data: { status: 'CLOSED' },
});
const signed = (secrets = [KEY], at = new Date()) => signedHeaders({ id: 'message', at, body: BODY }, secrets);

const test = kantorTest
  .extend('shop', { scope: 'file' }, () => startShop())
  .override('options', { scope: 'file' }, ({ shop }, { onCleanup }) => {
    onCleanup(shop.close);
    return { simulatorUrl: shop.url, now: 'running' as const };
  });

test('a message of the server is read, and what was changed on its way is not', async ({ kantor, shop }) => {
  const trader = await kantor.createTrader();
  await kantor.createRequisite(trader.id);
  const merchant = await kantor.createMerchant();
  await merchant.call(updateWebhookEndpoint, { body: { url: `${shop.url}/webhooks`, is_active: true } });
  const { secret } = await merchant.call(getWebhookEndpoint);
  const own = { payer_id: 'p-1', metadata: { basket: '42' } };
  const order = await merchant.order('1500', own);
  await startWorker(kantor, { trusted: shop.url, secret: JWT_SECRET }).deliver();
  const [heard] = shop.heard;
  if (heard === undefined) throw new Error('Nothing was heard');
  const message = readWebhook(heard.headers, heard.raw, secret);
  expect(message).toMatchObject({ type: 'order.active', data: { id: order.id, amount: '1500.00', ...own } });
  expect(() => readWebhook(heard.headers, heard.raw.replace('ACTIVE', 'CLOSED'), secret)).toThrow(
    WebhookVerificationError,
  );
});

test('headers are taken as Node and as the web have them, the body as text and as bytes', () => {
  for (const headers of [signed(), new Headers(signed())])
    for (const body of [BODY, Buffer.from(BODY)])
      expect(readWebhook(headers, body, SECRET)).toMatchObject({ type: 'order.closed' });
});

test('while a secret is replaced, either is good', () => {
  const both = signed([Buffer.alloc(32, 9), KEY]);
  expect(readWebhook(both, BODY, SECRET)).toMatchObject({ type: 'order.closed' });
});

test.each<[string, Record<string, string>]>([
  ['signed with another secret', signed([Buffer.alloc(32, 9)])],
  ['older than five minutes', signed([KEY], new Date(Date.now() - 301_000))],
  ['of a later time', signed([KEY], new Date(Date.now() + 360_000))],
  ['of another id', { ...signed(), 'webhook-id': 'other' }],
  ['without a signature', { ...signed(), 'webhook-signature': '' }],
  ['without headers', {}],
])('what is %s is not read', (_, headers) => {
  expect(() => readWebhook(headers, BODY, SECRET)).toThrow(WebhookVerificationError);
});
