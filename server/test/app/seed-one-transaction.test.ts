import { sql } from 'kysely';
import { expect } from 'vitest';
import { inOneTransaction } from '../../src/db/one-transaction.ts';
import type { Database } from '../../src/db/pool.ts';
import { later, transaction, type Tx } from '../../src/db/tx.ts';
import { after, DAY } from '../../src/kernel/clock.ts';
import { setRate } from '../../src/modules/rates/index.ts';
import { kantorTest } from '../support/fixtures.ts';

const test = kantorTest
  /** A service that opens a transaction of its own, and fails after its first write if the test wants it. */
  .extend(
    'step',
    ({ kantor }) =>
      (db: Database, source: string, fails?: () => Promise<unknown>) =>
        transaction(db, async (tx) => {
          const at = kantor.clock();
          await setRate(tx, { value: 90_0000n, source, staleAt: after(at, DAY), at });
          await fails?.();
        }),
  )
  .extend('kept', ({ kantor }) => async () => {
    const { rows } = await sql<{ source: string }>`
      select source from rate where source <> 'test' order by id`.execute(kantor.db);
    return rows.map((row) => row.source);
  });

test('keeps the steps that succeeded and nothing of those that failed', async ({ kantor, step, kept }) => {
  await transaction(kantor.db, async (tx) => {
    const db = inOneTransaction(tx);
    await step(db, 'first');
    await expect(step(db, 'thrown', () => Promise.reject(new Error('Refused')))).rejects.toThrow('Refused');
    await expect(step(db, 'broken', () => sql`select 1 / 0`.execute(tx))).rejects.toThrow('division by zero');
    await step(db, 'second');
    await expect(step(db, 'third', () => Promise.reject(new Error('Refused')))).rejects.toThrow('Refused');
    expect(await kept()).toEqual([]);
  });
  expect(await kept()).toEqual(['first', 'second']);
});

test('tells a step what became of the statements that it did not wait for', async ({ kantor, step, kept }) => {
  const before = await kept();
  await transaction(kantor.db, async (tx) => {
    const db = inOneTransaction(tx);
    const unawaited = (own: Tx) => later(own, sql`select 1 / (${0}::integer)`);
    await expect(transaction(db, unawaited)).rejects.toThrow('division by zero');
    await step(db, 'next');
  });
  expect(await kept()).toEqual([...before, 'next']);
});

test('keeps nothing when the whole is given up', async ({ kantor, step, kept }) => {
  const before = await kept();
  const whole = transaction(kantor.db, async (tx) => {
    await step(inOneTransaction(tx), 'given up');
    throw new Error('Given up');
  });
  await expect(whole).rejects.toThrow('Given up');
  expect(await kept()).toEqual(before);
});
