import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { createMerchantOrder, listMerchantOrders } from '@kantor/contract/wire/merchant-orders.ts';
import { createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { getOrder } from '@kantor/contract/wire/orders.ts';
import { getPayout, listPayouts, takePayout } from '@kantor/contract/wire/payouts.ts';
import { getPlatformPayout } from '@kantor/contract/wire/platform/exchange.ts';
import { getPlatformOrder, revealPlatformOrder } from '@kantor/contract/wire/platform/orders.ts';
import { describe, expect } from 'vitest';
import { kantorTest } from '../support/fixtures.ts';
import type { Merchant } from '../support/people.ts';

let sums = 1000;

const test = kantorTest
  .extend('trader', { scope: 'file', auto: true }, async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '1000000' });
    await kantor.createRequisite(trader.id);
    return trader;
  })
  .extend('merchant', ({ kantor }) => kantor.createMerchant())
  .extend(
    'order',
    ({ merchant }) =>
      async (fields?: Parameters<Merchant['order']>[1]) =>
        merchant.order((sums += 1), fields),
  );

const orders = (merchant: Merchant, query: { payer_id?: string }) => merchant.api.call(listMerchantOrders, { query });

describe('a shop’s own data', () => {
  test('come back as they were sent, in answers, lists and repeats; what is too much is refused', async ({
    merchant,
    order,
  }) => {
    const metadata = { basket: '42', примечание: '', constructor: 'x' };
    const made = await order({ payer_id: 'p-1', metadata });
    expect(made).toMatchObject({ payer_id: 'p-1', metadata });
    expect((await orders(merchant, { payer_id: 'p-1' })).results).toMatchObject([{ id: made.id, metadata }]);
    expect(await order()).toMatchObject({ payer_id: null, metadata: {} });
    const refusal = async (sent: Record<string, unknown>) => {
      const answer = await merchant.api.raw(createMerchantOrder, {
        body: { amount: '1500', method: 'sbp', external_id: 'x', ...sent },
        headers: { 'idempotency-key': crypto.randomUUID() },
      });
      return [answer.status, Object.keys(answer.body.errors ?? {}).map((field) => field.split('.')[0])];
    };
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, 'v']));
    expect(await refusal({ metadata: many })).toEqual([400, ['metadata']]);
    expect(await refusal({ metadata: { a: 'x'.repeat(501) } })).toEqual([400, ['metadata']]);
    expect(await refusal({ metadata: { ['k'.repeat(41)]: 'x' } })).toEqual([400, ['metadata']]);
    expect(await refusal({ metadata: { a: 1 } })).toEqual([400, ['metadata']]);
    expect(await refusal({ metadata: { a: '\u0000' } })).toEqual([400, ['metadata']]);
    expect(await refusal({ payer_id: '' })).toEqual([400, ['payer_id']]);
  });

  test('a name that objects of JavaScript have by themselves harms nothing', async ({ kantor, merchant }) => {
    await kantor.heartbeat();
    const create = async (number: string, metadata: string) => {
      const { statusCode, json } = await kantor.app.inject({
        method: 'POST',
        url: MERCHANT_API_BASE + createMerchantOrder.path,
        headers: {
          authorization: `Bearer ${merchant.key}`,
          'idempotency-key': number,
          'content-type': 'application/json',
        },
        payload: `{"amount":"${(sums += 1)}.00","method":"sbp","external_id":"${number}","metadata":${metadata}}`,
      });
      return [statusCode, json<{ metadata: unknown }>().metadata];
    };
    const kept = { constructor: 'x', toString: 'y', basket: '42' };
    const sent = `{"__proto__":{"isAdmin":"yes"},${JSON.stringify(kept).slice(1)}`;
    expect(await create('named', sent)).toEqual([201, kept]);
    expect((await orders(merchant, {})).results[0]).toMatchObject({ metadata: kept });
    expect(await create('alone', '{"__proto__":"x"}')).toEqual([201, {}]);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  });

  test('stand on the page of the order and of the payout for the merchant and the platform, with dots in numbers; not for a trader', async ({
    kantor,
    trader,
    merchant,
    order,
  }) => {
    const own = { payer_id: 'p-1', metadata: { basket: '42', note: 'звонить +79995554433' } };
    const { id } = await order(own);
    expect(await merchant.call(getOrder, { params: { id } })).toMatchObject(own);
    const theirs = await trader.call(getOrder, { params: { id } });
    expect([theirs.payer_id, theirs.metadata]).toEqual([undefined, undefined]);
    const operator = await kantor.createOperator();
    const dotted = { payer_id: 'p-1', metadata: { basket: '42', note: 'звонить •••••••4433' } };
    expect(await operator.call(getPlatformOrder, { params: { id } })).toMatchObject(dotted);
    expect(await operator.call(revealPlatformOrder, { params: { id } })).toMatchObject(own);

    const shop = await kantor.createMerchant({ payoutEnable: true });
    await kantor.fund(shop.id, '1000');
    const recipient = { method: 'sbp' as const, fio: 'Пётр', phone: '+79995554433' };
    const payout = await shop.api.call(createMerchantPayout, {
      body: { amount: '1000', external_id: 'own', ...recipient, ...own },
    });
    const params = { id: payout.id };
    expect(await shop.call(getPayout, { params })).toMatchObject(own);
    expect(await operator.call(getPlatformPayout, { params })).toMatchObject(dotted);

    // The queue, the taking, and the page of whoever does it.
    const worker = await kantor.createTrader({ payoutEnable: true });
    const queued = (await worker.call(listPayouts)).results.find((each) => each.id === payout.id);
    expect(queued).toBeDefined();
    const taken = await worker.call(takePayout, { params });
    const read = await worker.call(getPayout, { params });
    for (const seen of [queued, taken, read]) {
      expect(seen).not.toHaveProperty('payer_id');
      expect(seen).not.toHaveProperty('metadata');
      expect(JSON.stringify(seen)).not.toMatch(/p-1"|basket|звонить/);
    }
  });

  test('a repeated answer says that it is one, a first does not, nor does a refusal', async ({ kantor, merchant }) => {
    await kantor.heartbeat();
    const ask = (key: string, external_id = key) =>
      kantor.app.inject({
        method: 'POST',
        url: MERCHANT_API_BASE + createMerchantOrder.path,
        headers: { authorization: `Bearer ${merchant.key}`, 'idempotency-key': key },
        payload: { amount: String((sums += 1)) && '777.00', method: 'sbp', external_id },
      });
    const [first, again] = [await ask('one'), await ask('one')];
    expect([first.statusCode, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect([again.statusCode, again.headers['idempotent-replayed'], again.payload]).toEqual([
      201,
      'true',
      first.payload,
    ]);
    const refused = await ask('one', 'other');
    expect([refused.statusCode, refused.headers['idempotent-replayed']]).toEqual([422, undefined]);
  });
});
