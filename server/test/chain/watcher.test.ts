import { describe, expect } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { createWatcher } from '../../src/modules/chain/index.ts';
import { SourceError } from '../../src/modules/chain/source.ts';
import { chainTest } from './fixture.ts';

// The operator's log: each trouble once, with its cause, and its end.

const test = chainTest
  /** The lines of the log since the test began. */
  .extend('said', () => [] as string[])
  .extend('watcher', { auto: true }, async ({ kantor, chain, said }) => {
    const log = { info: (line: string) => said.push(line), error: (line: string) => said.push(`error: ${line}`) };
    const watcher = createWatcher({ db: kantor.db, clock: kantor.clock, source: chain.source(), log });
    chain.disturb();
    kantor.pass(30_000);
    do await watcher.turn();
    while (watcher.pause() === 0);
    said.length = 0;
    return watcher;
  })
  .extend(
    'fail',
    ({ chain }) =>
      (sentence: string) =>
        chain.disturb((response) => response.end(JSON.stringify({ Error: sentence }))),
  )
  /** Turns for so many seconds. @returns how many there were. */
  .extend('live', ({ kantor, watcher }) => async (seconds: number) => {
    let turns = 0;
    for (let left = seconds * 1000; left > 0; turns += 1) {
      await watcher.turn();
      const pause = Math.max(watcher.pause(), 1);
      kantor.pass(pause);
      left -= pause;
    }
    return turns;
  })
  /** The watcher of a node that turns us away for so many milliseconds. */
  .extend('leftAlone', ({ kantor, chain }) => (retryAfter: number) => {
    const block = () => Promise.reject(new SourceError('It turns us away.', { retryAfter }));
    const log = { info: () => undefined, error: () => undefined };
    // The lease of the tests' own worker has run out.
    kantor.pass(30_000);
    return createWatcher({ db: kantor.db, clock: kantor.clock, source: { ...chain.source(), block }, log });
  });

describe('Trouble', () => {
  test('of a moment is not logged', async ({ chain, said, fail, live }) => {
    fail('a hiccup');
    await live(15);
    chain.disturb();
    await live(10);
    // Nor is another one.
    fail('a hiccup');
    await live(15);
    chain.disturb();
    await live(10);
    expect(said).toEqual([]);
  });

  test('that lasts is logged once in ten minutes, with its end, and the node is asked ever less often', async ({
    chain,
    said,
    fail,
    live,
  }) => {
    fail('out of order');
    const sentence = `error: The TRON node ${new URL(chain.url).host} is of no use: it says "out of order".`;
    await live(60);
    expect(said).toEqual([sentence]);
    const turns = await live(8 * 60);
    expect(turns).toBeLessThanOrEqual(9);
    // But never less often than once a minute.
    expect(turns).toBeGreaterThanOrEqual(7);
    expect(said).toEqual([sentence]);
    await live(5 * 60);
    expect(said).toEqual([sentence, sentence]);
    chain.disturb();
    await live(60);
    expect(said[2]).toBe(`The TRON node ${new URL(chain.url).host} is of use again.`);
  });

  test('of another kind is logged too', async ({ said, fail, live }) => {
    fail('one thing');
    await live(40);
    fail('another thing');
    await live(60);
    expect(said).toEqual([expect.stringContaining('"one thing"'), expect.stringContaining('"another thing"')]);
  });
});

test('A transfer to a trader that is not credited is logged once', async ({ chain, said, live }) => {
  const [from, to] = [await chain.createTrader(), await chain.createTrader()];
  chain.plan({ from: from.wallet, to: to.wallet, amount: 3_000_000n });
  await live(90);
  expect(said).toEqual([
    expect.stringMatching(/^error: Transaction .+ brings 3\.000000 USDT .+: it is not credited\.$/),
  ]);
});

test('A chain that is far ahead is logged, and that we have caught up, once each', async ({ chain, said, live }) => {
  chain.grow(300);
  await live(10);
  expect(said).toEqual([
    expect.stringMatching(/^The chain is 29\d blocks ahead of us; catching up\.$/),
    'Caught up with the chain.',
  ]);
});

test('A chain that stands still is logged, and asked for one block at a time', async ({ chain, said, live }) => {
  const head = chain.node.head();
  chain.node.intercept(({ num }, honest) => (num > head ? { status: 200, body: {} } : honest()));
  chain.asked.length = 0;
  await live(119);
  expect(said).toEqual([]);
  await live(60);
  expect(said).toEqual([
    `error: The TRON node ${new URL(chain.url).host} has had no new block since ${new Date(chain.node.blockAt(head).at).toISOString()}: deposits wait.`,
  ]);
  // Once in three seconds.
  expect(chain.asked.length).toBeLessThanOrEqual(63);
  chain.node.intercept(undefined);
  await live(30);
  expect(said.at(-1)).toMatch(/is of use again\.$/);
});

test('At the newest block it asks twice a block and little more', async ({ chain, said, live }) => {
  chain.asked.length = 0;
  await live(300);
  expect(chain.asked.length).toBeLessThanOrEqual(100 * 2 + 20);
  expect(said).toEqual([]);
});

test('A worker stops also while its database is away', async ({ kantor, chain }) => {
  // Nobody listens there.
  const away = createPool('postgres://127.0.0.1:1/away');
  const log = { info: () => undefined, error: () => undefined };
  const cutOff = createWatcher({ db: away, clock: kantor.clock, source: chain.source(), log });
  await expect(cutOff.release()).resolves.toBeUndefined();
  await away.destroy();
});

test('A failure of our own is not hidden as one of the node', async ({ kantor, chain }) => {
  const broken = createWatcher({
    db: kantor.db,
    clock: () => {
      throw new Error('the clock stopped');
    },
    source: chain.source(),
    log: { info: () => undefined, error: () => undefined },
  });
  await expect(broken.turn()).rejects.toThrow('the clock stopped');
  // And the next turn is not at once.
  expect(broken.pause()).toBe(1000);
});

describe('A node that wants to be left alone', () => {
  test('for long is left alone so long', async ({ leftAlone }) => {
    const patient = leftAlone(5 * 60_000);
    await patient.turn();
    expect(patient.pause()).toBe(5 * 60_000);
  });

  test('for a moment, again and again, is asked ever less often all the same', async ({ leftAlone }) => {
    const patient = leftAlone(1500);
    const pauses: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      await patient.turn();
      pauses.push(patient.pause());
    }
    expect(pauses).toEqual([1500, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  });
});
