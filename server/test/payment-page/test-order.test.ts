import { addPaymentReceipt, claimPayment } from '@kantor/contract/plain/payment-page.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import * as happening from '@kantor/contract/wire/merchant-test.ts';
import { getTestOrder } from '@kantor/contract/wire/test-mode.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { testApiOf } from '../test-mode/fixture.ts';
import { formOf, test as base } from './fixture.ts';

const MARK = 'Тестовый заказ: ничего не переводите';

const test = base
  .extend('api', { scope: 'file' }, ({ kantor, merchant }) => testApiOf(kantor, merchant))
  .extend('testOrder', ({ kantor, api }) => () => {
    kantor.pass(1);
    const body = { amount: '1500', method: 'sbp', external_id: String(kantor.clock().getTime()) } as const;
    return api.call(createMerchantOrder, { body: { ...body, return_url: 'https://shop.example/thanks' } });
  });

const headingOf = ({ body }: { body: string }) => /<h1[^>]*>([^<]*)<\/h1>/.exec(body)?.[1];

describe('the page of a test order', () => {
  test('says that it is one, with the simulated requisite, in both languages', async ({ testOrder, visit }) => {
    const { payment_url: link } = await testOrder();
    const page = await visit(link);
    expect(page.status).toBe(200);
    expect(page.body).toContain(MARK);
    expect(page.body).toContain('<title>Тест · Оплата');
    expect(page.body).toContain('Тестовый Получатель');
    expect((await visit(`${link}?lang=en`)).body).toContain('A test order: do not transfer anything');
  });

  test('is led by the payer’s word and by the buttons of the test mode, back to the shop', async ({
    kantor,
    merchant,
    api,
    testOrder,
    visit,
    send,
    receipt,
  }) => {
    const { id, payment_url: link } = await testOrder();
    expect((await merchant.call(getTestOrder, { params: { id } })).payment_url).toBe(link);
    expect((await send(link, addPaymentReceipt, formOf({}, receipt))).status).toBe(409);
    expect((await send(link, claimPayment, formOf({}, new File(['no picture'], 'чек.png')))).status).toBe(400);
    expect((await send(link, claimPayment, formOf({}, receipt))).status).toBe(303);
    expect(headingOf(await visit(link))).toBe('Проверяем');
    expect((await send(link, claimPayment, formOf({}))).status).toBe(409);
    for (const status of [303, 303, 409])
      expect((await send(link, addPaymentReceipt, formOf({}, receipt))).status).toBe(status);
    expect((await visit(link)).body).toContain('Чеков приложено: 3 из 3');
    const { rows } = await sql`select 1 from stored_file union all select 1 from payer_claim`.execute(kantor.db);
    expect(rows).toEqual([]);
    await api.call(happening.payTestOrder, { params: { id } });
    const paid = await visit(link);
    expect(headingOf(paid)).toBe('Оплачено');
    expect(paid.body).toContain('href="https://shop.example/thanks"');
    expect(paid.body).toContain(MARK);
    kantor.pass(DAY + MINUTE);
    expect((await visit(link)).status).toBe(404);
  });

  test('tells an appeal and its reason', async ({ api, testOrder, visit }) => {
    const { id, payment_url: link } = await testOrder();
    const appeal = await api.call(happening.appealTestOrder, { params: { id } });
    expect(headingOf(await visit(link))).toBe('Разбираем');
    await api.call(happening.declineTestAppeal, { params: { id: appeal.id } });
    expect((await visit(link)).body).toContain('Получатель ответил: «Нет поступления»');
  });

  test('is none of a live order', async ({ kantor, order, visit }) => {
    await kantor.heartbeat();
    expect((await visit((await order()).payment_url)).body).not.toContain(MARK);
  });
});
