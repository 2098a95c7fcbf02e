import { listPings } from '@kantor/contract/wire/devices.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { after, DAY } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { forgetOldPings, insertPing } from '../../src/modules/devices/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { killAtEachStep } from '../kills/kill-at-each-step.ts';
import type { Kantor } from '../support/kantor.ts';
import { kantorTest } from '../support/fixtures.ts';

/** A trader with a cabinet, and their pings. */
async function createPinging(kantor: Kantor) {
  const trader = await kantor.createTrader();
  const cabinetId = await kantor.createCabinet(trader.id);
  let number = 0;
  return {
    traderId: trader.id,
    cabinetId,
    /** A ping so many days ago. @returns its text, a number. */
    ping: async (daysAgo: number) => {
      const createdAt = after(kantor.clock(), -daysAgo * DAY);
      const text = String((number += 1));
      await transaction(kantor.db, (tx) =>
        insertPing(tx, { id: newId(createdAt), traderId: trader.id, cabinetId, text, createdAt }),
      );
      return text;
    },
    /** A page of them: how many there are, and the texts of those that are on it. */
    list: async (page = 1, page_size = 100): Promise<[count: number, texts: string[]]> => {
      const { count, results } = await trader.call(listPings, { query: { page, page_size } });
      return [count, results.map(({ text }) => text)];
    },
  };
}

const test = kantorTest.extend('pings', ({ kantor }) => createPinging(kantor));

test('pings are forgotten after thirty days, and the list counts what is left', async ({ kantor, pings }) => {
  await pings.ping(40);
  await pings.ping(30.001);
  const kept = [await pings.ping(29.999), await pings.ping(10), await pings.ping(0)].toReversed();
  await forgetOldPings(kantor);
  expect(await pings.list()).toEqual([3, kept]);
  expect(await verify(kantor.db)).toEqual([]);
});

test('after that any page is right, also while new ones come', async ({ kantor, pings }) => {
  for (let n = 0; n < 15; n += 1) await pings.ping(31);
  const kept: string[] = [];
  for (let n = 0; n < 12; n += 1) kept.unshift(await pings.ping(1));
  await forgetOldPings(kantor);
  kept.unshift(await pings.ping(0));
  for (const size of [1, 5, 10, 100]) {
    for (let page = 1; page <= Math.ceil(13 / size) + 1; page += 1)
      expect(await pings.list(page, size)).toEqual([13, kept.slice((page - 1) * size, page * size)]);
  }
  expect(await verify(kantor.db)).toEqual([]);
});

test('all of them may be forgotten, and the list begins anew', async ({ kantor, pings }) => {
  for (let n = 0; n < 3; n += 1) await pings.ping(31);
  await forgetOldPings(kantor);
  expect(await pings.list()).toEqual([0, []]);
  expect(await verify(kantor.db)).toEqual([]);
  const text = await pings.ping(0);
  expect(await pings.list()).toEqual([1, [text]]);
  await forgetOldPings(kantor);
  expect(await pings.list()).toEqual([1, [text]]);
});

test('an older one behind a younger waits for it: the list never has a hole', async ({ kantor, pings }) => {
  for (const daysAgo of [31, 1, 31]) await pings.ping(daysAgo);
  await forgetOldPings(kantor);
  expect((await pings.list())[0]).toBe(2);
  expect(await verify(kantor.db)).toEqual([]);
});

test('thousands are forgotten in steps, at once by two workers, while the phone pings', async ({
  kantor,
  pings: { traderId, cabinetId, ping, list },
}) => {
  await sql`
    insert into device_ping (id, trader_id, trader_seq, cabinet_id, text, created_at)
    select gen_random_uuid(), ${traderId}, list_append(${traderId}, 'pings'), ${cabinetId}, '',
      ${kantor.clock()}::timestamptz - interval '31 days' from generate_series(1, 2500)`.execute(kantor.db);
  const young = await ping(0);
  const [, , other] = await Promise.all([forgetOldPings(kantor), forgetOldPings(kantor), ping(0)]);
  expect(await list()).toEqual([2, [other, young]]);
  expect(await verify(kantor.db)).toEqual([]);
});

test('another trader’s are counted for themselves', async ({ kantor, pings }) => {
  await pings.ping(31);
  const other = await createPinging(kantor);
  await other.ping(1);
  await forgetOldPings(kantor);
  expect((await other.list())[0]).toBe(1);
  expect((await pings.list())[0]).toBe(0);
});

test('a worker that is killed at any step leaves a sound list, and the next one ends its work', async ({ kantor }) => {
  const job = { databaseUrl: kantor.databaseUrl, job: 'forget-pings', args: [kantor.clock().toISOString()] };
  let pings = await createPinging(kantor);
  let kept = '';
  const steps = await killAtEachStep(
    job,
    async () => {
      pings = await createPinging(kantor);
      await pings.ping(31);
      kept = await pings.ping(1);
    },
    async () => {
      expect(await verify(kantor.db)).toEqual([]);
      await forgetOldPings(kantor);
      expect(await pings.list()).toEqual([1, [kept]]);
      expect(await verify(kantor.db)).toEqual([]);
    },
  );
  expect(steps).toBeGreaterThanOrEqual(4);
});
