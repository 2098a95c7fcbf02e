import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { getWebhookEndpoint, rotateWebhookSecret, updateWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { isSigned } from './shop.ts';
import { test as base } from './fixture.ts';

// The endpoint of a merchant's server and its secret.

const test = base.extend('hasEndpoint', false);

describe('The endpoint', () => {
  test('is empty, on, and has a secret before anybody touches it, and looking changes nothing', async ({
    kantor,
    merchant,
  }) => {
    const endpoint = await merchant.call(getWebhookEndpoint);
    expect(endpoint).toEqual({
      url: '',
      is_active: true,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      former_secret_until: null,
    });
    expect(await merchant.call(getWebhookEndpoint)).toEqual(endpoint);
    const { rows } = await sql`select from webhook_endpoint where merchant_id = ${merchant.id}`.execute(kantor.db);
    expect(rows).toEqual([]);
  });

  test('keeps the address and the switch, and its secret', async ({ merchant }) => {
    const { secret } = await merchant.call(getWebhookEndpoint);
    const url = 'https://магазин.рф/вебхуки?ключ=1';
    const given = await merchant.setEndpoint(` ${url} `, false);
    expect(given).toEqual({ url, is_active: false, secret, former_secret_until: null });
    expect(await merchant.call(getWebhookEndpoint)).toEqual(given);
    expect(await merchant.setEndpoint('')).toMatchObject({ url: '', is_active: true });
  });

  test('tells its secret to those who may change it alone', async ({ kantor, merchant }) => {
    const { secret, ...endpoint } = await merchant.call(getWebhookEndpoint);
    for (const [role, told] of [
      ['developer', secret],
      ['support', ''],
      ['viewer', ''],
    ] as const) {
      const member = await kantor.createMember(merchant.id, role);
      expect(await member.call(getWebhookEndpoint)).toEqual({ ...endpoint, secret: told });
    }
  });

  test("has a secret of the merchant's own", async ({ merchant, enter }) => {
    const { secret } = await merchant.call(getWebhookEndpoint);
    const other = await enter();
    expect((await other.call(getWebhookEndpoint)).secret).not.toBe(secret);
  });

  test.for([
    ['shop.example', /^Укажите адрес целиком/],
    ['ftp://shop.example/', /https:\/\/ или http:\/\//],
    ['https://user:pass@shop.example/', /^Уберите из адреса/],
    ['http://127.0.0.1/', /не из интернета/],
    ['http://2130706433/', /не из интернета/],
    ['http://[::1]/', /не из интернета/],
    ['http://169.254.169.254/', /не из интернета/],
    ['http://localhost./', /не из интернета/],
    ['https://shop.example:25/', /^Порт может быть/],
    [`https://shop.example/${'x'.repeat(2048)}`, /^Не длиннее 2048/],
    ['https://shop.example/\u0000', /^Недопустимый символ/],
  ] as const)('cannot be %s', async ([url, sentence], { merchant }) => {
    await merchant.setEndpoint('https://shop.example/');
    expect(await merchant.refusal(updateWebhookEndpoint, { body: { url, is_active: true } })).toMatchObject({
      status: 400,
      problem: { errors: { url: [expect.stringMatching(sentence)] } },
    });
    expect((await merchant.call(getWebhookEndpoint)).url).toBe('https://shop.example/');
  });

  test('switched off, it gets nothing; what happened meanwhile arrives in order when it is on again', async ({
    shop,
    merchant,
    deliver,
  }) => {
    await merchant.setEndpoint();
    await merchant.setEndpoint(undefined, false);
    const { id } = await merchant.order();
    await merchant.api.call(cancelMerchantOrder, { params: { id } });
    await deliver();
    expect(shop.heard).toEqual([]);
    expect((await merchant.newest()).status).toBe('PENDING');
    await merchant.setEndpoint();
    await deliver();
    expect(shop.types()).toEqual(['order.active', 'order.declined']);
  });

  test('with another address, what waits goes there at once', async ({ shop, merchant, deliver }) => {
    await merchant.setEndpoint(`${shop.url}/typo`);
    shop.answerWith(({ path }) => (path === '/typo' ? 404 : 200));
    await merchant.order();
    await deliver();
    expect(await merchant.newest()).toMatchObject({ status: 'PENDING', attempts: 1, url: `${shop.url}/typo` });
    await merchant.setEndpoint(`${shop.url}/right`);
    await deliver();
    expect(await merchant.newest()).toMatchObject({ status: 'DELIVERED', attempts: 2, url: `${shop.url}/right` });
  });

  test("with another address, what waits for an order's own address waits on", async ({
    kantor,
    shop,
    merchant,
    deliver,
  }) => {
    await merchant.setEndpoint();
    shop.answerWith(() => 500);
    await merchant.order({ callback_url: `${shop.url}/own` });
    await deliver();
    const waiting = await merchant.newest();
    kantor.pass(1);
    await merchant.setEndpoint(`${shop.url}/right`);
    expect(await merchant.newest()).toEqual(waiting);
    shop.answerWith(() => 200);
    kantor.pass(MINUTE);
    await deliver();
  });

  test('with another address, it still gets the webhooks of just before', async ({
    kantor,
    shop,
    merchant,
    deliver,
  }) => {
    await merchant.setEndpoint();
    await merchant.order();
    kantor.pass(1);
    await merchant.setEndpoint(`${shop.url}/other`);
    await deliver();
    expect(shop.heard.map(({ path }) => path)).toEqual(['/other']);
  });

  test('that was without an address gets no webhooks of that time', async ({ kantor, shop, merchant, deliver }) => {
    await merchant.setEndpoint();
    await merchant.setEndpoint('');
    await merchant.order();
    kantor.pass(1);
    await merchant.setEndpoint();
    await deliver();
    expect(shop.heard).toEqual([]);
  });

  test('that answers 410 is switched off, and what waits arrives when it is on again', async ({
    kantor,
    shop,
    merchant,
    deliver,
  }) => {
    await merchant.setEndpoint();
    shop.answerWith(() => 410);
    const { id } = await merchant.order();
    await deliver();
    expect((await merchant.call(getWebhookEndpoint)).is_active).toBe(false);
    kantor.pass(MINUTE);
    await deliver();
    expect(shop.heard.length).toBe(1);
    shop.answerWith(() => 200);
    await merchant.setEndpoint();
    await deliver();
    expect(shop.types(id)).toEqual(['order.active', 'order.active']);
    expect((await merchant.newest()).status).toBe('DELIVERED');
  });

  test.for([
    ['of its own', '/own'],
    ['that is the same', '/webhooks'],
  ])(
    "an order's address %s, which answers 410, gets no more of this message, and the endpoint stays on",
    async ([_what, path], { shop, merchant, deliver }) => {
      await merchant.setEndpoint();
      shop.answerWith(() => 410);
      await merchant.order({ callback_url: `${shop.url}${path}` });
      await deliver();
      expect((await merchant.newest()).status).toBe('DEAD');
      expect((await merchant.call(getWebhookEndpoint)).is_active).toBe(true);
    },
  );

  test('that was given another address before its 410 came stays on', async ({ shop, merchant, deliver }) => {
    await merchant.setEndpoint(`${shop.url}/old`);
    shop.answerWith(async () => {
      await merchant.setEndpoint(`${shop.url}/new`);
      return 410;
    });
    await merchant.order();
    await deliver();
    expect(await merchant.call(getWebhookEndpoint)).toMatchObject({ is_active: true, url: `${shop.url}/new` });
  });
});

describe('A new secret', () => {
  test('signs at once; the former one signs too for a day', async ({ kantor, shop, merchant, deliver }) => {
    await merchant.setEndpoint();
    const { secret: former } = await merchant.call(getWebhookEndpoint);
    const rotated = await merchant.call(rotateWebhookSecret);
    const { secret } = rotated;
    expect(rotated).toMatchObject({ url: `${shop.url}/webhooks`, is_active: true });
    expect(secret).not.toBe(former);
    expect(rotated.former_secret_until).toBe(new Date(kantor.clock().getTime() + DAY).toISOString());

    await merchant.order();
    await deliver();
    const [first] = shop.heard;
    expect(String(first?.headers['webhook-signature']).split(' ').length).toBe(2);
    expect(first && [secret, former].map((each) => isSigned(first, each))).toEqual([true, true]);

    kantor.pass(DAY);
    expect(await merchant.call(getWebhookEndpoint)).toMatchObject({ secret, former_secret_until: null });
    await merchant.order();
    await deliver();
    const last = shop.heard.at(-1);
    expect(last && [secret, former].map((each) => isSigned(last, each))).toEqual([true, false]);
  });

  test('may be the first thing that a merchant asks for: what was shown before signs too', async ({
    shop,
    merchant,
    deliver,
  }) => {
    const { secret: former } = await merchant.call(getWebhookEndpoint);
    const { secret } = await merchant.call(rotateWebhookSecret);
    await merchant.setEndpoint();
    await merchant.order();
    await deliver();
    const [heard] = shop.heard;
    expect(heard && [secret, former].map((each) => isSigned(heard, each))).toEqual([true, true]);
  });

  test('is not followed by another while the former one signs: the server may know only that', async ({
    kantor,
    merchant,
  }) => {
    const rotated = await merchant.call(rotateWebhookSecret);
    expect(await merchant.refusal(rotateWebhookSecret)).toMatchObject({ status: 409, code: 'secret_rotating' });
    expect(await merchant.call(getWebhookEndpoint)).toEqual(rotated);
    kantor.pass(DAY);
    expect((await merchant.call(rotateWebhookSecret)).secret).not.toBe(rotated.secret);
  });

  test('is neither in the database nor in an event', async ({ kantor, merchant, deliver }) => {
    await merchant.setEndpoint();
    const { secret } = await merchant.call(rotateWebhookSecret);
    await merchant.order();
    await deliver();
    const raw = Buffer.from(secret.slice(6), 'base64');
    const { rows } = await sql<{ all: string }>`
      select (select jsonb_agg(e) from webhook_endpoint e)::text || (select jsonb_agg(w) from webhook w)::text
        || (select jsonb_agg(o) from outbox o)::text as all`.execute(kantor.db);
    for (const form of [secret, secret.slice(6), raw.toString('hex')]) expect(rows[0]?.all).not.toContain(form);
  });
});
