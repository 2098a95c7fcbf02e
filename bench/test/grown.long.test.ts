import { rm } from 'node:fs/promises';
import { startEmbedded } from '@kantor/embedded-postgres';
import { scratchFolder } from '@kantor/embedded-postgres/testing';
import { createPool } from '@kantor/server/src/db/pool.ts';
import { listOrders } from '@kantor/server/src/modules/orders/service/reading.ts';
import { verify } from '@kantor/server/src/modules/verification/store/inspect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillNew } from '../src/grown-kept.ts';
import { EVERY_KIND } from '../src/grown-palette.ts';
import { Reading } from '../src/grown-reads.ts';

const [SHORT, LONG] = [10_000, 40_000];
/** The numbers of a block of a list: a page of a status begins anywhere in it. */
const BLOCK = 4096;
/** A little, as chance will have it. */
const MORE = 300;

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

test.for(['trader', 'merchant'] as const)('a search that finds all orders of a %s shows the newest', async (role) => {
  const db = createPool(urls[0]);
  const reading = await Reading.open(urls[0]);
  try {
    const owner = await reading.owner(role, 0);
    for (const status of ['ALL', 'CLOSED', 'DECLINED'] as const) {
      for (const page of [1, 7]) {
        const request = { status, page, pageSize: 30 };
        const ids = async (search: string) =>
          (await listOrders(db, owner, { ...request, search })).results.map(({ id }) => id);
        const found = await ids('+7999');
        expect(found).toEqual(await ids(''));
        expect(found).toHaveLength(30);
      }
    }
  } finally {
    await reading.close();
    await db.destroy();
  }
});

describe('as much is read of four times as many orders for', () => {
  test.for(EVERY_KIND.map((kind) => [kind.name, kind] as const))('%s', async ([, kind]) => {
    const most: number[] = [];
    for (const url of urls) {
      const reading = await Reading.open(url);
      const touched: number[] = [];
      for (const request of await kind.requests(reading))
        for (const account of await reading.explain(request, { warmUp: 6, rounds: 1 })) touched.push(account.touched);
      most.push(Math.max(...touched));
      await reading.close();
    }
    const [short = 0, long = 0] = most;
    expect(short).toBeGreaterThan(0);
    expect(long).toBeLessThanOrEqual(1.5 * short + (kind.isPage ? BLOCK : MORE));
  });
});

// What a missing index costs may be hidden: PostgreSQL goes through another one requisite by requisite, and reads few rows.
describe('a search is led by the index that is made for it', () => {
  const searched = async (name: string) => {
    const kind = EVERY_KIND.find((each) => each.name === `search by ${name}`);
    const reading = await Reading.open(urls[1]);
    const plans = [];
    for (const request of (await kind?.requests(reading)) ?? []) {
      const [account] = await reading.explain(request, { warmUp: 6, rounds: 1 });
      plans.push({ role: request.owner.role, indexes: account?.indexes ?? [] });
    }
    await reading.close();
    expect(plans.length).toBeGreaterThan(0);
    return plans;
  };

  test("by sum: its owner's sums", async () => {
    for (const { role, indexes } of await searched('sum')) {
      expect(indexes.map(({ name }) => name)).toContain(`orders_${role}_amount`);
    }
  });

  test.for(['last four digits, that few orders have', "payee's name, that few orders have"])(
    'by %s: the payees alone, whose orders are their trader’s anyway',
    async (name) => {
      const made = { trader: 'orders_payee', merchant: 'orders_merchant_payee' };
      for (const { role, indexes } of await searched(name)) {
        const leading = indexes.filter(({ condition }) => condition.includes('requisite_id = payees.requisite_id'));
        expect(new Set(leading.map(({ name: index }) => index))).toEqual(new Set([made[role]]));
        if (role === 'trader') expect(leading.filter(({ condition }) => condition.includes('trader_id'))).toEqual([]);
      }
    },
  );
});
