import { getPlatformRate } from '@kantor/contract/wire/platform/rate.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, HOUR } from '../../src/kernel/clock.ts';
import { MANUAL } from '../../src/modules/rates/index.ts';
import { test } from './fixture.ts';

describe('the rate as the platform sees it', () => {
  test('is the one in force with its source and its age, and says when it is stale', async ({ kantor, rates }) => {
    const operator = await kantor.createOperator();
    const ask = () => operator.call(getPlatformRate);
    await rates.quote('101');
    const at = kantor.clock();
    expect((await ask()).rate).toMatchObject({ rate: '101.0000', confirmed_at: at.toISOString(), is_stale: false });
    expect((await ask()).rate?.source).not.toBe(MANUAL);
    kantor.pass(DAY);
    expect((await ask()).rate?.is_stale).toBe(true);
    await rates.byHand(1_030_000n);
    expect((await ask()).rate).toMatchObject({ rate: '103.0000', source: MANUAL, is_stale: false });
  });

  test("names a source's proposal while it waits, and tells of its coming and going", async ({ kantor, rates }) => {
    const operator = await kantor.createOperator();
    const proposal = async () => (await operator.call(getPlatformRate)).proposal;
    const told = async () =>
      (await sql`select from outbox where kind = 'rate.proposed'`.execute(kantor.db)).rows.length;
    expect(await proposal()).toBeNull();
    const before = await told();
    await rates.quote('120');
    const at = kantor.clock();
    await rates.quote('120.5');
    const { id } = await rates.waiting();
    expect(await proposal()).toMatchObject({
      id: String(id),
      rate: '120.0000',
      latest: '120.5000',
      in_force: '100.0000',
      created_at: at.toISOString(),
    });
    expect(await told()).toBe(before + 1);
    await rates.decide(id, false);
    expect(await proposal()).toBeNull();
    expect(await told()).toBe(before + 2);
  });

  test('has the rates of seven days, and the one that was in force before them', async ({ kantor, rates }) => {
    const operator = await kantor.createOperator();
    const history = async () => (await operator.call(getPlatformRate)).history.map(({ rate }) => rate);
    await rates.byHand(1_010_000n);
    kantor.pass(DAY);
    await rates.byHand(1_020_000n);
    expect(await history()).toEqual(['102.0000', '101.0000', '100.0000']);
    kantor.pass(6 * DAY + HOUR);
    await rates.byHand(1_030_000n);
    // 101 was in force when the seven days began; 100 was not.
    const { rows } = await sql<{ value: bigint }>`
      select value from rate r where created_at > ${new Date(kantor.clock().getTime() - 7 * DAY)}
        or id = (select max(id) from rate where created_at <= ${new Date(kantor.clock().getTime() - 7 * DAY)})
      order by id desc`.execute(kantor.db);
    expect(await history()).toEqual(['103.0000', '102.0000', '101.0000']);
    expect((await operator.call(getPlatformRate)).history_is_cut).toBe(false);
    expect(rows.map(({ value }) => value)).toEqual([1_030_000n, 1_020_000n, 1_010_000n]);
  });

  test('has a thousand of them at most, and says when there were more', async ({ kantor }) => {
    const operator = await kantor.createOperator();
    const at = kantor.clock();
    await sql`
      insert into rate (value, source, created_at, confirmed_at, stale_at)
      select 1000000 + n, 'busy', ${at}, ${at}, ${at}::timestamptz + interval '1 day' from generate_series(1, 1001) n`.execute(
      kantor.db,
    );
    const { history, history_is_cut: isCut } = await operator.call(getPlatformRate);
    expect([history.length, history[0]?.rate, history.at(-1)?.rate, isCut]).toEqual([
      1000,
      '100.1001',
      '100.0002',
      true,
    ]);
  });
});
