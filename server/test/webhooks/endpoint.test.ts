import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { isSigned } from './webhook-shop.ts';
import { useScene } from './webhook-scene.ts';

// Where a merchant's server is told of changes, and with which secret.

const { kantor, shop, merchant, deliver, enter } = useScene({ hasEndpoint: false });

describe('The endpoint', () => {
  test('is empty, on, and has a secret before anybody touches it, and looking changes nothing', async () => {
    const { status, body } = await merchant.call('endpoint/');
    expect([status, body]).toEqual([
      200,
      {
        url: '',
        is_active: true,
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        former_secret_until: null,
      },
    ]);
    expect((await merchant.call('endpoint/')).body).toEqual(body);
    const { rows } = await sql`select from webhook_endpoint where merchant_id = ${merchant.id}`.execute(kantor.db);
    expect(rows).toEqual([]);
  });

  test('keeps the address and the switch, and its secret', async () => {
    const { secret } = (await merchant.call('endpoint/')).body;
    const url = 'https://магазин.рф/вебхуки?ключ=1';
    const given = await merchant.call('endpoint/', { url: ` ${url} `, is_active: false });
    expect([given.status, given.body]).toEqual([200, { url, is_active: false, secret, former_secret_until: null }]);
    expect((await merchant.call('endpoint/')).body).toEqual(given.body);
    expect((await merchant.call('endpoint/', { url: '', is_active: true })).body).toMatchObject({
      url: '',
      is_active: true,
    });
  });

  test("has a secret of the merchant's own", async () => {
    const { secret } = (await merchant.call('endpoint/')).body;
    const other = await enter();
    expect((await other.call('endpoint/')).body.secret).not.toBe(secret);
  });

  test.each([
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
  ])('cannot be %s', async (url, sentence) => {
    await merchant.setEndpoint('https://shop.example/');
    const refused = await merchant.setEndpoint(url);
    expect([refused.status, refused.body.errors]).toEqual([400, { url: [expect.stringMatching(sentence)] }]);
    expect((await merchant.call('endpoint/')).body.url).toBe('https://shop.example/');
  });

  test('switched off, it gets nothing; what happened meanwhile arrives in order when it is on again', async () => {
    await merchant.setEndpoint();
    await merchant.setEndpoint(undefined, false);
    const { id } = await merchant.order();
    await kantor.send(`/merchant/v1/orders/${id}/cancel`, {
      method: 'POST',
      token: merchant.key,
      headers: { 'idempotency-key': id },
    });
    await deliver();
    expect(shop.heard).toEqual([]);
    expect((await merchant.newest()).status).toBe('PENDING');
    await merchant.setEndpoint();
    await deliver();
    expect(shop.types()).toEqual(['order.active', 'order.declined']);
  });

  test('with another address, what waits goes there at once', async () => {
    await merchant.setEndpoint(`${shop.url}/typo`);
    shop.answerWith(({ path }) => (path === '/typo' ? 404 : 200));
    await merchant.order();
    await deliver();
    expect(await merchant.newest()).toMatchObject({ status: 'PENDING', attempts: 1, url: `${shop.url}/typo` });
    await merchant.setEndpoint(`${shop.url}/right`);
    await deliver();
    expect(await merchant.newest()).toMatchObject({ status: 'DELIVERED', attempts: 2, url: `${shop.url}/right` });
  });

  test("with another address, what waits for an order's own address waits on", async () => {
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

  test('with another address, it is still told of what happened just before', async () => {
    await merchant.setEndpoint();
    await merchant.order();
    kantor.pass(1);
    await merchant.setEndpoint(`${shop.url}/other`);
    await deliver();
    expect(shop.heard.map(({ path }) => path)).toEqual(['/other']);
  });

  test('that was without an address is not told of what happened meanwhile', async () => {
    await merchant.setEndpoint();
    await merchant.setEndpoint('');
    await merchant.order();
    kantor.pass(1);
    await merchant.setEndpoint();
    await deliver();
    expect(shop.heard).toEqual([]);
  });

  test('that answers 410 is switched off, and what waits arrives when it is on again', async () => {
    await merchant.setEndpoint();
    shop.answerWith(() => 410);
    const { id } = await merchant.order();
    await deliver();
    expect((await merchant.call('endpoint/')).body.is_active).toBe(false);
    kantor.pass(MINUTE);
    await deliver();
    expect(shop.heard.length).toBe(1);
    shop.answerWith(() => 200);
    await merchant.setEndpoint();
    await deliver();
    expect(shop.types(id)).toEqual(['order.active', 'order.active']);
    expect((await merchant.newest()).status).toBe('DELIVERED');
  });

  test.each([
    ['of its own', '/own'],
    ['that is the same', '/webhooks'],
  ])(
    "an order's address %s, which answers 410, gets no more of this message, and the endpoint stays on",
    async (_what, path) => {
      await merchant.setEndpoint();
      shop.answerWith(() => 410);
      await merchant.order({ callback_url: `${shop.url}${path}` });
      await deliver();
      expect((await merchant.newest()).status).toBe('DEAD');
      expect((await merchant.call('endpoint/')).body.is_active).toBe(true);
    },
  );

  test('that was given another address before its 410 came stays on', async () => {
    await merchant.setEndpoint(`${shop.url}/old`);
    shop.answerWith(async () => {
      await merchant.setEndpoint(`${shop.url}/new`);
      return 410;
    });
    await merchant.order();
    await deliver();
    expect((await merchant.call('endpoint/')).body).toMatchObject({ is_active: true, url: `${shop.url}/new` });
  });
});

describe('A new secret', () => {
  const rotate = () => merchant.call('endpoint/rotate/', {});

  test('signs at once; the former one signs too for a day', async () => {
    await merchant.setEndpoint();
    const { secret: former } = (await merchant.call('endpoint/')).body;
    const { status, body } = await rotate();
    expect([status, body]).toMatchObject([200, { url: `${shop.url}/webhooks`, is_active: true }]);
    expect(body.secret).not.toBe(former);
    expect(body.former_secret_until).toBe(new Date(kantor.clock().getTime() + DAY).toISOString());

    await merchant.order();
    await deliver();
    const [first] = shop.heard;
    expect(String(first?.headers['webhook-signature']).split(' ').length).toBe(2);
    expect(first && [body.secret, former].map((secret) => isSigned(first, secret))).toEqual([true, true]);

    kantor.pass(DAY);
    expect((await merchant.call('endpoint/')).body).toMatchObject({ secret: body.secret, former_secret_until: null });
    await merchant.order();
    await deliver();
    const last = shop.heard.at(-1);
    expect(last && [body.secret, former].map((secret) => isSigned(last, secret))).toEqual([true, false]);
  });

  test('may be the first thing that a merchant asks for: what was shown before signs too', async () => {
    const { secret: former } = (await merchant.call('endpoint/')).body;
    const { secret } = (await rotate()).body;
    await merchant.setEndpoint();
    await merchant.order();
    await deliver();
    const [heard] = shop.heard;
    expect(heard && [secret, former].map((each) => isSigned(heard, each))).toEqual([true, true]);
  });

  test('is not followed by another while the former one signs: the server may know only that', async () => {
    const { body } = await rotate();
    const refused = await rotate();
    expect([refused.status, refused.body.code]).toEqual([409, 'secret_rotating']);
    expect((await merchant.call('endpoint/')).body).toEqual(body);
    kantor.pass(DAY);
    const again = await rotate();
    expect(again.status).toBe(200);
    expect(again.body.secret).not.toBe(body.secret);
  });

  test('is not in the database, nor in what is told', async () => {
    await merchant.setEndpoint();
    const { secret } = (await rotate()).body;
    await merchant.order();
    await deliver();
    const raw = Buffer.from(secret.slice(6), 'base64');
    const { rows } = await sql<{ all: string }>`
      select (select jsonb_agg(e) from webhook_endpoint e)::text || (select jsonb_agg(w) from webhook w)::text
        || (select jsonb_agg(o) from outbox o)::text as all`.execute(kantor.db);
    for (const form of [secret, secret.slice(6), raw.toString('hex')]) expect(rows[0]?.all).not.toContain(form);
  });
});
