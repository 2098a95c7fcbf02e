import { MERCHANT_CALLS } from '@kantor/contract/wire/calls.ts';
import * as account from '@kantor/contract/wire/merchant-account.ts';
import * as appeals from '@kantor/contract/wire/merchant-appeals.ts';
import * as orders from '@kantor/contract/wire/merchant-orders.ts';
import * as payouts from '@kantor/contract/wire/merchant-payouts.ts';
import * as happening from '@kantor/contract/wire/merchant-test.ts';
import { happenToTestOrder, listTestAppeals, listTestOrders } from '@kantor/contract/wire/test-mode.ts';
import { listOrders } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { forgetTestWorld, passTestTime } from '../../src/modules/test-mode/index.ts';
import { inspect } from '../../src/modules/verification/index.ts';
import type { Kantor } from '../support/kantor.ts';
import { test, testApiOf } from './fixture.ts';

/** Tables in which a test day may leave a trace: its own, kept answers, the log of requests, and what webhooks are queued in. */
const OWN = /^(?:test_\w+|api_request|idempotency_key|webhook\w*|list_\w+|outbox\w*|platform_list\w*)$/;

/** What a call cannot do without. */
const QUERIES: Partial<Record<string, string>> = { '/reports': 'from=2026-01-01&to=2026-01-02' };

/** What every other table says, row by row. */
async function contentsOf(kantor: Kantor): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(
    kantor.ownerDb,
  );
  const found: [string, string][] = [];
  for (const { name } of rows.filter((table) => !OWN.test(table.name))) {
    const { rows: all } = await sql<{ text: string }>`
      select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as text from ${sql.table(name)} t`.execute(
      kantor.ownerDb,
    );
    found.push([name, all[0]?.text ?? '']);
  }
  return Object.fromEntries(found);
}

describe('A day in the test world', () => {
  test('leaves every live table, list, sum and check as it was', async ({ kantor, merchant, api }) => {
    await kantor.createSoleTrader({ balance: '10000' });
    const [before, listsBefore] = [await contentsOf(kantor), await merchant.call(listOrders)];
    const inspected = await inspect(kantor.db);
    expect(inspected.violations).toEqual([]);
    const balance = await merchant.api.call(account.getMerchantBalance);
    const made: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      kantor.pass(1);
      made.push((await api.order(name)).id);
    }
    const params = (place: number) => ({ params: { id: made[place] ?? '' } });
    await api.call(happening.payTestOrder, params(0));
    await api.call(happening.payTestOrderLate, params(1));
    const claim = await api.call(happening.payTestOrderLess, params(2));
    await api.call(happening.confirmTestAppeal, { params: { id: claim.id } });
    const appeal = await api.call(happening.appealTestOrder, params(3));
    await api.call(happening.declineTestAppeal, { params: { id: appeal.id } });
    await api.call(orders.cancelMerchantOrder, params(4));
    const first = await api.payout('1');
    kantor.pass(1);
    const second = await api.payout('2');
    await api.call(happening.completeTestPayout, { params: { id: first.id } });
    await api.call(happening.refuseTestPayout, { params: { id: second.id } });
    kantor.pass(DAY);
    await passTestTime(kantor);
    expect(await contentsOf(kantor)).toEqual(before);
    expect(await merchant.call(listOrders)).toEqual(listsBefore);
    expect(await merchant.api.call(account.getMerchantBalance)).toEqual(balance);
    expect((await merchant.api.call(orders.listMerchantOrders)).count).toBe(0);
    expect(await inspect(kantor.db)).toEqual(inspected);
    expect(
      (await api.call(orders.listMerchantOrders)).results.map(({ external_id: name, status }) => [name, status]),
    ).toEqual([
      ['f', 'EXPIRED'],
      ['e', 'DECLINED'],
      ['d', 'APPEAL'],
      ['c', 'CLOSED'],
      ['b', 'CLOSED'],
      ['a', 'CLOSED'],
    ]);
    expect(
      (await api.call(payouts.listMerchantPayouts)).results.map(({ status, settlement }) => [status, settlement]),
    ).toEqual([
      ['CANCELLED', null],
      ['DONE', 'settled'],
    ]);
  });
});

