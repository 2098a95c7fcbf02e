import { rm } from 'node:fs/promises';
import { startEmbedded } from '@kantor/embedded-postgres';
import { scratchFolder } from '@kantor/embedded-postgres/testing';
import { createPool } from '@kantor/server/src/db/pool.ts';
import { verify } from '@kantor/server/src/modules/verification/store/inspect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillNew } from '../src/grown-kept.ts';
import { KINDS, Reading } from '../src/grown-reads.ts';

const [SHORT, LONG] = [3000, 30_000];
/** Steps down deeper indexes, and more blocks for as many orders as are shown. */
const MORE_BLOCKS = 150;

let stop: () => Promise<void>;
let urls: [short: string, long: string];

beforeAll(async () => {
  const dataDir = scratchFolder();
  const server = await startEmbedded({ dataDir, durability: 'none' });
  stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const signal = new AbortController().signal;
  for (const rows of [SHORT, LONG]) await fillNew(server.url, rows, { signal, log: () => undefined });
  urls = [new URL(`/grown_${SHORT}`, server.url).href, new URL(`/grown_${LONG}`, server.url).href];
});
afterAll(() => stop());

test('a marketplace that is filled is one that the product could have come to', async () => {
  const db = createPool(urls[0]);
  try {
    expect(await verify(db)).toEqual([]);
  } finally {
    await db.destroy();
  }
});

describe('as many blocks are read of ten times as many orders for', () => {
  test.for(KINDS.map((kind) => [kind.name, kind] as const))('%s', async ([, kind]) => {
    const most: number[] = [];
    for (const url of urls) {
      const reading = await Reading.open(url);
      const blocks: number[] = [];
      for (const request of await kind.requests(reading))
        for (const account of await reading.explain(request, { warmUp: 6, rounds: 1 })) blocks.push(account.blocks);
      most.push(Math.max(...blocks));
      await reading.close();
    }
    const [short = 0, long = 0] = most;
    expect(short).toBeGreaterThan(0);
    expect(long).toBeLessThanOrEqual(1.5 * short + MORE_BLOCKS);
  });
});
