import type { ServerResponse } from 'node:http';
import { describe, expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { createWatcher } from '../../src/modules/chain/index.ts';
import { SourceError } from '../../src/modules/chain/source.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { usdt } from '../support/money.ts';
import type { Json } from './faulty-node.ts';
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

/** A worker that has read everything, and a trader who is paid 100 while it is away for some 700 blocks. */
const behindTest = test
  .extend('trader', ({ chain }) => chain.createTrader())
  .extend('source', ({ chain }) => chain.source())
  .extend('readBehind', async ({ kantor, chain, trader, source }, { onCleanup }) => {
    kantor.pass(MINUTE);
    onCleanup(() => {
      chain.node.intercept(undefined);
      chain.disturb();
    });
    const scan = chain.scan({ source });
    await chain.readAll(scan);
    /** Reads on until there is nothing more. @returns the failure that ended it, if any. */
    return async (blocks = 700): Promise<string[]> => {
      if (blocks > 0) chain.plan({ to: trader.wallet, amount: usdt('100') }, chain.node.head() + 42);
      chain.grow(blocks);
      try {
        await chain.readAll(scan);
        return [];
      } catch (error) {
        if (error instanceof SourceError) return [error.message];
        throw error;
      }
    };
  });

/** Turns until the next one is not due at once. @returns how many. */
async function catchUp(watcher: ReturnType<typeof createWatcher>): Promise<number> {
  for (let turns = 1; ; turns += 1) {
    await watcher.turn();
    if (watcher.pause() > 0) return turns;
  }
}

const RANGES = '/wallet/getblockbylimitnext';

test('two thousand blocks are read a hundred at a time, and everything in them is credited', async ({
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
  expect(chain.asked.filter((path) => path === RANGES).length).toBeLessThanOrEqual(20);
  // A call a block for its outcomes, and another for each of the last two hundred, which may still be replaced.
  expect(chain.asked.length).toBeLessThanOrEqual(2039 + 200 + 30);
  expect(turns).toBeGreaterThan(200);
  expect(said).toEqual([
    expect.stringMatching(/^The chain is \d+ blocks ahead of us; catching up\.$/),
    'Caught up with the chain.',
  ]);
  expect(await verify(kantor.db)).toEqual([]);
});

describe('A node that is asked for a hundred blocks at once', () => {
  const test = behindTest;

  test.for<[string, (response: ServerResponse) => unknown]>([
    ['does not have the call', (response) => response.writeHead(404).end('{"Error":"no such call"}')],
    ['is not allowed to answer it', (response) => response.writeHead(405).end()],
    ['has none of them', (response) => response.end('{}')],
  ])('and %s is read block by block', async ([_name, answer], { chain, trader, kantor, readBehind }) => {
    chain.disturb((response, body, request) => (request.url === RANGES ? answer(response) : response.end(body)));
    expect(await readBehind()).toEqual([]);
    expect((await kantor.balances(trader.id)).available).toBe(usdt('100'));
  });

  test.for<[string, (blocks: Json[]) => unknown, RegExp]>([
    ['leaves one out', (blocks) => blocks.splice(3, 1), /it answered block \d+ for block \d+\.$/],
    ['changes their order', (blocks) => blocks.push(...blocks.splice(0, 1)), /it answered block \d+ for block \d+\.$/],
    [
      'leaves a transaction out',
      (blocks) => blocks.find(({ transactions }) => transactions).transactions.splice(0),
      /other transactions than its header says\.$/,
    ],
    [
      'names the number of another',
      (blocks) => (blocks.at(9).block_header.raw_data.number += 1),
      /has the id of another\.$/,
    ],
    ['has half an id', (blocks) => (blocks.at(9).blockID = 'ab'), /its block has a wrong blockID\.$/],
  ])('and %s is not believed', async ([_name, change, sentence], { chain, trader, kantor, readBehind }) => {
    let isLying = true;
    chain.node.intercept((question, honest) => {
      const answer = structuredClone(honest());
      if (isLying && question.path === RANGES) change((answer.body as { block: Json[] }).block);
      return answer;
    });
    expect(await readBehind()).toEqual([expect.stringMatching(sentence)]);
    expect((await kantor.balances(trader.id)).available).toBe(0n);
    isLying = false;
    expect(await readBehind(0)).toEqual([]);
    expect((await kantor.balances(trader.id)).available).toBe(usdt('100'));
  });

  test('and breaks off is asked for fewer the next time', async ({ chain, readBehind }) => {
    const counts: number[] = [];
    chain.disturb((response, body, request) => response.end(request.url === RANGES ? body.slice(0, -40) : body));
    chain.node.intercept((question, honest) => {
      const { startNum, endNum } = JSON.parse(question.body || '{}') as { startNum: number; endNum: number };
      if (question.path === RANGES) counts.push(endNum - startNum);
      return honest();
    });
    expect(await readBehind()).toEqual([expect.stringMatching(/breaks off\.$/)]);
    for (let n = 0; n < 4; n += 1) await readBehind(0);
    expect(counts).toEqual([100, 50, 25, 12, 10]);
    chain.disturb();
    expect(await readBehind(0)).toEqual([]);
    expect(counts.slice(5, 8)).toEqual([10, 20, 40]);
  });
});

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

test.for<[string, number]>([
  ['class java.lang.IllegalAccessException : lack of computing resources', 1000],
  ['request rate exceeded the allowed_rps(15), and the query server is suspended for 5s', 5000],
  ['The key exceeds the frequency limit(15), and the query server is suspended for 30 s', 30_000],
  ['exceeded the frequency limit', 30_000],
])('a node that says "%s" is left alone for %i ms', async ([words, milliseconds], { chain, onTestFinished }) => {
  onTestFinished(() => chain.disturb());
  const time = createTime();
  const source = chain.source({ time });
  chain.disturb((response) => response.end(JSON.stringify({ Error: words })));
  await expect(source.head()).rejects.toMatchObject({ retryAfter: milliseconds });
  chain.disturb();
  await time.sleep(milliseconds - 1);
  await expect(source.head()).rejects.toMatchObject({ retryAfter: 1 });
  await time.sleep(1);
  expect(await source.head()).toMatchObject({ number: BigInt(chain.node.head()) });
});

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
