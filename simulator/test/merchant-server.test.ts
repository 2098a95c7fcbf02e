import { createHmac } from 'node:crypto';
import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { getWebhookEndpoint, updateWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '@kantor/embedded-postgres/ports.mjs';
import { JWT_SECRET } from '@kantor/server/test/support/kantor.ts';
import { PASSWORD } from '@kantor/server/test/support/people.ts';
import { startWorker } from '@kantor/server/test/webhooks/worker.ts';
import { readSecret, receiveWebhooks } from '../src/merchant-account.ts';
import { createMerchantServer, type MerchantServerOptions } from '../src/merchant-server.ts';
import { serveStubs } from '../src/stubs.ts';
import { test as base } from './fixture.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const PAID = 'the shop knows that an order is paid';
const UNTRUSTED = 'the shop received a message that it cannot trust';

describe('Alone, the shop', () => {
  const said: string[] = [];
  let secret = SECRET;
  let now = NOW;
  let asked = 0;
  beforeEach(() => {
    said.length = 0;
    secret = SECRET;
    now = NOW;
    asked = 0;
  });

  const open = (options: Partial<MerchantServerOptions> = {}) =>
    createMerchantServer({
      readSecret: () => {
        asked += 1;
        return Promise.resolve(secret);
      },
      log: (line) => said.push(line),
      signal: new AbortController().signal,
      now: () => now,
      failures: { failing: 0, slow: 0 },
      ...options,
    });

  const ORDER = '01a1f84a-95c1-7380-b4d4-7e2d1e4f86a3';
  const body = (status: string) =>
    JSON.stringify({
      type: `order.${status.toLowerCase()}`,
      timestamp: '2026-11-20T09:00:00.000Z',
      data: {
        id: ORDER,
        external_id: '1',
        status,
        human_status: '',
        amount: '100.00',
        conversion_rate: '100.0000',
        amount_in_usdt: '1.000000',
        fee_in_usdt: '0.050000',
        method: 'sbp',
        requisite: { bank_name: '', fio: '', phone: '', bank_account: '', last_4_digits_card: '' },
        created_at: '2026-11-20T09:00:00.000Z',
        expires_at: '2026-11-20T09:15:00.000Z',
        paid_at: null,
        reversed_amount: null,
        reversed_at: null,
        reversal_reason: null,
        payer_id: null,
        metadata: {},
      },
    });

  interface Changes {
    id?: string;
    at?: number;
    key?: string;
    sent?: string;
    path?: string;
    method?: string;
    signatures?: (good: string) => string;
  }

  /** A message as Kantor sends it, but for the changes. */
  const message = (content: string, changes: Changes = {}) => {
    const { id = 'm-1', at = now, key = SECRET, sent = content, path = '/webhooks', method = 'POST' } = changes;
    const timestamp = String(Math.floor(at / 1000));
    const good = createHmac('sha256', Buffer.from(key.slice(6), 'base64'))
      .update(`${id}.${timestamp}.${content}`)
      .digest('base64');
    const signature = changes.signatures?.(good) ?? `v1,${good}`;
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    return { method, path, query: new URLSearchParams(), headers, body: sent };
  };
  const statusOf = async (answer: ReturnType<ReturnType<typeof open>['stub']>) => (await answer).status;

  it('takes what is signed, once, and knows what became of the order', async () => {
    const shop = open();
    expect(await statusOf(shop.stub(message(body('ACTIVE'))))).toBe(200);
    expect(await statusOf(shop.stub(message(body('CLOSED'), { id: 'm-2' })))).toBe(200);
    expect(await statusOf(shop.stub(message(body('CLOSED'), { id: 'm-2' })))).toBe(200);
    expect([shop.statusOf(ORDER), said]).toEqual(['CLOSED', [PAID]]);
    // The first comes again: it changes nothing.
    expect(await statusOf(shop.stub(message(body('ACTIVE'))))).toBe(200);
    expect([shop.statusOf(ORDER), asked]).toEqual(['CLOSED', 1]);
  });

  it('takes one of several signatures, as they come while the secret changes', async () => {
    const signatures = (good: string) => `v1,AAAA v1a,${good} v1,${good}`;
    expect(await statusOf(open().stub(message(body('ACTIVE'), { signatures })))).toBe(200);
  });

  it.each([
    ['another secret', { key: OTHER }],
    ['another body', { sent: body('CLOSED') }],
    ['another kind of signature', { signatures: (good: string) => `v1a,${good}` }],
    ['half a signature', { signatures: (good: string) => `v1,${good.slice(0, 20)}` }],
    ['no signature', { signatures: () => '' }],
    ['an old time', { at: NOW - 301_000 }],
    ['a time to come', { at: NOW + 301_000 }],
    ['no time', { at: Number.NaN }],
  ])('refuses a message with %s', async (_what, changes) => {
    const shop = open();
    expect(await statusOf(shop.stub(message(body('ACTIVE'), changes)))).toBe(401);
    expect([shop.statusOf(ORDER), said]).toEqual([undefined, [UNTRUSTED]]);
  });

  it('asks for the secret again when somebody has made a new one, but not at every bad message', async () => {
    const shop = open();
    await shop.stub(message(body('ACTIVE')));
    secret = OTHER;
    now += 11_000;
    expect(await statusOf(shop.stub(message(body('CLOSED'), { id: 'm-2', key: OTHER })))).toBe(200);
    expect(asked).toBe(2);
    for (let i = 0; i < 5; i += 1) await shop.stub(message(body('ACTIVE'), { key: SECRET }));
    expect(asked).toBe(2);
  });

  it('fails sometimes, and has then learned nothing', async () => {
    const shop = open({ failures: { failing: 1, slow: 0 } });
    expect(await statusOf(shop.stub(message(body('CLOSED'))))).toBe(500);
    expect(shop.statusOf(ORDER)).toBeUndefined();
  });

  it('has nothing elsewhere', async () => {
    for (const changes of [{ path: '/' }, { path: '/webhooks/x' }, { method: 'GET' }])
      expect(await statusOf(open().stub(message(body('ACTIVE'), changes)))).toBe(404);
  });
});

const test = base
  .extend('stubsUrl', async () => new URL(`http://127.0.0.1:${await freePort()}`))
  /** The address of webhooks that the simulator gives to Kantor. */
  .extend('address', ({ stubsUrl }) => new URL('/shop/webhooks', stubsUrl))
  .extend('options', ({ stubsUrl }) => ({ simulatorUrl: stubsUrl.href }))
  .extend('merchant', async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '1000' });
    await kantor.createRequisite(trader.id);
    return kantor.createMerchant();
  })
  .extend('context', ({ day, url, merchant: { username } }) => {
    const { log, signal } = day;
    return { url, credentials: { username, password: PASSWORD }, log, signal };
  })
  .extend(
    'endpoint',
    ({ merchant }) =>
      () =>
        merchant.call(getWebhookEndpoint),
  );