describe('The two worlds', () => {
  test('know nothing of each other: the same 404, the same number twice, a key of their own', async ({
    kantor,
    merchant,
    api,
  }) => {
    await kantor.createSoleTrader({ balance: '10000' }).then((trader) => kantor.createRequisite(trader.id));
    const headers = { 'idempotency-key': 'both' };
    const body = { amount: '1000', method: 'sbp', external_id: 'both' } as const;
    await kantor.heartbeat();
    const live = await merchant.api.call(orders.createMerchantOrder, { body, headers });
    const inTest = await api.call(orders.createMerchantOrder, { body, headers });
    expect(inTest.id).not.toBe(live.id);
    expect(inTest.requisite.bank_name).toBe('Тестовый банк');
    expect(await api.refusal(orders.getMerchantOrder, { params: { id: live.id } })).toMatchObject({ status: 404 });
    expect(await merchant.api.refusal(orders.getMerchantOrder, { params: { id: inTest.id } })).toMatchObject({
      status: 404,
    });
    for (const call of [happening.payTestOrder, happening.payTestOrderLate])
      expect(await merchant.api.refusal(call, { params: { id: inTest.id } })).toMatchObject({ status: 404 });
    expect(await api.refusal(happening.payTestOrder, { params: { id: live.id } })).toMatchObject({ status: 404 });
    expect(
      (await api.call(orders.listMerchantOrders, { query: { external_id: 'both' } })).results.map(({ id }) => id),
    ).toEqual([inTest.id]);
  });

  test('have the same calls but the log of events and the report', async ({ api }) => {
    const reads = MERCHANT_CALLS.filter(({ path, method }) => method === 'GET' && !path.includes(':'));
    for (const call of reads)
      expect([call.path, (await api.raw(call, { query: QUERIES[call.path] ?? '' })).status]).toEqual([
        call.path,
        call.path === '/events' || call.path === '/reports' ? 404 : 200,
      ]);
  });

  test('have the same lists, but for what has changed', async ({ kantor, api }) => {
    const own = { payer_id: 'payer', metadata: { cart: '7' } };
    for (const external_id of ['a', 'b', 'c']) {
      kantor.pass(1);
      await api.call(orders.createMerchantOrder, { body: { amount: '1000', method: 'sbp', external_id, ...own } });
    }
    const read = (query: object) => api.call(orders.listMerchantOrders, { query: { page_size: 2, ...query } });
    const numbersOf = async (query: object) => {
      const { results, next_cursor: cursor } = await read(query);
      return { numbers: results.map(({ external_id: number }) => number), cursor };
    };
    const first = await numbersOf({});
    expect(first.numbers).toEqual(['c', 'b']);
    await api.order('later');
    expect(await numbersOf({ cursor: first.cursor ?? '' })).toEqual({ numbers: ['a'], cursor: null });
    const ofNumber = { external_id: 'a', page_size: 30 };
    expect((await numbersOf({ ...ofNumber, status: 'ACTIVE' })).numbers).toEqual(['a']);
    expect(await read({ ...ofNumber, status: 'CLOSED' })).toMatchObject({ count: 0, results: [] });
    await api.payout('p');
    const payoutsOf = async (status: string) =>
      (await api.call(payouts.listMerchantPayouts, { query: { external_id: 'p', status } })).count;
    expect([await payoutsOf('OPEN'), await payoutsOf('DONE')]).toEqual([1, 0]);
    const [order] = (await read(ofNumber)).results;
    const params = { id: order?.id ?? '' };
    await api.call(happening.appealTestOrder, { params });
    const appealsOf = async (status: string) =>
      (await api.call(appeals.listMerchantAppeals, { query: { order_id: params.id, status } })).count;
    expect([await appealsOf('OPEN'), await appealsOf('CLOSED')]).toEqual([1, 0]);
    expect((await read({ payer_id: 'payer', status: 'ACTIVE' })).results[0]).toMatchObject({
      external_id: 'c',
      ...own,
    });
    expect((await numbersOf({ payer_id: 'nobody' })).numbers).toEqual([]);
    expect((await numbersOf({ status: 'CLOSED,EXPIRED' })).numbers).toEqual([]);
    const since = { query: { updated_since: new Date(0).toISOString() } };
    expect(await api.refusal(orders.listMerchantOrders, since)).toMatchObject({
      status: 400,
      problem: { errors: { updated_since: [expect.any(String)] } },
    });
  });

  test("another merchant's test objects are the same 404", async ({ kantor, api }) => {
    const other = await testApiOf(kantor, await kantor.createMerchant({ payoutEnable: true }));
    const { id } = await api.order('1');
    const { id: contested } = await api.order('2');
    const appeal = await api.call(happening.appealTestOrder, { params: { id: contested } });
    const payout = await api.payout('3');
    const refusals = await Promise.all([
      other.refusal(orders.getMerchantOrder, { params: { id } }),
      other.refusal(orders.cancelMerchantOrder, { params: { id } }),
      other.refusal(happening.payTestOrder, { params: { id } }),
      other.refusal(happening.appealTestOrder, { params: { id } }),
      other.refusal(appeals.getMerchantAppeal, { params: { id: appeal.id } }),
      other.refusal(happening.declineTestAppeal, { params: { id: appeal.id } }),
      other.refusal(payouts.getMerchantPayout, { params: { id: payout.id } }),
      other.refusal(payouts.cancelMerchantPayout, { params: { id: payout.id } }),
      other.refusal(happening.completeTestPayout, { params: { id: payout.id } }),
    ]);
    expect(refusals.map(({ status, code }) => [status, code])).toEqual(refusals.map(() => [404, 'not_found']));
  });
});

