import { describe, expect } from 'vitest';
import { verify } from '../../src/modules/verification/index.ts';
import { usdt } from '../support/money.ts';
import { type Json, last, test as base } from './faulty-node.ts';

// Real deposits of a chain, and transfers that only look like one.

const test = base.extend(
  'listed',
  ({ chain, trader }) =>
    async () =>
      (await chain.seen(trader)).credited,
);

/** A change of the deposit's log. */
const log = (change: (log: Json) => void) => (infos: Json) => {
  if (infos.length > 0) change(last(infos).log[0]);
};

describe('What is not a deposit', () => {
  test.for<[string, (infos: Json, block: Json) => void]>([
    ['a transfer of another contract', log((entry) => void (entry.address = 'ab'.repeat(20)))],
    ['a log of nobody', log((entry) => void (entry.address = ''))],
    [
      'an approval',
      log((entry) => void (entry.topics[0] = '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925')),
    ],
    ['a log without topics', log((entry) => void delete entry.topics)],
    ['a transfer of nothing', log((entry) => void (entry.data = '0'.repeat(64)))],
    ['a transfer to a stranger', log((entry) => void (entry.topics[2] = entry.topics[1]))],
    [
      'a transfer that failed, with its log',
      (infos, block) => {
        if (infos.length > 0) Object.assign(last(infos), { result: 'FAILED', receipt: { result: 'REVERT' } });
        else if (block.transactions) block.transactions.at(-1).ret = [{ contractRet: 'REVERT' }];
      },
    ],
    [
      'a transfer that ran out of energy',
      (infos, block) => {
        if (infos.length > 0) last(infos).receipt.result = 'OUT_OF_ENERGY';
        else if (block.transactions) block.transactions.at(-1).ret = [{ contractRet: 'OUT_OF_ENERGY' }];
      },
    ],
  ])('%s is read over', async ([_name, change], { balance, readAs, listed }) => {
    expect(await readAs(change)).toEqual([]);
    expect(await balance()).toBe(0n);
    expect(await listed()).toEqual([]);
  });

  test.for<[string, string]>([
    ['a micro-USDT more than any amount may be', (10n ** 15n + 1n).toString(16)],
    ['the largest number there is', 'f'.repeat(64)],
  ])('%s is left to the operator', async ([_name, amount], { balance, readAs }) => {
    const warnings = await readAs(log((entry) => void (entry.data = amount.padStart(64, '0'))));
    expect(warnings).toEqual([
      expect.stringMatching(
        /^Transaction [0-9a-f]{64} brings [\d.]+ USDT to T\w{33}, more than any amount may be: it is not credited\.$/,
      ),
    ]);
    expect(await balance()).toBe(0n);
  });
});

describe('What is one all the same', () => {
  test.for<[string, (infos: Json, block: Json) => void]>([
    [
      'in capitals',
      (infos) =>
        infos.length > 0 &&
        Object.assign(
          last(infos),
          JSON.parse(
            JSON.stringify(last(infos), (key, value) =>
              typeof value === 'string' && key !== 'result' ? value.toUpperCase() : value,
            ),
          ),
        ),
    ],
    ["with TRON's prefix before the contract", log((entry) => void (entry.address = `41${entry.address}`))],
    [
      "with TRON's prefix before the receiver",
      log((entry) => void (entry.topics[2] = entry.topics[2].replace(/^0{24}/, `${'0'.repeat(22)}41`))),
    ],
    [
      'of the largest amount there may be',
      log((entry) => void (entry.data = (10n ** 15n).toString(16).padStart(64, '0'))),
    ],
    ['without a result in its block', (_infos, block) => block.transactions && delete block.transactions.at(-1).ret],
    [
      'with fields that nobody knows',
      (infos, block) => Object.assign(infos.length > 0 ? last(infos) : block, { fresh: [{ deep: null }] }),
    ],
    [
      'among logs of others',
      (infos) => infos.length > 0 && last(infos).log.unshift({ address: 'ab'.repeat(20), topics: [], data: '' }),
    ],
  ])('%s', async ([_name, change], { balance, readAs, listed }) => {
    expect(await readAs(change)).toEqual([]);
    expect(await balance()).toBeGreaterThan(0n);
    expect(await listed()).toHaveLength(1);
  });

  test('twice in one transaction, each on its own', async ({ balance, readAs, listed }) => {
    await readAs((infos) => infos.length > 0 && last(infos).log.push(last(infos).log[0]));
    expect(await balance()).toBe(usdt('200'));
    expect(await listed()).toHaveLength(2);
  });
});

describe('A transaction that a node shows a second time', () => {
  test.for<[string, number]>([
    ['while it is pending', 3],
    ['after it was credited', 30],
  ])('%s counts once', async ([_name, later], { kantor, chain, scan, trader, balance, listed }) => {
    const txHash = later.toString().padStart(64, 'd');
    chain.plan({ to: trader.wallet, amount: usdt('100'), txHash });
    chain.plan({ to: trader.wallet, amount: usdt('100'), txHash }, chain.node.head() + 1 + later);
    chain.grow(later + 25);
    const warnings = await chain.readAll(scan);
    expect(warnings).toEqual([
      expect.stringMatching(/^Transaction d+\d+ is in block \d+ a second time: it counts once\.$/),
    ]);
    expect(await balance()).toBe(usdt('100'));
    expect(await listed()).toHaveLength(1);
    expect(await verify(kantor.db)).toEqual([]);
  });
});
