import { listMerchantOperations, listMerchantWithdrawals } from '@kantor/contract/wire/merchant-account.ts';
import { listMerchantAppeals, openMerchantAppeal } from '@kantor/contract/wire/merchant-appeals.ts';
import { listMerchantEvents } from '@kantor/contract/wire/merchant-events.ts';
import { cancelMerchantOrder, listMerchantOrders } from '@kantor/contract/wire/merchant-orders.ts';
import { createMerchantPayout, listMerchantPayouts } from '@kantor/contract/wire/merchant-payouts.ts';
import { createWallet, createWithdrawal } from '@kantor/contract/wire/withdrawals.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import { describe, expect } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { png } from '../support/uploads.ts';
import { kantorTest } from '../support/fixtures.ts';
import { fanOutAll } from '../support/outbox-reading.ts';
import type { Merchant } from '../support/people.ts';

type Query = Record<string, string | number | undefined>;
interface Part {
  count: number | null;
  results: { id: string; status: string }[];
  next_cursor: string | null;
}

let sums = 1000;

const test = kantorTest
  .extend('trader', { scope: 'file', auto: true }, async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '1000000' });
    await kantor.createRequisite(trader.id);
    return trader;
  })
  .extend('merchant', async ({ kantor }) => {
    kantor.pass(HOUR);
    const merchant = await kantor.createMerchant({ payoutEnable: true });
    await kantor.fund(merchant.id, '10000');
    return merchant;
  })
  .extend(
    'order',
    ({ merchant }) =>
      async (fields?: Parameters<Merchant['order']>[1]) =>
        merchant.order((sums += 1), fields),
  );

const orders = (merchant: Merchant, query: Query): Promise<Part> => merchant.api.call(listMerchantOrders, { query });

/** All parts of a list, one after the other. */
async function walk(list: (query: Query) => Promise<Part>, query: Query, between?: () => Promise<unknown>) {
  const ids: string[] = [];
  for (let cursor: string | undefined; ;) {
    const part = await list({ ...query, cursor });
    ids.push(...part.results.map(({ id }) => id));
    if (part.next_cursor === null) return ids;
    cursor = part.next_cursor;
    await between?.();
  }
}

