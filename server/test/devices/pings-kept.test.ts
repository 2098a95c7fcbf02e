import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { forgetOldPings, insertPing } from '../../src/modules/devices/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { type Kantor, startKantor } from '../support/harness.ts';
import { killAtEachStep } from '../kills/kill-at-each-step.ts';

const DAY = 24 * 60 * MINUTE;

let kantor: Kantor;
let trader: Awaited<ReturnType<Kantor['createTrader']>>;
let cabinetId: string;

beforeAll(async () => {
  kantor = await startKantor();
});
afterAll(() => kantor.close());
beforeEach(async () => {
  trader = await kantor.createTrader();
  cabinetId = await kantor.createCabinet(trader.id);
});

/** A ping so many days ago; the text is its number. */
let number = 0;
const ping = async (daysAgo: number) => {
  const createdAt = new Date(kantor.clock().getTime() - daysAgo * DAY);
  const text = String((number += 1));
  await transaction(kantor.db, (tx) =>
    insertPing(tx, { id: newId(createdAt), traderId: trader.id, cabinetId, text, createdAt }),
  );
  return text;
};
const forget = () => forgetOldPings(kantor);
const list = async (query = '') =>
  (await kantor.send(`/api/v1/devicenotificationpings/${query}`, { token: trader.token })).body;
const texts = async () => (await list('?page_size=100')).results.map(({ text }: { text: string }) => text);

test('pings are forgotten after thirty days, and the list counts what is left', async () => {
  await ping(40);
  await ping(30.001);
  const kept = [await ping(29.999), await ping(10), await ping(0)].toReversed();
  await forget();
  expect(await list()).toMatchObject({ count: 3 });
  expect(await texts()).toEqual(kept);
  expect(await verify(kantor.db)).toEqual([]);
});

test('after that any page is right, also while new ones come', async () => {
  for (let n = 0; n < 15; n += 1) await ping(31);
  const kept: string[] = [];
  for (let n = 0; n < 12; n += 1) kept.unshift(await ping(1));
  await forget();
  kept.unshift(await ping(0));
  for (const size of [1, 5, 10, 100]) {
    for (let page = 1; page <= Math.ceil(13 / size) + 1; page += 1) {
      const { count, results } = await list(`?page=${page}&page_size=${size}`);
      expect([count, results.map(({ text }: { text: string }) => text)]).toEqual([
        13,
        kept.slice((page - 1) * size, page * size),
      ]);
    }
  }
  expect(await verify(kantor.db)).toEqual([]);
});

test('all of them may be forgotten, and the list begins anew', async () => {
  for (let n = 0; n < 3; n += 1) await ping(31);
  await forget();
  expect(await list()).toEqual({ count: 0, results: [] });
  expect(await verify(kantor.db)).toEqual([]);
  const text = await ping(0);
  expect([(await list()).count, await texts()]).toEqual([1, [text]]);
  await forget();
  expect((await list()).count).toBe(1);
});

test('an older one behind a younger waits for it: the list never has a hole', async () => {
  await ping(31);
  await ping(1);
  await ping(31);
  await forget();
  expect((await list()).count).toBe(2);
  expect(await verify(kantor.db)).toEqual([]);
});

test('thousands are forgotten in steps, at once by two workers, while the phone pings', async () => {
  await sql`
    insert into device_ping (id, trader_id, trader_seq, cabinet_id, text, created_at)
    select gen_random_uuid(), ${trader.id}, list_append(${trader.id}, 'pings'), ${cabinetId}, '',
      ${kantor.clock()}::timestamptz - interval '31 days' from generate_series(1, 2500)`.execute(kantor.db);
  const young = await ping(0);
  const [, , other] = await Promise.all([forget(), forget(), ping(0)]);
  expect([(await list()).count, await texts()]).toEqual([2, [other, young]]);
  expect(await verify(kantor.db)).toEqual([]);
});

test('another trader’s are counted for themselves', async () => {
  await ping(31);
  const first = trader;
  trader = await kantor.createTrader();
  cabinetId = await kantor.createCabinet(trader.id);
  await ping(1);
  await forget();
  expect((await list()).count).toBe(1);
  trader = first;
  expect((await list()).count).toBe(0);
});

test('a worker that is killed at any step leaves a sound list, and the next one ends its work', async () => {
  const job = { databaseUrl: kantor.databaseUrl, job: 'forget-pings', args: [kantor.clock().toISOString()] };
  let kept: string[] = [];
  const steps = await killAtEachStep(
    job,
    async () => {
      trader = await kantor.createTrader();
      cabinetId = await kantor.createCabinet(trader.id);
      await ping(31);
      kept = [await ping(1)];
    },
    async () => {
      expect(await verify(kantor.db)).toEqual([]);
      await forget();
      expect(await texts()).toEqual(kept);
      expect(await verify(kantor.db)).toEqual([]);
    },
  );
  expect(steps).toBeGreaterThanOrEqual(4);
});
