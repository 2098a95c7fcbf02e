import { sql } from 'kysely';
import { expect } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { readByKeys } from '../../src/db/tx.ts';
import { kantorTest } from '../support/fixtures.ts';
import { countSends } from '../support/count-sends.ts';

/** One connection, so that what it has prepared can be asked for. */
const test = kantorTest.extend('one', async ({ kantor }, { onCleanup }) => {
  const db = createPool(kantor.databaseUrl, { max: 1 });
  onCleanup(() => db.destroy());
  return db;
});

/** Of a lopsided table: by its cost, PostgreSQL would plan a page of the short list anew at each call. */
const pageOf = (list: string) => sql<{ number: number }>`
  select number from lopsided where list = ${list} and number > ${20} order by number limit ${5}`;

test('a statement that asks by keys is planned once a connection, in one wait with its settings', async ({
  kantor,
  one,
}) => {
  await sql`
    create table lopsided as
    select case when number <= 100 then 'short' else 'long' end as list, number from generate_series(1, 20000) as number`.execute(
    kantor.ownerDb,
  );
  await sql`create index on lopsided (list, number)`.execute(kantor.ownerDb);
  await sql`grant select on lopsided to kantor_app`.execute(kantor.ownerDb);
  await sql`analyze lopsided`.execute(kantor.ownerDb);
  const sends = await countSends(async () => {
    for (let n = 0; n < 10; n += 1) {
      const { rows } = await readByKeys(one, pageOf('short'));
      expect(rows.map(({ number }) => number)).toEqual([21, 22, 23, 24, 25]);
    }
  });
  expect(sends).toBe(10);
  const { rows } = await sql<{ custom: bigint; generic: bigint }>`
    select custom_plans as custom, generic_plans as generic from pg_prepared_statements
    where statement like '%from lopsided%'`.execute(one);
  expect(rows).toEqual([{ custom: 0n, generic: 10n }]);
});

const settings = sql<{ mode: string; walks: string }>`
  select current_setting('plan_cache_mode') as mode, current_setting('enable_seqscan') as walks`;
const PLAIN = [{ mode: 'auto', walks: 'on' }];

test('the settings are those of the statement alone', async ({ one }) => {
  expect((await readByKeys(one, settings)).rows).toEqual([{ mode: 'force_generic_plan', walks: 'off' }]);
  expect((await settings.execute(one)).rows).toEqual(PLAIN);
});

test('a statement that was never sent leaves its settings to nobody', async ({ one }) => {
  const refusing = one.withPlugin({
    transformQuery: ({ node, queryId }) => {
      if (one.getExecutor().compileQuery(node, queryId).sql.includes('plan_cache_mode')) return node;
      throw new Error('No');
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  await expect(readByKeys(refusing, sql`select ${1}::integer`)).rejects.toThrow('No');
  expect((await settings.execute(one)).rows).toEqual(PLAIN);
});

test('in a transaction its own plans are kept', async ({ one }) => {
  const rows = await one.transaction().execute(async (tx) => (await readByKeys(tx, settings)).rows);
  expect(rows).toEqual(PLAIN);
});
