import { getEarnings, getTraderDashboard, moveEarnings, toggleTraffic } from '@kantor/contract/wire/balance.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { DAY, HOUR, MINUTE, periodStarts } from '../../src/kernel/clock.ts';
import { lockAvailable } from '../../src/modules/ledger/index.ts';
import { freshKantorTest } from '../support/fixtures.ts';

/** Wednesday, 15 July 2026, 11 at night in Moscow: the day, the week and the month began on different days. */
const NIGHT = new Date('2026-07-15T20:00:00Z');

const test = freshKantorTest
  .extend('options', { now: NIGHT })
  .extend('trader', ({ kantor }) => kantor.createTrader({ balance: '100' }))
  .extend('close', { auto: true }, async ({ kantor, trader }) => {
    await kantor.createRequisite(trader.id);
    const merchant = await kantor.createMerchant();
    return async (amount: string) => {
      const { id } = await merchant.order(amount);
      await trader.call(confirmOrder, { params: { id } });
      return id;
    };
  });

describe('what was earned', () => {
  test('in a day, a week and a month is what the entries say, less what was taken back; a move changes nothing', async ({
    kantor,
    trader,
    close,
  }) => {
    const none = '0.000000';
    const hours = Array.from({ length: 24 }, () => none);
    const zero = { today: none, yesterday: none, week: none, month: none, hours };
    expect(await trader.call(getEarnings)).toEqual(zero);
    // Of last month, last week, yesterday, and today.
    const { month, week, today } = periodStarts(new Date(NIGHT.getTime() + 30 * DAY));
    const now = () => kantor.clock().getTime();
    const passTo = (moment: Date, ms: number) => kantor.pass(moment.getTime() + ms - now());
    passTo(month, -1);
    await close('1000');
    passTo(month, 0);
    await close('2000');
    passTo(week, 0);
    await close('300');
    await trader.call(moveEarnings);
    passTo(today, -1);
    await close('400');
    passTo(today, 0);
    await close('500');
    kantor.pass(2 * HOUR + MINUTE);
    await close('600');
    kantor.pass(MINUTE);
    const at = kantor.clock();
    const { rows } = await sql<Record<'today' | 'yesterday' | 'week' | 'month', number> & { hours: number[] }>`
      select sum(e.amount) filter (where e.created_at >= ${today})::float8 / 1000000 as today,
        sum(e.amount) filter (where e.created_at < ${today} and e.created_at >= ${today}::timestamptz - interval '1 day')::float8
          / 1000000 as yesterday,
        array(
          select coalesce((
            select sum(amount) from ledger_entry join ledger_account on ledger_account.id = account_id
            where owner_id = ${trader.id} and kind = 'earned' and amount > 0
              and ledger_entry.created_at >= begin and ledger_entry.created_at < begin + interval '1 hour'), 0)::float8 / 1000000
          from generate_series(${at}::timestamptz - interval '24 hours', ${at}::timestamptz - interval '1 hour', '1 hour') as begin
          order by begin
        ) as hours,
        sum(e.amount) filter (where e.created_at >= ${week})::float8 / 1000000 as week,
        sum(e.amount) filter (where e.created_at >= ${month})::float8 / 1000000 as month
      from ledger_entry e join ledger_journal j on j.id = e.journal_id join ledger_account a on a.id = e.account_id
      where a.owner_id = ${trader.id} and a.kind = 'earned' and j.kind <> 'earnings_move'`.execute(kantor.db);
    const earned = await trader.call(getEarnings);
    expect(earned).toMatchObject({ today: '0.220000', yesterday: '0.080000', week: '0.360000', month: '0.760000' });
    const { hours: byHour, ...sums } = earned;
    expect([sums.today, sums.yesterday, sums.week, sums.month].map(Number)).toEqual([
      rows[0]?.today,
      rows[0]?.yesterday,
      rows[0]?.week,
      rows[0]?.month,
    ]);
    expect(byHour.map(Number)).toEqual(rows[0]?.hours);
    expect(byHour.filter((hour) => Number(hour) > 0)).toEqual(['0.180000', '0.120000']);
  });
});

test('a move of earnings waits for its accounts in the order of all', async ({ kantor, trader, close }) => {
  await close('1000');
  const { moved } = await transaction(kantor.db, async (tx) => {
    await lockAvailable(tx, trader.id);
    const moving = trader.call(moveEarnings);
    await kantor.untilBlocked();
    // As a reversal would that has the first.
    await sql`
      select from ledger_account where owner_id = ${trader.id} and kind = 'earned' for no key update nowait`.execute(
      tx,
    );
    return { moved: moving };
  });
  await moved;
  expect(await kantor.balances(trader.id)).toMatchObject({ earned: 0n });
});

describe('the first day', () => {
  test('of a new trader ticks each step as it is done, and is over with the first order', async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '0.000001' });
    const steps = async () => (await trader.call(getTraderDashboard)).first_steps;
    await trader.call(toggleTraffic, { body: { is_active: false } });
    const nothing = { requisite: false, cabinet: false, phone: false, message: false, limits: false };
    expect(await steps()).toEqual({ ...nothing, balance: true, traffic: false });
    const cabinetId = await kantor.createCabinet(trader.id, { hasPhone: false });
    expect(await steps()).toMatchObject({ cabinet: true, phone: false });
    await kantor.createRequisite(trader.id, { cabinetId, bankId: 7 });
    expect(await steps()).toMatchObject({ requisite: true, limits: false, phone: false });
    await sql`update requisite set max_amount = 100000 where trader_id = ${trader.id}`.execute(kantor.db);
    await sql`update cabinet set last_heard_at = ${kantor.clock()}, is_heard = true where id = ${cabinetId}`.execute(
      kantor.db,
    );
    expect(await steps()).toEqual({
      requisite: true,
      cabinet: true,
      phone: true,
      message: false,
      limits: true,
      balance: true,
      traffic: false,
    });
  });

  test('is over with the first order, whatever is undone later', async ({ trader, close }) => {
    expect((await trader.call(getTraderDashboard)).first_steps).toMatchObject({ requisite: true, message: false });
    await close('100');
    await trader.call(toggleTraffic, { body: { is_active: false } });
    expect((await trader.call(getTraderDashboard)).first_steps).toBeNull();
  });
});
