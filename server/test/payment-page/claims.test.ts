import { addPaymentReceipt, claimPayment, MAX_RECEIPTS } from '@kantor/contract/plain/payment-page.ts';
import { getInbox } from '@kantor/contract/wire/inbox.ts';
import { confirmOrder, listOrders } from '@kantor/contract/wire/orders.ts';
import { getPayerClaim } from '@kantor/contract/wire/payer-claims.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { readClaim } from '../../src/modules/payer-claims/index.ts';
import { FORMS_PER_HOUR } from '../../src/modules/payment-page/limits.ts';
import { png } from '../support/uploads.ts';
import { formOf, test as base } from './fixture.ts';

const WORDS = { sender_name: 'Иван', last_four: '1234', comment: 'Перевёл из Сбера' };

const test = base.extend('countFiles', ({ kantor }) => async () => {
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from stored_file`.execute(kantor.db);
  return Number(rows[0]?.n);
});

test.beforeEach(({ kantor }) => kantor.heartbeat());

describe('a claim', () => {
  test('is shown to the trader and the merchant of the order, and changes nothing', async ({
    kantor,
    trader,
    merchant,
    receipt,
    order,
    send,
  }) => {
    const { id, payment_url: link } = await order();
    const before = await kantor.balances(trader.id);
    expect(await send(link, claimPayment, formOf(WORDS, receipt))).toMatchObject({
      status: 303,
      headers: { location: expect.stringMatching(/^\/pay\/[\w-]{22}\?lang=ru$/) as string },
    });
    expect(await kantor.balances(trader.id)).toEqual(before);
    const { results } = await trader.call(listOrders, { query: { status: 'ACTIVE' } });
    expect(results.find((row) => row.id === id)?.claim).toEqual({
      made_at: kantor.clock().toISOString(),
      sender_name: 'Иван',
    });
    // A merchant's list is as it was.
    expect((await merchant.call(listOrders)).results.find((row) => row.id === id)?.claim).toBeNull();
    for (const owner of [trader, merchant]) {
      const { claim } = await owner.call(getPayerClaim, { params: { id } });
      expect(claim).toMatchObject({ ...WORDS, receipts: [{ name: 'чек.png' }] });
      const file = await kantor.request(claim?.receipts[0]?.url ?? '');
      expect(file).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
    }
    expect(await readClaim(kantor.db, id)).toMatchObject({ orderId: id, senderName: 'Иван', lastFour: '1234' });
    const stranger = await kantor.createTrader();
    expect(await stranger.refusal(getPayerClaim, { params: { id } })).toMatchObject({ status: 404 });
  });

  test('asks for a hand in the inbox', async ({ trader, order, send }) => {
    const count = async () =>
      (await trader.call(getInbox)).items.find(({ what }) => what === 'orders_claimed')?.count ?? 0;
    const before = await count();
    const { id, payment_url: link } = await order();
    await send(link, claimPayment, formOf({}));
    expect(await count()).toBe(before + 1);
    await trader.call(confirmOrder, { params: { id } });
    expect(await count()).toBe(before);
  });

  test('is made once an order, also when several come at once', async ({ kantor, order, send, countFiles }) => {
    const { id, payment_url: link } = await order();
    const files = await countFiles();
    const pictures = await Promise.all(['red', 'green', 'blue'].map((colour) => png(`${colour}.png`, colour)));
    const answers = await Promise.all(pictures.map((picture) => send(link, claimPayment, formOf(WORDS, picture))));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['303', '409', '409']);
    expect(await countFiles()).toBe(files + 1);
    const again = await send(link, claimPayment, formOf({ sender_name: 'Пётр' }));
    expect(again.status).toBe(409);
    expect(again.body).toContain('Вы уже сообщили об оплате');
    expect((await readClaim(kantor.db, id))?.senderName).toBe('Иван');
  });

  test('is not taken of a paid order, nor closes one', async ({ trader, order, send, receipt, countFiles }) => {
    const { id, payment_url: link } = await order();
    await trader.call(confirmOrder, { params: { id } });
    const files = await countFiles();
    const answer = await send(link, claimPayment, formOf(WORDS, receipt));
    expect(answer.status).toBe(409);
    expect(answer.body).toContain('Оплачено');
    expect(await countFiles()).toBe(files);
  });

  test.for([
    ['last_four', { last_four: '12' }],
    ['last_four', { last_four: '12345' }],
    ['sender_name', { sender_name: 'я'.repeat(61) }],
    ['comment', { comment: 'x'.repeat(501) }],
    ['comment', { comment: 'a\u0000b' }],
  ] as const)(
    'names the field %s that is wrong, and keeps nothing',
    async ([field, words], { kantor, order, send }) => {
      const { id, payment_url: link } = await order();
      const { status, body } = await send(link, claimPayment, formOf(words));
      expect(status).toBe(400);
      expect(body).toContain(`id="${field}-fault"`);
      expect(body).toContain('<details open>');
      expect(await readClaim(kantor.db, id)).toBeUndefined();
    },
  );

  test('that is refused shows what was typed again, as the same page', async ({ visit, order, send }) => {
    const { payment_url: link } = await order();
    const versionOf = ({ body }: { body: string }) => /data-version="([^"]+)"/.exec(body)?.[1];
    const words = { ...WORDS, last_four: '12', sender_name: '"><b>Иван', comment: 'Первая\n</textarea>вторая' };
    const refused = await send(link, claimPayment, formOf(words));
    expect(refused.body).toContain('value="12"');
    expect(refused.body).toContain('value="&quot;&gt;&lt;b&gt;Иван"');
    expect(refused.body).toMatch(/>\nПервая\r?\n&lt;\/textarea&gt;вторая<\/textarea>/);
    // Else the page, which asks every half minute, would take what is typed away.
    expect(versionOf(refused)).toBe(versionOf(await visit(link)));
    const noFile = await send(link, claimPayment, formOf(WORDS, new File(['x'], 'чек.png')));
    expect(noFile.body).toContain('value="Иван"');
  });

  test('keeps no code of a bank and no whole card number', async ({ kantor, order, send }) => {
    const { id, payment_url: link } = await order();
    await send(link, claimPayment, formOf({ comment: 'Карта 4276 3800 1234 5678', sender_name: 'Код 481206' }));
    const kept = JSON.stringify(await readClaim(kantor.db, id));
    expect(kept).not.toMatch(/3800|481206/);
  });

  test('of a torn form or a file that is none is refused in words', async ({
    kantor,
    order,
    send,
    visit,
    countFiles,
  }) => {
    const { id, payment_url: link } = await order();
    const files = await countFiles();
    const bad = [
      new File(['<script>'], 'чек.png', { type: 'image/png' }),
      new File([], 'пусто.png'),
      new File(['%PDF-1.4 torn'], 'чек.pdf'),
      new File([Buffer.alloc(10 * 1024 * 1024 + 1)], 'много.png'),
      new File(['x'], '../../etc/passwd'),
    ];
    for (const file of bad) {
      const { status, body } = await send(link, claimPayment, formOf(WORDS, file));
      expect([file.name, status]).toEqual([file.name, 400]);
      expect(body).toContain('id="receipt-fault"');
    }
    const torn = { 'content-type': 'multipart/form-data; boundary=x' };
    const bodies = [
      '--x\r\nContent-Disposition: form-data; name="receipt"; filename="a.png"\r\n\r\nPNG',
      '--x',
      '',
      '{',
    ];
    for (const body of bodies) {
      const answer = await visit(`${link}${claimPayment.path.replace('/:token', '')}`, {
        method: 'POST',
        body: Buffer.from(body),
        headers: torn,
      });
      expect(answer.status).toBeLessThan(500);
    }
    expect(await countFiles()).toBe(files);
    expect((await readClaim(kantor.db, id))?.receipts ?? []).toEqual([]);
  });

  test('is limited by the order: whoever has its link cannot send for ever', async ({ kantor, order, send }) => {
    const { payment_url: link } = await order();
    for (let n = 0; n < FORMS_PER_HOUR; n += 1) {
      expect((await send(link, claimPayment, formOf({ last_four: 'x' }))).status).toBe(400);
    }
    expect((await send(link, claimPayment, formOf({}))).status).toBe(429);
    kantor.pass(HOUR / FORMS_PER_HOUR + MINUTE);
    expect((await send(link, claimPayment, formOf({}))).status).toBe(303);
  });
});

describe('receipts', () => {
  test('are three at most, also when several come at once', async ({ kantor, order, send, receipt, countFiles }) => {
    const { id, payment_url: link } = await order();
    const more = () => send(link, addPaymentReceipt, formOf({}, receipt));
    expect(await more()).toMatchObject({ status: 409, body: expect.stringContaining('Сначала') as string });
    await send(link, claimPayment, formOf(WORDS));
    const files = await countFiles();
    const answers = await Promise.all([more(), more(), more(), more()]);
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['303', '303', '303', '409']);
    expect(await countFiles()).toBe(files + MAX_RECEIPTS);
    expect((await readClaim(kantor.db, id))?.receipts).toHaveLength(MAX_RECEIPTS);
    const last = await more();
    expect(last.body).toContain('Чеков приложено: 3 из 3');
    expect(last.body).not.toContain('type="file"');
    // Also where no form is left, it says why.
    expect(last.body).toContain('Можно приложить не больше 3 файлов');
    expect((await send(link, claimPayment, formOf(WORDS))).body).toContain('Вы уже сообщили об оплате');
  });

  test('ask for a file', async ({ order, send }) => {
    const { payment_url: link } = await order();
    await send(link, claimPayment, formOf({}));
    const { status, body } = await send(link, addPaymentReceipt, formOf({}));
    expect(status).toBe(400);
    expect(body).toContain('id="receipt-fault"');
  });
});
