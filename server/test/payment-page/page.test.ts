import { brotliCompressSync } from 'node:zlib';
import { addPaymentReceipt, claimPayment, followPayment } from '@kantor/contract/plain/payment-page.ts';
import { cancelMerchantOrder, createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmOrder, confirmExpiredOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { declineAppeal, openAppeal } from '../../src/modules/appeals/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { CALLS_PER_MINUTE } from '../../src/modules/payment-page/limits.ts';
import { createPaymentTokens } from '../../src/modules/payment-page/tokens.ts';
import { formOf, test } from './fixture.ts';

const headingOf = ({ body }: { body: string }) => /<h1[^>]*>([^<]*)<\/h1>/.exec(body)?.[1];
const ORDER_ENDS = 15 * MINUTE + SECOND;
const claim = formOf({});

test.beforeEach(({ kantor }) => kantor.heartbeat());

describe('a link', () => {
  test('is of 128 bits that tell nothing, and the same for a repeated request', async ({ merchant }) => {
    const request = {
      body: { amount: '1999.00', method: 'sbp', external_id: 'link' },
      headers: { 'idempotency-key': 'link' },
    } as const;
    const [first, again] = [
      await merchant.api.call(createMerchantOrder, request),
      await merchant.api.call(createMerchantOrder, request),
    ];
    expect(again).toEqual(first);
    const token = first.payment_url.split('/').at(-1) ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(16);
    expect(token).not.toContain(first.id.slice(0, 4));
    // Another secret, another token.
    expect(createPaymentTokens(Buffer.from('another')).tokenOf(first.id)).not.toBe(token);
  });

  test('is at the public address, where there is one', async ({ kantor, order }) => {
    expect((await order()).payment_url).toMatch(/^http:\/\/localhost(?::80)?\/pay\/[\w-]{22}$/);
    expect(kantor.settings.publicUrl).toBeUndefined();
  });

  test('that is unknown, malformed or dead is one page with one status', async ({ kantor, order, visit }) => {
    const { payment_url: link, id } = await order();
    const tokens = createPaymentTokens(new TextEncoder().encode(kantor.settings.jwtSecret));
    expect(link.endsWith(tokens.tokenOf(id))).toBe(true);
    kantor.pass(ORDER_ENDS);
    await expireDueOrders(kantor);
    kantor.pass(DAY - MINUTE);
    expect((await visit(link)).status).toBe(200);
    kantor.pass(2 * MINUTE);
    const dead = await visit(link);
    expect(dead.status).toBe(404);
    expect(dead.body).not.toContain('₽');
    const bad = ['x', 'A'.repeat(22), tokens.tokenOf(newId(kantor.clock())), 'я', '%00', 'A'.repeat(3000)];
    const others = [...bad.map((token) => `/pay/${token}`), `${link}x`, `${link}/`, '/pay/', '/pay/a/b/c'];
    for (const other of others) expect([other, await visit(other)]).toEqual([other, dead]);
    const asked = [followPayment, claimPayment, addPaymentReceipt].map(({ method, path }) => ({
      method,
      of: (of: string) => of + path.replace('/:token', ''),
    }));
    for (const { method, of } of asked) {
      const body = method === 'POST' ? { body: formOf({}) } : {};
      expect(await visit(of(link), { method, ...body })).toEqual(dead);
      expect(await visit(of('/pay/nothing'), { method, ...body })).toEqual(dead);
    }
    const english = await visit(link, { headers: { 'accept-language': 'en' } });
    expect(english).toMatchObject({ status: 404, body: expect.stringContaining('This link does not work') as string });
  });

  test('is refused after 20 calls a minute of one address, and nobody else is', async ({ kantor, order, visit }) => {
    const [mine, other] = [await order(), await order()];
    const address = '192.0.2.1';
    const ask = async (link: string, times: number, from = address) => {
      const statuses = new Set<number>();
      for (let n = 0; n < times; n += 1) statuses.add((await visit(link, { address: from })).status);
      return [...statuses];
    };
    expect(await ask(mine.payment_url, CALLS_PER_MINUTE)).toEqual([200]);
    const refused = await visit(mine.payment_url, { address });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body).not.toContain('₽');
    expect(await ask(other.payment_url, 1)).toEqual([200]);
    expect(await ask(mine.payment_url, 1, '192.0.2.2')).toEqual([200]);
    // Links that lead nowhere are counted together: nobody tries many.
    expect(await ask('/pay/nothing', CALLS_PER_MINUTE)).toEqual([404]);
    expect((await visit('/pay/another', { address })).status).toBe(429);
    expect(await ask(other.payment_url, 1)).toEqual([200]);
    kantor.pass(MINUTE);
    expect(await ask(mine.payment_url, 1)).toEqual([200]);
  });

  test('is for anybody who has it, signed in or not', async ({ order, visit, trader, merchant }) => {
    const { payment_url: link } = await order();
    const bodies = [await visit(link)];
    for (const token of [trader.token, merchant.key]) bodies.push(await visit(link, { token }));
    expect(new Set(bodies.map(({ body }) => body)).size).toBe(1);
  });
});