describe('A test order', () => {
  test('is answered once under its key, and its number is taken', async ({ api }) => {
    const body = { amount: '1000', method: 'sbp', external_id: '1' } as const;
    const headers = { 'idempotency-key': 'k' };
    const first = await api.call(orders.createMerchantOrder, { body, headers });
    expect(await api.call(orders.createMerchantOrder, { body, headers })).toEqual(first);
    expect(await api.refusal(orders.createMerchantOrder, { body: { ...body, amount: '2' }, headers })).toMatchObject({
      code: 'idempotency_mismatch',
    });
    expect(await api.refusal(orders.createMerchantOrder, { body })).toMatchObject({ code: 'external_id_taken' });
  });

  test('waits for fifteen minutes, and can be paid late after them', async ({ kantor, api }) => {
    const { id } = await api.order('1');
    const params = { id };
    kantor.pass(15 * MINUTE - 1);
    await passTestTime(kantor);
    expect((await api.call(orders.getMerchantOrder, { params })).status).toBe('ACTIVE');
    kantor.pass(1);
    await passTestTime(kantor);
    expect((await api.call(orders.getMerchantOrder, { params })).status).toBe('EXPIRED');
    expect(await api.refusal(happening.payTestOrder, { params })).toMatchObject({ code: 'order_status' });
    expect(await api.call(happening.payTestOrderLate, { params })).toMatchObject({
      status: 'CLOSED',
      paid_at: kantor.clock().toISOString(),
    });
    expect(await api.refusal(happening.payTestOrderLate, { params })).toMatchObject({ code: 'order_status' });
  });

  test('with less is an appeal for what came, which the merchant’s side confirms or declines', async ({ api }) => {
    const { id } = await api.order('1', '1000');
    const whole = { params: { id }, body: { amount: '1000' } };
    expect(await api.refusal(happening.payTestOrderLess, whole)).toMatchObject({
      status: 400,
      problem: { errors: { amount: ['Укажите меньше, чем 1\u00A0000\u00A0₽ заказа'] } },
    });
    const claim = await api.call(happening.payTestOrderLess, { params: { id }, body: { amount: '990' } });
    expect(claim).toMatchObject({ amount: '990.00', stage: 'merchant', status: 'OPEN' });
    expect((await api.call(orders.getMerchantOrder, { params: { id } })).status).toBe('APPEAL');
    const done = await api.call(happening.confirmTestAppeal, { params: { id: claim.id } });
    expect(done).toMatchObject({ status: 'PROCESSED', paid_amount: '990.00', outcome: 'confirmed' });
    expect((await api.call(orders.getMerchantOrder, { params: { id } })).status).toBe('CLOSED');
  });

  test('with less is confirmed for the sum that is said, never for more than is claimed', async ({ api }) => {
    const { id } = await api.order('1', '1000');
    const claim = await api.call(happening.appealTestOrder, { params: { id } });
    const params = { id: claim.id };
    const confirm = (amount: string) => ({ params, body: { amount } });
    expect(await api.refusal(happening.confirmTestAppeal, confirm('1000.01'))).toMatchObject({
      status: 400,
      problem: { errors: { amount: ['Не больше заявленного: 1\u00A0000\u00A0₽'] } },
    });
    expect(await api.call(happening.confirmTestAppeal, confirm('700'))).toMatchObject({
      status: 'PROCESSED',
      amount: '1000.00',
      paid_amount: '700.00',
    });
    expect((await api.call(orders.getMerchantOrder, { params: { id } })).status).toBe('CLOSED');
  });

  test('is one of a thousand at most, and is forgotten after thirty days', async ({ kantor, merchant, api }) => {
    await sql`
      insert into test_order (id, merchant_id, external_id, is_sbp, bank_name, amount, rate, amount_usdt, fee_bp, status, created_at, expires_at)
      select gen_random_uuid(), ${merchant.id}, 'old ' || n, true, '', 1, 1, 1, 0, 'EXPIRED', ${kantor.clock()}, ${kantor.clock()}::timestamptz + interval '1 s'
      from generate_series(1, 1000) n`.execute(kantor.ownerDb);
    await api.order('new');
    expect((await merchant.call(listTestOrders)).count).toBe(1000);
    kantor.pass(30 * DAY + 1);
    await forgetTestWorld(kantor);
    expect((await merchant.call(listTestOrders)).count).toBe(0);
  });
});

