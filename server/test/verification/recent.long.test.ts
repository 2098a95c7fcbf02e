import { confirmExpiredOrder, confirmOrder } from '@kantor/contract/wire/orders.ts';
import { expect } from 'vitest';
import { sql } from 'kysely';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { inspect } from '../../src/modules/verification/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { test as base } from './fixture.ts';

const test = base
  /** The moments at which an order was made, and a moment after each. */
  .extend('moments', async ({ kantor }) => {
    const { rows } = await sql<{ at: Date }>`select created_at as at from orders order by id`.execute(kantor.db);
    return rows.flatMap(({ at }) => [at, new Date(at.getTime() + 1)]);
  })
  .extend('recent', ({ kantor }) => async (since: Date) => {
    const { violations, counts } = await inspect(kantor.db, { since });
    return { violations, ...counts };
  });

// A marketplace where everything has happened once: what began before a moment goes on after it.
test('what is new is in order from whichever moment on', async ({ moments, recent }) => {
  expect(moments.length).toBeGreaterThan(20);
  for (const since of moments) expect((await recent(since)).violations, since.toISOString()).toEqual([]);
});

test('of what is new alone is read', async ({ kantor, market, recent }) => {
  const everything = await inspect(kantor.db);
  kantor.pass(DAY);
  const since = kantor.clock();
  expect(await recent(since)).toMatchObject({ violations: [], orders: 0n, entries: 0n });
  const { id } = await market.merchant.order('3000');
  await market.trader.call(confirmOrder, { params: { id } });
  const { checks, orders, postings } = await recent(since);
  expect([orders, postings]).toEqual([1n, 2n]);
  expect(checks).toBeLessThan(everything.counts.checks);
});

test('what happens to an order from before is judged when everything is, its entries at once', async ({
  kantor,
  market,
  recent,
}) => {
  const { id } = await market.merchant.order('4000');
  kantor.pass(20 * MINUTE);
  await expireDueOrders(kantor);
  kantor.pass(DAY);
  const since = kantor.clock();
  await market.trader.call(confirmExpiredOrder, { params: { id } });
  expect((await recent(since)).violations).toEqual([]);
  const last = `(select max(account_version) from ledger_entry where account_id = ${market.account(market.trader, 'earned')})`;
  const spoiled = `update ledger_entry set amount = amount + 1
    where account_version = ${last} and account_id = ${market.account(market.trader, 'earned')}`;
  const { recent: found } = await market.verifyAfter(spoiled);
  expect(found.map(({ table }) => table)).toContain('ledger_entry');
});
