import { claimPayment, addPaymentReceipt } from '@kantor/contract/plain/payment-page.ts';
import { getAppeal, openAppealByClaim } from '@kantor/contract/wire/appeals.ts';
import { openMerchantAppealByClaim } from '@kantor/contract/wire/merchant-appeals.ts';
import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { newId } from '../../src/kernel/ids.ts';
import { png } from '../support/uploads.ts';
import { formOf, test as base } from './fixture.ts';

const WORDS = { sender_name: 'Иван', last_four: '1234', comment: 'Перевёл из Сбера' };

const test = base.extend('claimed', ({ order, send, receipt }) => async (hasReceipts = true) => {
  const { id, amount, payment_url: link } = await order();
  await send(link, claimPayment, hasReceipts ? formOf(WORDS, receipt) : formOf(WORDS));
  if (hasReceipts) await send(link, addPaymentReceipt, formOf({}, await png('второй.png')));
  return { id, amount };
});

test.beforeEach(({ kantor }) => kantor.heartbeat());

describe('an appeal by what the payer has said', () => {
  test('claims the order’s sum with the payer’s words and receipts, which nobody uploads again', async ({
    kantor,
    trader,
    merchant,
    claimed,
  }) => {
    const files = async () =>
      (await sql<{ n: bigint }>`select count(*) as n from stored_file`.execute(kantor.db)).rows[0]?.n;
    const { id, amount } = await claimed();
    const before = await files();
    const opened = await merchant.call(openAppealByClaim, { params: { id }, body: {} });
    expect(opened).toMatchObject({ amount, status: 'OPEN', file: { name: 'чек.png' } });
    expect(await files()).toBe(before);
    for (const side of [trader, merchant]) {
      const { desk } = await side.call(getAppeal, { params: { id: opened.id } });
      const [step] = desk?.steps ?? [];
      expect(step).toMatchObject({ step: 'open', by: 'merchant', comment: WORDS.comment });
      expect(step?.files.map(({ name }) => name).toSorted()).toEqual(['второй.png', 'чек.png']);
      const file = await kantor.request(step?.files[0]?.url ?? '');
      expect(file).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
    }
  });

  test('is opened by the shop’s server as well, for another sum and in other words, once under a key', async ({
    kantor,
    merchant,
    claimed,
  }) => {
    const { id } = await claimed();
    const request = {
      params: { id },
      body: { amount: '700.00', comment: 'Плательщик звонил' },
      headers: { 'idempotency-key': newId(kantor.clock()) },
    };
    const opened = await merchant.api.call(openMerchantAppealByClaim, request);
    expect(opened).toMatchObject({
      order_id: id,
      amount: '700.00',
      steps: [{ step: 'open', comment: 'Плательщик звонил', files: expect.arrayContaining(['чек.png', 'второй.png']) }],
    });
    expect(await merchant.api.call(openMerchantAppealByClaim, request)).toEqual(opened);
    const again = { params: { id }, headers: { 'idempotency-key': newId(kantor.clock()) }, body: {} };
    expect(await merchant.api.refusal(openMerchantAppealByClaim, again)).toMatchObject({
      status: 409,
      problem: { code: 'order_status' },
    });
  });

  test('is refused where the payer said nothing, where nothing proves it, and of a closed order', async ({
    kantor,
    trader,
    merchant,
    order,
    claimed,
  }) => {
    const silent = await order();
    expect(await merchant.refusal(openAppealByClaim, { params: { id: silent.id }, body: {} })).toMatchObject({
      status: 409,
      problem: { code: 'no_claim', detail: 'Плательщик ничего не сообщил: приложите квитанцию сами' },
    });
    const cancelled = await claimed(false);
    await merchant.api.call(cancelMerchantOrder, { params: { id: cancelled.id } });
    const refused = await merchant.refusal(openAppealByClaim, { params: { id: cancelled.id }, body: {} });
    expect(refused.problem.errors).toEqual({ file: ['Заказ отменён: приложите квитанцию об оплате'] });
    const paid = await claimed();
    await trader.call(confirmOrder, { params: { id: paid.id } });
    expect(await merchant.refusal(openAppealByClaim, { params: { id: paid.id }, body: {} })).toMatchObject({
      problem: { code: 'order_status' },
    });
    const other = await kantor.createMerchant();
    const foreign = await claimed();
    expect(await other.refusal(openAppealByClaim, { params: { id: foreign.id }, body: {} })).toMatchObject({
      status: 404,
    });
  });
});
