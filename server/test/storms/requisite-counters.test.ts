import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { type Kantor, startKantor } from '../support/harness.ts';

let kantor: Kantor;
let trader: Awaited<ReturnType<Kantor['createTrader']>>;
let merchant: Awaited<ReturnType<Kantor['createMerchant']>>;
let cabinet: string;
let requisite: string;

beforeAll(async () => {
  kantor = await startKantor();
  merchant = await kantor.createMerchant();
});
afterAll(() => kantor.close());
// Each test has one requisite in one cabinet; those of the tests before are out of the way.
beforeEach(async () => {
  await sql`update users set traffic_on = false where role = 'trader'`.execute(kantor.db);
  trader = await kantor.createTrader();
  cabinet = await kantor.createCabinet(trader.id);
  requisite = await kantor.createRequisite(trader.id, { cabinetId: cabinet });
});

let amount = 100;
const issue = async (): Promise<string> => (await kantor.order(merchant.key, String((amount += 1)))).body.id;
const post = async (path: string) => {
  const answer = await kantor.send(`/api/v1/${path}/`, { method: 'POST', token: trader.token });
  expect(answer.status).toBe(200);
};
const confirm = (id: string) => post(`orders/${id}/confirm`);
const expire = async () => {
  kantor.pass(16 * MINUTE);
  expect(await expireDueOrders(kantor)).toBeGreaterThan(0);
};
const read = async (id = requisite) => (await kantor.send(`/api/v1/bank_details/${id}/`, { token: trader.token })).body;

/** Every way to reset the counter of deals. */
const RESETS: [name: string, reset: () => Promise<void>][] = [
  ['the requisite’s reset', () => post(`bank_details/${requisite}/reset_deals`)],
  ['its cabinet’s reset', () => post(`cabinets/${cabinet}/reset_deals`)],
];

test('the requisite’s reset sets the deals and their sum to nothing, and no other counter', async () => {
  await confirm(await issue());
  await issue();
  const before = await read();
  expect(before).toMatchObject({ current_deals_count: 2, sum_deals: `${amount - 1}.00`, total_deals_count: 1 });
  await post(`bank_details/${requisite}/reset_deals`);
  expect(await read()).toEqual({ ...before, current_deals_count: 0, sum_deals: '0.00' });
});

test('the cabinet’s resets set the one or the other, of all its requisites and of no other', async () => {
  const second = await kantor.createRequisite(trader.id, { cabinetId: cabinet });
  const elsewhere = await kantor.createRequisite(trader.id);
  const all = [requisite, second, elsewhere];
  for (let i = 0; i < 3; i += 1) await confirm(await issue());
  const before = await Promise.all(all.map(read));
  expect(before.map((row) => row.current_deals_count)).toEqual([1, 1, 1]);
  await post(`cabinets/${cabinet}/reset_deals`);
  const counted = before.map((row, index) => (index < 2 ? { ...row, current_deals_count: 0 } : row));
  expect(await Promise.all(all.map(read))).toEqual(counted);
  await post(`cabinets/${cabinet}/reset_sum_deals`);
  expect(await Promise.all(all.map(read))).toEqual(
    counted.map((row, index) => (index < 2 ? { ...row, sum_deals: '0.00' } : row)),
  );
});

describe.each(RESETS)('after %s', (_name, reset) => {
  test('an order that expires steps back only what it was counted in', async () => {
    const before = await issue();
    kantor.pass(MINUTE);
    await reset();
    kantor.pass(MINUTE);
    await issue();
    const kept = await issue();
    await confirm(kept);
    expect(await read()).toMatchObject({ current_deals_count: 2 });
    await expire();
    // One of the two that expired was issued after the reset.
    expect(await read()).toMatchObject({ current_deals_count: 1 });
    await post(`orders/${before}/confirm-expired`);
    expect(await read()).toMatchObject({ current_deals_count: 1, total_deals_count: 2 });
  });

  test('an order of the very same moment expires without a trace', async () => {
    await issue();
    await reset();
    await expire();
    expect(await read()).toMatchObject({ current_deals_count: 0 });
  });

  test('an order issued by a server whose clock is ahead expires without a trace', async () => {
    kantor.pass(2000);
    await issue();
    kantor.pass(-2000);
    await reset();
    await expire();
    expect(await read()).toMatchObject({ current_deals_count: 0 });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('a requisite that had given all its deals takes orders again', async () => {
    await sql`update requisite set max_deals = 1 where id = ${requisite}`.execute(kantor.db);
    await confirm(await issue());
    expect((await kantor.order(merchant.key, '5000')).status).toBe(409);
    kantor.pass(1);
    await reset();
    expect((await kantor.order(merchant.key, '5000')).status).toBe(201);
    expect((await kantor.order(merchant.key, '5001')).status).toBe(409);
  });
});

test('today’s sum is of Moscow’s day, and tomorrow it is nothing', async () => {
  // 23:59 in Moscow.
  kantor.pass(Date.parse('2026-12-01T20:59:00Z') - kantor.clock().getTime());
  await confirm(await issue());
  const sum = `${amount}.00`;
  expect(await read()).toMatchObject({ today_deals_amount_countable: sum, total_deals_amount_countable: sum });
  kantor.pass(2 * MINUTE);
  expect(await read()).toMatchObject({ today_deals_amount_countable: '0.00', total_deals_amount_countable: sum });
  const { body } = await kantor.send('/api/v1/bank_details/', { token: trader.token });
  expect(body.results[0]).toEqual(await read());
  await confirm(await issue());
  expect(await read()).toMatchObject({ today_deals_amount_countable: `${amount}.00`, total_deals_count: 2 });
});

test('orders and resets at once leave every counter as the orders say', async () => {
  const orders: string[] = [];
  for (let i = 0; i < 8; i += 1) orders.push(await issue());
  await Promise.all([
    ...orders.map(confirm),
    ...[1, 2, 3].flatMap(() => [...RESETS.map(([, reset]) => reset()), post(`cabinets/${cabinet}/reset_sum_deals`)]),
  ]);
  expect(await read()).toMatchObject({ current_deals_count: 0, total_deals_count: 8 });
  expect(await verify(kantor.db)).toEqual([]);
});