describe('A test appeal', () => {
  test('goes in rounds as a live one', async ({ api }) => {
    const { id } = await api.order('1');
    const appeal = await api.call(happening.appealTestOrder, { params: { id } });
    const params = { id: appeal.id };
    expect(appeal).toMatchObject({ stage: 'trader', round: 1 });
    expect(await api.refusal(appeals.acceptMerchantAppeal, { params })).toMatchObject({ code: 'appeal_turn' });
    expect(await api.call(happening.declineTestAppeal, { params })).toMatchObject({
      stage: 'merchant',
      reason: 'not_received',
    });
    expect(await api.call(appeals.contestMerchantAppeal, { params, body: { comment: 'Вот чек' } })).toMatchObject({
      stage: 'trader',
      round: 2,
    });
    await api.call(happening.declineTestAppeal, { params });
    expect(await api.call(appeals.acceptMerchantAppeal, { params })).toMatchObject({
      status: 'CLOSED',
      outcome: 'declined',
    });
    expect((await api.call(orders.getMerchantOrder, { params: { id } })).status).toBe('ACTIVE');
    expect(await api.refusal(happening.confirmTestAppeal, { params })).toMatchObject({ code: 'appeal_status' });
  });
});

describe('The buttons of the screen', () => {
  test('do the same', async ({ merchant, api }) => {
    const { id } = await api.order('1');
    await merchant.call(happenToTestOrder, { params: { id }, body: { event: 'appeal' } });
    expect((await merchant.call(listTestAppeals)).results[0]).toMatchObject({ order_id: id, status: 'OPEN' });
    expect((await merchant.call(listTestOrders)).results[0]).toMatchObject({ id, status: 'APPEAL' });
  });
});