describe('a list by its cursor', () => {
  test('has each order once, also when others are created between two parts', async ({ merchant, order }) => {
    const made: string[] = [];
    for (let n = 0; n < 7; n += 1) made.push((await order()).id);
    const walked = await walk(
      (query) => orders(merchant, query),
      { page_size: 2 },
      () => order(),
    );
    expect(walked).toEqual(made.toReversed());
    const statuses = await walk(
      (query) => orders(merchant, query),
      { page_size: 3, status: 'ACTIVE,CLOSED' },
      () => order(),
    );
    expect(new Set(statuses).size).toBe(statuses.length);
  });

  test('goes on from a page, and of a page it is the next', async ({ merchant, order }) => {
    for (let n = 0; n < 3; n += 1) await order();
    const first = await orders(merchant, { page_size: 2 });
    expect(first.count).toBe(3);
    const second = await orders(merchant, { page_size: 2, cursor: first.next_cursor ?? '' });
    const byPage = await orders(merchant, { page_size: 2, page: 2 });
    expect(second).toEqual({ count: null, results: byPage.results, next_cursor: null });
  });

  test('is of a set of statuses, of a time, of a payer', async ({ kantor, trader, merchant, order }) => {
    const old = await order({ payer_id: 'Анна' });
    kantor.pass(2 * DAY);
    const from = kantor.clock().toISOString();
    const [cancelled, active] = [await order({ payer_id: 'Анна' }), await order()];
    await merchant.api.call(cancelMerchantOrder, { params: { id: cancelled.id } });
    kantor.pass(MINUTE);
    const to = kantor.clock().toISOString();
    const late = await order({ payer_id: 'Анна' });
    const ids = async (query: Query) => (await orders(merchant, query)).results.map(({ id }) => id);
    expect(await ids({ created_from: from })).toEqual([late.id, active.id, cancelled.id]);
    expect(await ids({ created_from: from, created_to: to })).toEqual([active.id, cancelled.id]);
    expect(await ids({ created_to: from })).toEqual([old.id]);
    expect(await ids({ status: 'DECLINED,CLOSED' })).toEqual([cancelled.id]);
    expect(await ids({ status: 'DECLINED,ACTIVE', created_from: from, created_to: to })).toEqual([
      active.id,
      cancelled.id,
    ]);
    expect(await ids({ payer_id: 'Анна' })).toEqual([late.id, cancelled.id, old.id]);
    expect(await ids({ payer_id: 'Анна', status: 'ACTIVE,EXPIRED', created_from: from })).toEqual([late.id]);
    expect(await walk((query) => orders(merchant, query), { payer_id: 'Анна', page_size: 1 })).toEqual([
      late.id,
      cancelled.id,
      old.id,
    ]);
    expect(await ids({ payer_id: 'Борис' })).toEqual([]);
    expect(trader.id).not.toBe(merchant.id);
  });

  test('is of its own list and merchant alone, and is no page', async ({ kantor, merchant, order }) => {
    await order();
    const foreign = await kantor.createMerchant();
    const theirs = await foreign.order((sums += 1));
    await foreign.order((sums += 1));
    const { next_cursor: cursor } = await orders(foreign, { page_size: 1 });
    expect(theirs.id).not.toBe('');
    const refused = async (query: Query) =>
      Object.keys((await merchant.api.refusal(listMerchantOrders, { query })).problem.errors ?? {});
    expect(await refused({ cursor: cursor ?? '' })).toEqual(['cursor']);
    expect(await refused({ cursor: 'сюда' })).toEqual(['cursor']);
    expect(await refused({ cursor: 'AAAA', page: 2 })).toEqual(['page']);
    expect(await refused({ status: 'ACTIVE,PAID' })).toEqual(['status']);
    expect(await refused({ created_from: 'вчера' })).toEqual(['created_from']);
  });

  test('of a period that ends before it begins is a mistake, in every list, and told as one', async ({ merchant }) => {
    const [first, second] = ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'];
    const calls = [
      listMerchantOrders,
      listMerchantPayouts,
      listMerchantAppeals,
      listMerchantWithdrawals,
      listMerchantOperations,
    ];
    for (const call of calls) {
      const refused = await merchant.api.refusal(call, { query: { created_from: second, created_to: first } });
      expect([refused.status, refused.code, refused.problem.errors]).toEqual([
        400,
        'invalid',
        { created_to: ['Период заканчивается раньше, чем начинается'] },
      ]);
      for (const query of [
        { created_from: first, created_to: second },
        { created_from: first, created_to: first },
      ])
        expect((await merchant.api.call(call, { query })).results).toEqual([]);
    }
  });

  test('is the same of payouts, appeals, withdrawals and operations', async ({ merchant, order }) => {
    const payout = (n: number) =>
      merchant.api.call(createMerchantPayout, {
        body: {
          amount: 500 + n,
          method: 'sbp',
          fio: 'Пётр Петров',
          phone: '+79995554433',
          external_id: `p${n}`,
          payer_id: n === 1 ? 'Анна' : undefined,
          metadata: { n: String(n) },
        },
      });
    const paid = [await payout(0), await payout(1), await payout(2)];
    const payouts = (query: Query): Promise<Part> => merchant.api.call(listMerchantPayouts, { query });
    expect(await walk(payouts, { page_size: 1, status: 'OPEN,DONE' })).toEqual(paid.map(({ id }) => id).toReversed());
    expect((await payouts({ payer_id: 'Анна' })).results).toMatchObject([{ id: paid[1]?.id, metadata: { n: '1' } }]);
    expect((await payouts({ status: 'CANCELLED' })).results).toEqual([]);

    const { id: wallet_id } = await merchant.call(createWallet, {
      body: { wallet_to_withdraw: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
    });
    const withdraw = (amount_in_usdt: number) =>
      merchant.call(createWithdrawal, { body: { amount_in_usdt, wallet_id } });
    const withdrawn = [await withdraw(1), await withdraw(2)];
    const withdrawals = (query: Query): Promise<Part> => merchant.api.call(listMerchantWithdrawals, { query });
    expect(await walk(withdrawals, { page_size: 1, status: 'OPEN' })).toEqual(
      withdrawn.map(({ id }) => id).toReversed(),
    );

    const open = async () =>
      merchant.api.call(openMerchantAppeal, {
        params: { id: (await order()).id },
        body: { amount: '900.00' },
        file: await png('чек.png'),
      });
    const appealed = [await open(), await open()];
    const appeals = (query: Query): Promise<Part> => merchant.api.call(listMerchantAppeals, { query });
    expect(await walk(appeals, { page_size: 1, status: 'OPEN,CLOSED' })).toEqual(
      appealed.map(({ id }) => id).toReversed(),
    );

    const numbers: number[] = [];
    for (let cursor: string | undefined; ;) {
      const part: Wire<typeof listMerchantOperations> = await merchant.api.call(listMerchantOperations, {
        query: { page_size: 2, cursor },
      });
      numbers.push(...part.results.map(({ number }) => number));
      if (part.next_cursor === null) break;
      cursor = part.next_cursor;
    }
    expect(numbers).toEqual(numbers.map((_, n) => numbers.length - n));
  });
});

describe('what has changed since', () => {
  test('is told once, by its last change, oldest first; what changes later comes after it', async ({
    kantor,
    merchant,
    order,
  }) => {
    const quiet = await order();
    const [first, second] = [await order(), await order()];
    await fanOutAll(kantor);
    kantor.pass(MINUTE);
    const since = kantor.clock().toISOString();
    await merchant.api.call(cancelMerchantOrder, { params: { id: second.id } });
    await merchant.api.call(cancelMerchantOrder, { params: { id: first.id } });
    const third = await order();
    await fanOutAll(kantor);
    const changed = async (query: Query) => orders(merchant, { updated_since: since, ...query });
    const all = await changed({});
    expect(all.results.map(({ id, status }) => [id, status])).toEqual([
      [second.id, 'DECLINED'],
      [first.id, 'DECLINED'],
      [third.id, 'ACTIVE'],
    ]);
    const part = await changed({ page_size: 2 });
    expect(part.results.map(({ id }) => id)).toEqual([second.id, first.id]);
    const rest = await changed({ cursor: part.next_cursor ?? '' });
    expect(rest.results.map(({ id }) => id)).toEqual([third.id]);
    const end = await changed({ cursor: rest.next_cursor ?? '' });
    expect(end).toEqual({ count: null, results: [], next_cursor: rest.next_cursor });
    await merchant.api.call(cancelMerchantOrder, { params: { id: quiet.id } });
    await fanOutAll(kantor);
    expect((await changed({ cursor: end.next_cursor ?? '' })).results.map(({ id }) => id)).toEqual([quiet.id]);
    expect((await changed({ status: 'ACTIVE' })).results.map(({ id }) => id)).toEqual([third.id]);
  });
});

describe('events', () => {
  test('are told in order, by type and object, also without an address for webhooks', async ({
    kantor,
    merchant,
    order,
  }) => {
    const [first, second] = [await order(), await order()];
    await merchant.api.call(cancelMerchantOrder, { params: { id: first.id } });
    await fanOutAll(kantor);
    const events = (query: Query) => merchant.api.call(listMerchantEvents, { query });
    const told = ({ results }: Wire<typeof listMerchantEvents>) => results.map(({ type, object_id: id }) => [type, id]);
    const all = [
      ['order.active', first.id],
      ['order.active', second.id],
      ['order.declined', first.id],
    ];
    expect(told(await events({}))).toEqual(all);
    expect((await events({})).results[0]).toMatchObject({ object: 'order', delivered_at: null });
    const part = await events({ page_size: 2 });
    expect(told(await events({ cursor: part.next_cursor }))).toEqual(all.slice(2));
    expect(told(await events({ object_id: first.id }))).toEqual([all[0], all[2]]);
    expect(told(await events({ type: 'order.declined,payout.done' }))).toEqual([all[2]]);
    const stranger = await kantor.createMerchant();
    const theirs = await stranger.api.call(listMerchantEvents, { query: { object_id: first.id } });
    expect(theirs.results).toEqual([]);
  });
});