describe('the page', () => {
  test('has in it what the payer needs, and asks for nothing of others', async ({ merchant, visit }) => {
    const { payment_url: link } = await merchant.order('15000.37');
    const { status, body, headers } = await visit(link);
    expect(status).toBe(200);
    expect(headingOf({ body })).toBe('Переведите ровно 15\u00A0000,37\u00A0₽');
    expect(body).toContain('data-copy="15000,37"');
    expect(body).toMatch(/data-copy="\+7\d{10}"/);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'content-type': 'text/html; charset=utf-8',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(body).not.toMatch(/(?:src|href|action)="(?!\/pay\/|data:,")/);
    // A style in an attribute would be refused by the policy.
    expect(body).not.toContain('style=');
  });

  test('weighs at most 40 kB with all that it asks for, uncompressed even', async ({ order, visit }) => {
    const page = await visit((await order()).payment_url);
    const [, script = ''] = /<script defer src="([^"]+)"/.exec(page.body) ?? [];
    const answer = await visit(script);
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' },
    });
    const parts = [page.body, answer.body];
    expect(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0)).toBeLessThan(40_000);
    expect(parts.reduce((sum, part) => sum + brotliCompressSync(part).length, 0)).toBeLessThan(12_000);
  });

  test.for([
    ['ru-RU,ru;q=0.9,en;q=0.8', '', 'ru'],
    ['en-GB,en;q=0.9', '', 'en'],
    ['de,fr;q=0.5', '', 'en'],
    ['en;q=0.1, ru', '', 'ru'],
    ['en', '?lang=ru', 'ru'],
    ['ru', '?lang=en', 'en'],
    ['ru', '?lang=xx', 'ru'],
    ['ru', '?lang=ru&lang=en', 'ru'],
    ['*', '', 'ru'],
    ['', '', 'ru'],
  ] as const)('for "%s" %s is in %s', async ([accepted, query, language], { order, visit }) => {
    const { payment_url: link } = await order();
    const { body } = await visit(link + query, { headers: { 'accept-language': accepted } });
    expect(body).toContain(`<html lang="${language}">`);
    expect(headingOf({ body })).toMatch(language === 'ru' ? /^Переведите ровно/ : /^Transfer exactly/);
  });

  test('tells each state of its order', async ({ kantor, trader, merchant, order, visit, send }) => {
    const back = 'https://shop.example/thanks';
    const seen = async (link: string) => headingOf(await visit(link));

    const paid = await order({ return_url: back });
    expect((await visit(paid.payment_url)).body).not.toContain(back);
    expect(await seen(paid.payment_url)).toMatch(/^Переведите ровно/);
    expect(await send(paid.payment_url, claimPayment, claim)).toMatchObject({ status: 303 });
    expect(await seen(paid.payment_url)).toBe('Проверяем');
    await trader.call(confirmOrder, { params: { id: paid.id } });
    expect(await seen(paid.payment_url)).toBe('Оплачено');
    expect((await visit(paid.payment_url)).body).toContain(`href="${back}"`);

    const [expired, late, cancelled] = [await order({ return_url: back }), await order(), await order()];
    await send(late.payment_url, claimPayment, claim);
    await merchant.api.call(cancelMerchantOrder, { params: { id: cancelled.id } });
    expect(await seen(cancelled.payment_url)).toBe('Заказ отменён');
    await send(cancelled.payment_url, claimPayment, claim);
    expect((await visit(cancelled.payment_url)).body).toContain('Заказ отменён, но вы сообщили об оплате');
    kantor.pass(ORDER_ENDS);
    // Also before the job has been there.
    expect(await seen(expired.payment_url)).toBe('Время вышло');
    await expireDueOrders(kantor);
    const over = await visit(expired.payment_url);
    expect(headingOf(over)).toBe('Время вышло');
    expect(over.body).toContain(`href="${back}"`);
    expect(over.body).toContain('name="receipt"');
    // Nobody is sent to a requisite that does not wait any more.
    expect(over.body).not.toContain('data-copy');
    expect(await seen(late.payment_url)).toBe('Проверяем');
    expect((await visit(late.payment_url)).body).toContain('Время заказа вышло, но вы сообщили об оплате');
    await trader.call(confirmExpiredOrder, { params: { id: late.id } });
    expect(await seen(late.payment_url)).toBe('Оплачено');

    const appeal = await openAppeal(kantor, { merchantId: merchant.id, orderId: expired.id, amount: 100n });
    expect(await seen(expired.payment_url)).toBe('Разбираем');
    kantor.pass(2 * DAY);
    // It has not ended yet.
    expect(await seen(expired.payment_url)).toBe('Разбираем');
    await declineAppeal(kantor, { role: 'operator' }, appeal);
    const declined = await visit(expired.payment_url);
    expect(headingOf(declined)).toBe('Время вышло');
    expect(declined.body).toContain('Апелляция отклонена');
  });

  test('shows the holder that the order was issued with, and escapes every name', async ({ kantor, visit }) => {
    const hostile = `<img src=x onerror=alert(1)>"'&`;
    const owner = await kantor.createTrader({ balance: '1000' });
    await kantor.createRequisite(owner.id, { fio: hostile, bankId: 7 });
    const shop = await kantor.createMerchant();
    const order = await shop.order('1500', { bank: 7 });
    await sql`update account set name = ${hostile} where id = ${shop.id}`.execute(kantor.ownerDb);
    await sql`
      with added as (
        insert into payee (requisite_id, version, bank_id, fio, phone, bank_account, last_4_digits_card, changed_by, created_at,
          after_order)
        select requisite_id, 2, bank_id, 'Другой Человек', phone, bank_account, last_4_digits_card, changed_by, now(), 100
        from payee where changed_by = ${owner.id}
      )
      update requisite set payee_version = 2, fio = 'Другой Человек' where trader_id = ${owner.id}`.execute(
      kantor.ownerDb,
    );
    const { body } = await visit(order.payment_url);
    expect(body).not.toContain('<img');
    expect(body.split('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')).toHaveLength(3);
    expect(body).not.toContain('Другой');
  });
});

