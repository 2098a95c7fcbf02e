import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { getAnalytics } from '@kantor/contract/wire/analytics.ts';
import { DAY, HOUR, MINUTE, moscowMidnight } from '../../src/kernel/clock.ts';
import { countNextDay, foldRollups, forgetHours } from '../../src/modules/analytics/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { killAtEachStep } from '../kills/kill-at-each-step.ts';
import { holdOpen } from '../support/hold-open.ts';
import type { Kantor } from '../support/kantor.ts';
import { untilShown } from '../support/outbox-reading.ts';
import { test } from './fixture.ts';
import { createLives, EVERY_KIND_OF_LIFE, steps } from './lives.ts';
import { readBoth } from './recount.ts';

async function compare({ db }: Kantor): Promise<void> {
  const { kept, counted } = await readBoth(db);
  expect(kept).toEqual(counted);
}

test('any lives of orders, over midnights of Moscow: the figures are a recount of the rows, folded or not', async ({
  kantor,
  market,
}) => {
  const live = createLives(kantor, market);
  await fc.assert(
    fc.asyncProperty(steps, async (lives) => {
      await live(lives);
      await compare(kantor);
      kantor.pass(9 * HOUR);
      await market.expire();
    }),
    { numRuns: 8, examples: [[[...EVERY_KIND_OF_LIFE]]] },
  );
  await market.fold();
  await compare(kantor);
  const { rows } = await sql`
    select count(*) > 0 as closed, count(*) filter (where paid_at > expires_at) > 0 as late, count(reversed_at) > 0 as reversed,
      count(distinct (created_at at time zone 'Europe/Moscow')::date) > 1 as days,
      (select count(*) > 0 from appeal where status = 'PROCESSED') as contested
    from orders where status = 'CLOSED'`.execute(kantor.db);
  expect(rows).toEqual([{ closed: true, late: true, reversed: true, days: true, contested: true }]);
  // Nobody has proposed the reversals.
  expect((await verify(kantor.db)).filter(({ table }) => table === 'rollup')).toEqual([]);
});

test('a process that is killed at any step of a fold has folded a batch or nothing of it', async ({
  kantor,
  market,
}) => {
  const prepare = async () => {
    await (await market.issue(1000))?.confirm();
    await untilShown(kantor.db);
  };
  const killed = await killAtEachStep({ databaseUrl: kantor.databaseUrl, job: 'fold-rollups' }, prepare, () =>
    compare(kantor),
  );
  expect(killed).toBeGreaterThan(6);
  await market.fold();
  expect(await market.unfolded()).toBe(0);
  await compare(kantor);
});

test('of two processes one folds, and the other waits for nobody; nothing is counted twice', async ({
  kantor,
  market,
}) => {
  await market.issue(1000);
  await untilShown(kantor.db);
  const finish = await holdOpen(kantor.db, (tx) =>
    sql`select from outbox_reader where name = 'rollups' for update`.execute(tx),
  );
  expect(await foldRollups(kantor)).toBe(0);
  await finish();
  await (await market.issue(2000))?.confirm();
  await untilShown(kantor.db);
  const before = await market.unfolded();
  const folded = await Promise.all([1, 2, 3, 4].map(() => foldRollups(kantor, { batchSize: 1 })));
  expect(folded.reduce((a, b) => a + b)).toBe(before);
  await compare(kantor);
});

test('a command counts days anew while orders are issued, closed and folded, and says which were wrong', async ({
  kantor,
  market,
}) => {
  const order = await market.issue(1000);
  kantor.pass(DAY);
  await order?.confirmLate().catch(() => undefined);
  await market.issue(2000);
  await market.fold();
  expect(await kantor.cli('recount')).toContain('Counted 2 days anew; every figure was right.');
  await sql`update rollup set paid = paid + 1, issued = 7 where by = 'all' and span = 'day'`.execute(kantor.db);
  await sql`delete from rollup where by = 'bank'`.execute(kantor.db);
  expect((await verify(kantor.db)).map(({ table }) => table)).toContain('rollup');
  let isCounting = true;
  const [said] = await Promise.all([
    kantor.cli('recount').finally(() => {
      isCounting = false;
    }),
    (async () => {
      for (let n = 0; isCounting || n < 3; n += 1) {
        await (await market.issue(3000 + n * 100))?.confirm();
        await foldRollups(kantor, { batchSize: 1 });
      }
    })(),
  ]);
  expect(said).toMatch(/2026-11-20: \d+ figures were wrong/);
  await compare(kantor);
  await market.fold();
  await compare(kantor);
  expect(await verify(kantor.db)).toEqual([]);
});

test('after an upgrade the days are counted one after the other, the latest first, beside what happens meanwhile', async ({
  kantor,
  market,
}) => {
  const late = await market.issue(1000);
  kantor.pass(16 * MINUTE);
  await market.expire();
  kantor.pass(2 * DAY);
  await (await market.issue(2000))?.confirm();
  await market.fold();
  // As the migration leaves it: nothing counted, and what comes after it is folded.
  await sql`delete from rollup`.execute(kantor.db);
  await sql`update rollup_since set since = ${new Date(moscowMidnight(kantor.clock()).getTime() + DAY)}`.execute(
    kantor.db,
  );
  await late?.confirmLate();
  await market.fold();
  await (await market.issue(3000))?.cancel();
  const sinceOf = async () => (await market.operator.call(getAnalytics, { query: { period: 'today' } })).since;
  expect(await sinceOf()).toBe('2026-11-23');
  expect(await countNextDay(kantor)).toBe(true);
  expect(await sinceOf()).toBe('2026-11-22');
  while (await countNextDay(kantor));
  expect(await sinceOf()).toBeNull();
  await compare(kantor);
});

test('hours are forgotten after a quarter, days are not, and a late change of such an hour is harmless', async ({
  kantor,
  market,
}) => {
  const order = await market.issue(1000);
  kantor.pass(16 * MINUTE);
  await market.expire();
  await market.fold();
  kantor.pass(94 * DAY);
  await market.issue(2000);
  await order?.confirmLate().catch(() => undefined);
  await market.fold();
  await forgetHours(kantor);
  const { rows } = await sql`
    select span, count(distinct start) as n from rollup group by 1 order by 1`.execute(kantor.db);
  expect(rows).toEqual([
    { span: 'day', n: 2n },
    { span: 'hour', n: 1n },
  ]);
  expect(await verify(kantor.db)).toEqual([]);
});
