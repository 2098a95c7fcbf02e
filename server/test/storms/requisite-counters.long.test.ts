import { resetCabinetDeals, resetCabinetSum } from '@kantor/contract/wire/cabinets.ts';
import { confirmExpiredOrder, confirmOrder } from '@kantor/contract/wire/orders.ts';
import { getRequisite, listRequisites, resetRequisiteDeals } from '@kantor/contract/wire/requisites.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { kantorTest } from '../support/fixtures.ts';

/** Each test has one requisite in one cabinet of the only trader who receives orders. */
const test = kantorTest
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant())
  .extend('trader', ({ kantor }) => kantor.createSoleTrader())
  .extend('cabinet', ({ kantor, trader }) => kantor.createCabinet(trader.id))
  .extend('requisite', { auto: true }, ({ kantor, trader, cabinet }) =>
    kantor.createRequisite(trader.id, { cabinetId: cabinet }),
  )
  /** Issues an order of another amount than all before. */
  .extend('issue', { scope: 'file' }, ({ merchant }) => {
    let amount = 100;
    return async () => {
      amount += 1;
      return { id: (await merchant.order(amount)).id, amount: `${amount}.00` };
    };
  })
  .extend(
    'confirm',
    ({ trader }) =>
      ({ id }: { id: string }) =>
        trader.call(confirmOrder, { params: { id } }),
  )
  /** Lets all active orders expire. @returns how many there were. */
  .extend('expire', ({ kantor }) => () => {
    kantor.pass(16 * MINUTE);
    return expireDueOrders(kantor);
  })
  .extend(
    'read',
    ({ trader, requisite }) =>
      (id = requisite) =>
        trader.call(getRequisite, { params: { id } }),
  )
  .extend(
    'resetSum',
    ({ trader, cabinet }) =>
      () =>
        trader.call(resetCabinetSum, { params: { id: cabinet } }),
  )
  /** Every way to reset the counter of deals. */
  .extend('resets', ({ trader, cabinet, requisite }) => ({
    requisite: () => trader.call(resetRequisiteDeals, { params: { id: requisite } }),
    cabinet: () => trader.call(resetCabinetDeals, { params: { id: cabinet } }),
  }));

test('the requisite’s reset sets the deals and their sum to nothing, and no other counter', async ({
  issue,
  confirm,
  read,
  resets,
}) => {
  const confirmed = await issue();
  await confirm(confirmed);
  await issue();
  const before = await read();
  expect(before).toMatchObject({ current_deals_count: 2, sum_deals: confirmed.amount, total_deals_count: 1 });
  await resets.requisite();
  expect(await read()).toEqual({ ...before, current_deals_count: 0, sum_deals: '0.00' });
});

test('the cabinet’s resets set the one or the other, of all its requisites and of no other', async ({
  kantor,
  trader,
  cabinet,
  requisite,
  issue,
  confirm,
  read,
  resets,
  resetSum,
}) => {
  const second = await kantor.createRequisite(trader.id, { cabinetId: cabinet });
  const elsewhere = await kantor.createRequisite(trader.id);
  const readAll = () => Promise.all([requisite, second, elsewhere].map((id) => read(id)));
  for (let i = 0; i < 3; i += 1) await confirm(await issue());
  const before = await readAll();
  expect(before.map((row) => row.current_deals_count)).toEqual([1, 1, 1]);
  await resets.cabinet();
  const counted = before.map((row, index) => (index < 2 ? { ...row, current_deals_count: 0 } : row));
  expect(await readAll()).toEqual(counted);
  await resetSum();
  expect(await readAll()).toEqual(counted.map((row, index) => (index < 2 ? { ...row, sum_deals: '0.00' } : row)));
});

describe.each([
  ['the requisite’s reset', 'requisite'],
  ['its cabinet’s reset', 'cabinet'],
] as const)('after %s', (_name, which) => {
  test('an order that expires steps back only what it was counted in', async ({
    kantor,
    trader,
    issue,
    confirm,
    expire,
    read,
    resets,
  }) => {
    const before = await issue();
    kantor.pass(MINUTE);
    await resets[which]();
    kantor.pass(MINUTE);
    await issue();
    await confirm(await issue());
    expect(await read()).toMatchObject({ current_deals_count: 2 });
    expect(await expire()).toBeGreaterThan(0);
    // One of the two that expired was issued after the reset.
    expect(await read()).toMatchObject({ current_deals_count: 1 });
    await trader.call(confirmExpiredOrder, { params: { id: before.id } });
    expect(await read()).toMatchObject({ current_deals_count: 1, total_deals_count: 2 });
  });

  test('an order of the very same moment expires without a trace', async ({ issue, expire, read, resets }) => {
    await issue();
    await resets[which]();
    expect(await expire()).toBeGreaterThan(0);
    expect(await read()).toMatchObject({ current_deals_count: 0 });
  });

  test('an order issued by a server whose clock is ahead expires without a trace', async ({
    kantor,
    issue,
    expire,
    read,
    resets,
  }) => {
    kantor.pass(2000);
    await issue();
    kantor.pass(-2000);
    await resets[which]();
    expect(await expire()).toBeGreaterThan(0);
    expect(await read()).toMatchObject({ current_deals_count: 0 });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('a requisite that had given all its deals takes orders again', async ({
    kantor,
    merchant,
    requisite,
    issue,
    confirm,
    resets,
  }) => {
    await sql`update requisite set max_deals = 1 where id = ${requisite}`.execute(kantor.db);
    await confirm(await issue());
    expect(await merchant.findsRequisite('5000')).toBe(false);
    kantor.pass(1);
    await resets[which]();
    expect(await merchant.findsRequisite('5000')).toBe(true);
    expect(await merchant.findsRequisite('5001')).toBe(false);
  });
});

test('today’s sum is of Moscow’s day, and tomorrow it is nothing', async ({ kantor, trader, issue, confirm, read }) => {
  // 23:59 in Moscow.
  kantor.pass(Date.parse('2026-12-01T20:59:00Z') - kantor.clock().getTime());
  const first = await issue();
  await confirm(first);
  const total = { total_deals_amount_countable: first.amount };
  expect(await read()).toMatchObject({ today_deals_amount_countable: first.amount, ...total });
  kantor.pass(2 * MINUTE);
  expect(await read()).toMatchObject({ today_deals_amount_countable: '0.00', ...total });
  expect((await trader.call(listRequisites)).results[0]).toEqual(await read());
  const second = await issue();
  await confirm(second);
  expect(await read()).toMatchObject({ today_deals_amount_countable: second.amount, total_deals_count: 2 });
});

test('orders and resets at once leave every counter as the orders say', async ({
  kantor,
  issue,
  confirm,
  read,
  resets,
  resetSum,
}) => {
  const orders: Awaited<ReturnType<typeof issue>>[] = [];
  for (let i = 0; i < 8; i += 1) orders.push(await issue());
  await Promise.all([
    ...orders.map(confirm),
    ...[1, 2, 3].flatMap<Promise<unknown>>(() => [resets.requisite(), resets.cabinet(), resetSum()]),
  ]);
  expect(await read()).toMatchObject({ current_deals_count: 0, total_deals_count: 8 });
  expect(await verify(kantor.db)).toEqual([]);
});
