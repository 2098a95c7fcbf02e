import { listPendingDeposits } from '@kantor/contract/wire/deposits.ts';
import { expect } from 'vitest';
import { usdt } from '../support/money.ts';
import { test } from './fixture.ts';

// A trader's view of pending deposits.

test('is their own, and nothing of what others wait for', async ({ chain, scan, trader }) => {
  const other = await chain.createTrader();
  chain.plan({ to: trader.wallet, amount: usdt('1') });
  chain.plan({ to: other.wallet, amount: usdt('2') });
  chain.grow(3);
  await chain.readAll(scan);
  expect(await trader.call(listPendingDeposits)).toMatchObject({ count: 1, results: [{ amount: '1.000000' }] });
  expect(await other.call(listPendingDeposits)).toMatchObject({ count: 1, results: [{ amount: '2.000000' }] });
});

test('is listed with the newest above', async ({ chain, scan, trader }) => {
  for (const n of [1, 2, 3]) chain.plan({ to: trader.wallet, amount: usdt(`${n}`) }, chain.node.head() + n);
  chain.grow(5);
  await chain.readAll(scan);
  expect((await trader.call(listPendingDeposits)).results.map(({ amount }) => amount)).toEqual([
    '3.000000',
    '2.000000',
    '1.000000',
  ]);
});

test('is listed up to the newest hundred, and counted however much it is', async ({ chain, scan, trader }) => {
  const first = chain.node.head() + 1;
  for (let n = 0; n < 103; n += 1) chain.plan({ to: trader.wallet, amount: usdt('1') }, first + (n < 10 ? 0 : 1));
  chain.grow(2);
  await chain.readAll(scan);
  const { count, results } = await trader.call(listPendingDeposits);
  expect(count).toBe(103);
  expect(results).toHaveLength(100);
  expect(results.filter(({ block_number: number }) => number === first + 1)).toHaveLength(93);
});
