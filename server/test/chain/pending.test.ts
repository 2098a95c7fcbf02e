import { listPendingDeposits } from '@kantor/contract/wire/deposits.ts';
import { expect } from 'vitest';
import { usdt } from '../support/money.ts';
import { test } from './fixture.ts';

// A trader's view of pending deposits.

test('is their own, and nothing of what others wait for', async ({ chain, trader, pay, advance }) => {
  const other = await chain.createTrader();
  pay('1');
  chain.plan({ to: other.wallet, amount: usdt('2') });
  await advance(3);
  expect(await trader.call(listPendingDeposits)).toMatchObject({ count: 1, results: [{ amount: '1.000000' }] });
  expect(await other.call(listPendingDeposits)).toMatchObject({ count: 1, results: [{ amount: '2.000000' }] });
});

test('is listed with the newest above', async ({ chain, trader, pay, advance }) => {
  for (const n of [1, 2, 3]) pay(`${n}`, { number: chain.node.head() + n });
  await advance(5);
  expect((await trader.call(listPendingDeposits)).results.map(({ amount }) => amount)).toEqual([
    '3.000000',
    '2.000000',
    '1.000000',
  ]);
});

test('is listed up to the newest hundred, and counted however much it is', async ({ chain, trader, pay, advance }) => {
  const first = chain.node.head() + 1;
  for (let n = 0; n < 103; n += 1) pay('1', { number: first + (n < 10 ? 0 : 1) });
  await advance(2);
  const { count, results } = await trader.call(listPendingDeposits);
  expect(count).toBe(103);
  expect(results).toHaveLength(100);
  expect(results.filter(({ block_number: number }) => number === first + 1)).toHaveLength(93);
});
