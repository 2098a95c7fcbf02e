import { expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { createWatcher } from '../../src/modules/chain/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { usdt } from '../support/money.ts';
import { chainTest } from './fixture.ts';

// The worker was away, or the node was: what happened meanwhile is read block by block, without a hurry and without a hole.

const test = chainTest
  .extend('said', () => [] as string[])
  .extend('watcherOf', ({ kantor, chain, said }, { onCleanup }) => {
    // A lease of an earlier test has run out.
    kantor.pass(MINUTE);
    onCleanup(() => chain.disturb());
    const log = { info: (line: string) => said.push(line), error: (line: string) => said.push(`error: ${line}`) };
    return (source = chain.source()) => createWatcher({ db: kantor.db, clock: kantor.clock, source, log });
  });

/** Turns until the next one is not due at once. @returns how many. */
async function catchUp(watcher: ReturnType<typeof createWatcher>): Promise<number> {
  for (let turns = 1; ; turns += 1) {
    await watcher.turn();
    if (watcher.pause() > 0) return turns;
  }
}

test('two thousand blocks are read with two calls a block, and everything in them is credited', async ({
  kantor,
  chain,
  watcherOf,
  said,
}) => {
  const traders = [await chain.createTrader(), await chain.createTrader(), await chain.createTrader()];
  await catchUp(watcherOf());
  const from = chain.node.head();
  let total = 0n;
  for (let n = 1; n <= 2000; n += 7) {
    const amount = BigInt(n) * 1_000_001n;
    total += amount;
    chain.plan({ to: traders[n % 3]?.wallet ?? '', amount }, from + n);
  }
  chain.grow(2019);
  chain.asked.length = 0;
  const turns = await catchUp(watcherOf());

  const balances = await Promise.all(traders.map(async ({ id }) => (await kantor.balances(id)).available));
  expect(balances.reduce((sum, balance) => sum + balance)).toBe(total);
  expect(await chain.cursor()).toBe(chain.node.head() - 19);
  // Once it asks of which network the node is, and once for a block that is not there yet.
  expect(chain.asked.length).toBeLessThanOrEqual(2 * 2039 + 2);
  expect(turns).toBeGreaterThan(200);
  expect(said).toEqual([
    expect.stringMatching(/^The chain is \d+ blocks ahead of us; catching up\.$/),
    'Caught up with the chain.',
  ]);
  expect(await verify(kantor.db)).toEqual([]);
}, 120_000);

/** The longest pause after repeated trouble, milliseconds. */
const LONGEST_BACKOFF = 60_000;

/** Time that passes when somebody sleeps. */
function createTime() {
  let now = 0;
  return {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
}

test.for<[string | undefined, number]>([
  ['30', 30_000],
  ['1', 1000],
  // Nobody may silence us for ever.
  ['86400', 600_000],
  ['soon', 30_000],
  [undefined, 30_000],
])(
  'a node that turns us away, retry-after %s, is left alone so long, and no block is skipped',
  async ([retryAfter, milliseconds], { kantor, chain, watcherOf }) => {
    const trader = await chain.createTrader();
    const time = createTime();
    const watcher = watcherOf(chain.source({ time }));
    await catchUp(watcher);
    const from = chain.node.head();
    for (let n = 1; n <= 60; n += 1) chain.plan({ to: trader.wallet, amount: usdt('1') }, from + n);
    chain.grow(80);

    // Each tenth call is turned away.
    let calls = 0;
    chain.disturb((response, body) => {
      calls += 1;
      if (calls % 10 !== 0) return response.end(body);
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
      return response.writeHead(429).end('{}');
    });
    let shut = 0;
    for (await watcher.turn(); watcher.pause() !== 3000; await watcher.turn()) {
      if (watcher.pause() === 0) continue;
      shut += 1;
      // The call that was refused first may have waited for its neighbours.
      expect(watcher.pause()).toBeGreaterThan(milliseconds - 10_000);
      expect(watcher.pause()).toBeLessThanOrEqual(Math.max(milliseconds, LONGEST_BACKOFF) + 1);
      // While it is shut, it is not asked at all.
      const before = calls;
      await watcher.turn();
      expect(calls).toBe(before);
      await time.sleep(watcher.pause());
    }
    expect(shut).toBeGreaterThan(3);
    expect((await kantor.balances(trader.id)).available).toBe(usdt('60'));
    expect(await verify(kantor.db)).toEqual([]);
  },
);

test('a node is not asked more than ten times a second, and less once it has turned us away', async ({ chain }) => {
  const time = createTime();
  const source = chain.source({ time, paceMs: 100 });
  const ask = (times: number) => Promise.allSettled(Array.from({ length: times }, () => source.genesis()));
  await ask(30);
  expect(time.now()).toBeGreaterThanOrEqual(2900);

  chain.disturb((response) => response.writeHead(403).end('{}'));
  await ask(1);
  chain.disturb();
  await time.sleep(30_000);
  const opened = time.now();
  await ask(10);
  expect(time.now() - opened).toBeGreaterThan(1500);
  // Answers bring back the former pace.
  await ask(100);
  await ask(1);
  const later = time.now();
  await ask(10);
  expect(time.now() - later).toBeLessThan(1200);
});