describe('With Kantor, the shop', () => {
  test('gives its address, learns the secret, and hears of its orders', async ({
    kantor,
    day,
    stubsUrl,
    address,
    merchant,
    context,
    endpoint,
  }) => {
    const shop = createMerchantServer({
      readSecret: () => readSecret(context),
      log: context.log,
      signal: context.signal,
      now: () => kantor.clock().getTime(),
      failures: { failing: 0, slow: 0 },
    });
    await serveStubs(stubsUrl, { shop: shop.stub }, context);
    expect(await receiveWebhooks(context, address)).toBe(true);
    expect(await endpoint()).toMatchObject({ url: address.href, is_active: true });
    const { deliver } = startWorker(kantor, { trusted: stubsUrl.href, secret: JWT_SECRET });
    const { id } = await merchant.order('100');
    await deliver();
    expect(shop.statusOf(id)).toBe('ACTIVE');
    await merchant.api.call(cancelMerchantOrder, { params: { id } });
    await deliver();
    expect(shop.statusOf(id)).toBe('DECLINED');
    expect(day.lines).toEqual([]);
  });

  test('takes the place of an earlier simulator, and leaves the switch as it is', async ({
    kantor,
    context,
    address,
    endpoint,
  }) => {
    for (const is_active of [true, false]) {
      await sql`
        insert into webhook_endpoint (id, merchant_id, url, is_active, since)
        select merchant_id, merchant_id, 'http://127.0.0.1:1/shop/webhooks', ${is_active}, now() from api_key
        on conflict (id) do update set url = excluded.url, is_active = excluded.is_active`.execute(kantor.db);
      expect(await receiveWebhooks(context, address)).toBe(true);
      expect(await endpoint()).toMatchObject({ url: address.href, is_active });
    }
  });

  test.for(['https://shop.example/webhooks', 'https://shop.example/shop/webhooks'])(
    "leaves a person's own address alone: %s",
    async (url, { day, merchant, context, address, endpoint }) => {
      await merchant.call(updateWebhookEndpoint, { body: { url, is_active: true } });
      expect(await receiveWebhooks(context, address)).toBe(false);
      expect(await endpoint()).toMatchObject({ url, is_active: true });
      expect(day.lines).toEqual(["webhooks go to the merchant's own address; the shop receives none"]);
    },
  );

  test('leaves no sign-in behind', async ({ kantor, context, address }) => {
    await receiveWebhooks(context, address);
    await readSecret(context);
    const { rows } = await sql`select from session where revoked_at is null`.execute(kantor.db);
    expect(rows).toEqual([]);
  });
});