describe('a return_url', () => {
  test.for([
    'javascript:alert(1)',
    'https:shop.example',
    'JaVaScRiPt:alert(1)//https://shop.example',
    'data:text/html,x',
    'http://shop.example',
    'https://user:password@shop.example',
    'https://',
    '//shop.example',
    'shop.example',
    'https://shop.example/a b',
    'https://shop.example/\u0000',
    'https://shop.example/\njavascript:alert(1)',
    `https://shop.example/${'a'.repeat(2048)}`,
    '',
  ])('%j is refused', async (url, { merchant }) => {
    const body = { amount: '5', method: 'sbp' as const, external_id: 'return', return_url: url };
    const refused = await merchant.api.refusal(createMerchantOrder, { body, headers: { 'idempotency-key': 'return' } });
    expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ['return_url']]);
  });

  test.for(['https://shop.example/?a=1&b="><script>', 'http://localhost:8080/done', 'https://магазин.рф/спасибо'])(
    '%j is led back to as it is, escaped',
    async (url, { trader, order, visit }) => {
      const { id, payment_url: link } = await order({ return_url: url });
      await trader.call(confirmOrder, { params: { id } });
      const { body } = await visit(link);
      expect(body).toContain(
        `href="${url.replaceAll('&', '&amp;').replace('"><script>', '&quot;&gt;&lt;script&gt;')}"`,
      );
      expect(body).not.toContain('"><script>');
    },
  );
});
