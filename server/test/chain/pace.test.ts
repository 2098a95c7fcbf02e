import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { tronNode } from '../../src/modules/chain/index.ts';
import { SourceError } from '../../src/modules/chain/source.ts';
import { SOON } from '../events/fixture.ts';
import { USDT } from './simulated-chain.ts';

// The pace of calls to a node, and the pause after a refusal. Time is the test's own.

const PACE = 100;
/** A block without transactions, as the first one is. */
const GENESIS = JSON.stringify({
  blockID: `${'0'.repeat(16)}${'ab'.repeat(24)}`,
  block_header: { raw_data: { parentHash: 'cd'.repeat(32) } },
});

/** Questions that wait for their answers, in the order in which they came. */
const waiting: ServerResponse[] = [];
let asked = 0;
const answer = (response: ServerResponse | undefined) => response?.end(GENESIS);
const turnAway = (response: ServerResponse | undefined, seconds: number) =>
  response?.writeHead(429, { 'retry-after': String(seconds) }).end('{}');
let hear: (response: ServerResponse) => unknown = answer;
const server = createServer((_request, response) => {
  asked += 1;
  hear(response);
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  asked = 0;
  waiting.length = 0;
  hear = answer;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

type Time = NonNullable<Parameters<typeof tronNode>[0]['time']>;
const nodeOf = (time: Time, paceMs = PACE) => {
  const { port } = server.address() as AddressInfo;
  return tronNode({
    url: `http://127.0.0.1:${port}`,
    apiKey: undefined,
    contract: USDT,
    time,
    paceMs,
    timeoutMs: 60_000,
  });
};

/** A node, and time that passes when it sleeps. */
function sequence() {
  let now = 0;
  const pass = async (milliseconds: number) => {
    now += milliseconds;
  };
  const node = nodeOf({ now: () => now, sleep: pass });
  /** Asks one after the other. @returns the milliseconds that passed before each. */
  const ask = async (times: number) => {
    const gaps: number[] = [];
    for (let n = 0; n < times; n += 1) {
      const before = now;
      await node.genesis();
      gaps.push(Math.round(now - before));
    }
    return gaps;
  };
  const beTurnedAway = async () => {
    hear = (response) => turnAway(response, 1);
    await expect(node.genesis()).rejects.toMatchObject({ retryAfter: 1000 });
    hear = answer;
    await pass(1000);
  };
  return { ask, beTurnedAway };
}

const hold = () => {
  hear = (response) => waiting.push(response);
};
const refusalOf = (question: Promise<unknown>) =>
  question.then(
    () => undefined,
    (error: unknown) => (error instanceof SourceError ? error.retryAfter : error),
  );

test('A question that waited for its turn is not asked once another has been turned away', async () => {
  let now = 0;
  const { promise: isTurn, resolve: wake } = Promise.withResolvers<void>();
  const node = nodeOf({ now: () => now, sleep: () => isTurn });
  hear = (response) => turnAway(response, 60);
  const [first, second] = [refusalOf(node.genesis()), refusalOf(node.genesis())];
  expect(await first).toBe(60_000);
  now = PACE;
  wake();
  expect(await second).toBe(60_000 - PACE);
  expect(asked).toBe(1);
});

test('Of two answers that turn us away the longer one counts, also when it came first', async () => {
  const node = nodeOf({ now: () => 0, sleep: () => Promise.resolve() }, 0);
  hold();
  const questions = [refusalOf(node.genesis()), refusalOf(node.genesis())];
  await vi.waitUntil(() => waiting.length === 2, SOON);
  turnAway(waiting[0], 120);
  expect(await Promise.race(questions)).toBe(120_000);
  turnAway(waiting[1], 1);
  expect(new Set(await Promise.all(questions))).toEqual(new Set([1000, 120_000]));
  expect(await refusalOf(node.genesis())).toBe(120_000);
  expect(asked).toBe(2);
});

test('However many answers come, a node is asked no more often than we are allowed to', async () => {
  const { ask } = sequence();
  expect((await ask(60)).slice(1)).toEqual(Array.from({ length: 59 }, () => PACE));
});

test('After it has turned us away it is asked half as often, and each answer brings the former pace a little nearer', async () => {
  const { ask, beTurnedAway } = sequence();
  await ask(2);
  await beTurnedAway();
  // The pause was longer than any gap.
  const [none, first, ...more] = await ask(60);
  expect(none).toBe(0);
  expect(first).toBeGreaterThan(1.9 * PACE);
  expect(more).toEqual(more.toSorted((a, b) => b - a));
  expect(more[10]).toBeGreaterThan(1.4 * PACE);
  expect(more.at(-1)).toBe(PACE);
});

test('However often it turns us away, it is asked every two seconds', async () => {
  const { ask, beTurnedAway } = sequence();
  for (let n = 0; n < 12; n += 1) await beTurnedAway();
  await ask(1);
  expect(await ask(1)).toEqual([2000]);
});
