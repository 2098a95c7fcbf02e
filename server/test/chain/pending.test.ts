import { beforeAll, beforeEach, expect, test } from 'vitest';
import { useChain } from './chain-scene.ts';
import { type Chain } from './chain-world.ts';
import { usdt } from '../support/harness.ts';

// What a trader sees of what is on its way to him.

const { kantor, chain } = useChain();
let scan: ReturnType<Chain['scan']>;
let trader: Awaited<ReturnType<Chain['createTrader']>>;
beforeAll(() => {
  scan = chain.scan();
});
beforeEach(async () => {
  trader = await chain.createTrader();
  // All that earlier tests left is final.
  chain.grow(20);
  await chain.readAll(scan);
});

interface Listed {
  amount: string;
  block_number: number;
}
const listed = async (of = trader): Promise<{ count: number; results: Listed[] }> =>
  (await kantor.send('/api/v1/accountwallettransactions/pending/', { token: of.token })).body;

test('is his own, and nothing of what others wait for', async () => {
  const other = await chain.createTrader();
  chain.plan({ to: trader.wallet, amount: usdt('1') });
  chain.plan({ to: other.wallet, amount: usdt('2') });
  chain.grow(3);
  await chain.readAll(scan);
  expect(await listed()).toMatchObject({ count: 1, results: [{ amount: '1.000000' }] });
  expect(await listed(other)).toMatchObject({ count: 1, results: [{ amount: '2.000000' }] });
});

test('is listed with the newest above', async () => {
  for (const n of [1, 2, 3]) chain.plan({ to: trader.wallet, amount: usdt(`${n}`) }, chain.node.head() + n);
  chain.grow(5);
  await chain.readAll(scan);
  expect((await listed()).results.map(({ amount }) => amount)).toEqual(['3.000000', '2.000000', '1.000000']);
});

test('is listed up to the newest hundred, and counted however much it is', async () => {
  const first = chain.node.head() + 1;
  for (let n = 0; n < 103; n += 1) chain.plan({ to: trader.wallet, amount: usdt('1') }, first + (n < 10 ? 0 : 1));
  chain.grow(2);
  await chain.readAll(scan);
  const { count, results } = await listed();
  expect(count).toBe(103);
  expect(results).toHaveLength(100);
  expect(results.filter(({ block_number: number }) => number === first + 1)).toHaveLength(93);
});
