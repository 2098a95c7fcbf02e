import { readFileSync } from 'node:fs';
import { getMerchantDashboard, listOperations } from '@kantor/contract/wire/balance.ts';
import { getMerchantToday } from '@kantor/contract/wire/merchant-day.ts';
import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmExpiredOrder, confirmOrder } from '@kantor/contract/wire/orders.ts';
import { createPayout } from '@kantor/contract/wire/payouts.ts';
import { createWallet, createWithdrawal } from '@kantor/contract/wire/withdrawals.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { confirmAppeal, openAppeal } from '../../src/modules/appeals/index.ts';
import { forgetDays } from '../../src/modules/balance/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import { rub } from '../support/money.ts';
import { foldAll } from '../support/outbox-reading.ts';
import { newAddress } from '../withdrawals/fixture.ts';

const test = freshKantorTest
  .extend('merchant', ({ kantor }) => kantor.createMerchant({ payoutEnable: true, feeBp: 500 }))
  .extend('other', ({ kantor }) => kantor.createMerchant())
  .extend('trader', async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '10000', rewardBp: 200 });
    for (let n = 0; n < 2; n += 1) await kantor.createRequisite(trader.id);
    return trader;
  });

/** The fee as merchants reckon it: what was paid, less what came to their balance. */
async function feesOf({ db }: Kantor, merchantId: string) {
  const { rows } = await sql<{ fee: bigint }>`
    select coalesce(sum(-coalesce(held.amount, 0) - coalesce(back.amount, 0) - got.amount), 0)::bigint as fee
    from ledger_journal journal
    join orders on orders.id = journal.cause and orders.merchant_id = ${merchantId}
    join lateral (select sum(entry.amount) as amount from ledger_entry entry join ledger_account a on a.id = entry.account_id
      where entry.journal_id = journal.id and a.owner_id = orders.trader_id and a.kind = 'held') as held on true
    join lateral (select sum(entry.amount) as amount from ledger_entry entry join ledger_account a on a.id = entry.account_id
      where entry.journal_id = journal.id and a.owner_id = orders.trader_id and a.kind = 'available') as back on true
    join lateral (select sum(entry.amount) as amount from ledger_entry entry join ledger_account a on a.id = entry.account_id
      where entry.journal_id = journal.id and a.owner_id = orders.merchant_id) as got on true
    where journal.kind = 'order_close'`.execute(db);
  return rows[0]?.fee;
}
const micro = (amount: string | number) => BigInt(String(amount).replace('.', ''));

const MIGRATION = new URL('../../migrations/145.do.figures-of-merchants.sql', import.meta.url);

/** Counts as the migration has when it made the tables, at the hour of the test. */
async function introduceFigures({ ownerDb: db, clock }: Kantor) {
  const text = readFileSync(MIGRATION, 'utf8');
  const statements = text
    .slice(text.indexOf('insert into merchant_figure_since'))
    // The fee is asked of the postings by nobody else since 295.
    .replaceAll(
      'fee_of_closing(id)',
      `(select sum(entry.amount) from ledger_journal journal
        join (
          select journal_id, account_id, amount from ledger_entry
          union all
          select journal_id, account_id, amount from ledger_platform_entry
        ) as entry on entry.journal_id = journal.id
        join ledger_account as part on part.id = entry.account_id and part.kind in ('earned', 'revenue')
        where journal.kind = 'order_close' and journal.cause = closed.id)`,
    );
  const at = `timestamptz '${clock().toISOString()}'`;
  await db.transaction().execute(async (tx) => {
    await sql`delete from merchant_figure`.execute(tx);
    await sql`delete from merchant_figure_since`.execute(tx);
    for (const statement of statements.replaceAll('now()', at).split(';\n')) {
      if (statement.trim() !== '') await sql.raw(statement).execute(tx);
    }
  });
}

const closeByAppeal = async (kantor: Kantor, id: string, claim: Parameters<typeof openAppeal>[1]) =>
  confirmAppeal(kantor, { role: 'trader', id }, await openAppeal(kantor, claim));

describe("a merchant's day", () => {
  test('is what the rows say, folded or not: paid, late, for another sum, expired, cancelled, contested after either', async ({
    kantor,
    merchant,
    other,
    trader,
  }) => {
    const late = await merchant.order('1001');
    const contested = await merchant.order('1002');
    await merchant.order('1003');
    await other.order('1006');
    kantor.pass(16 * MINUTE);
    await expireDueOrders(kantor);
    const closed = await merchant.order('1004');
    const cancelled = await merchant.order('1005');
    const paidAfterAll = await merchant.order('1008');
    await merchant.order('1007');
    await trader.call(confirmOrder, { params: { id: closed.id } });
    await merchant.api.call(cancelMerchantOrder, { params: { id: paidAfterAll.id } });
    await foldAll(kantor);
    kantor.pass(50 * MINUTE);
    await trader.call(confirmExpiredOrder, { params: { id: late.id } });
    await merchant.api.call(cancelMerchantOrder, { params: { id: cancelled.id } });
    await closeByAppeal(kantor, trader.id, { merchantId: merchant.id, orderId: contested.id, amount: rub('777') });
    await closeByAppeal(kantor, trader.id, { merchantId: merchant.id, orderId: paidAfterAll.id, amount: rub('1008') });

    const unfolded = await merchant.call(getMerchantToday);
    expect(unfolded.today).toMatchObject({
      issued: 7,
      paid: 4,
      late: 3,
      expired: 1,
      cancelled: 1,
      closed: 4,
      turnover: '3790.00',
      appeals: 2,
    });
    expect(micro(unfolded.today.fee)).toBe(await feesOf(kantor, merchant.id));
    expect(micro(unfolded.today.fee)).toBeGreaterThan(0n);
    // 12:16 and 13:06 of Moscow.
    expect(unfolded.hours).toEqual({
      today: [
        { hour: 12, closed: 1, turnover: '1004.00' },
        { hour: 13, closed: 3, turnover: '2786.00' },
      ],
      yesterday: [],
    });
    await foldAll(kantor);
    expect(await merchant.call(getMerchantToday)).toEqual(unfolded);
    expect((await other.call(getMerchantToday)).today).toMatchObject({
      issued: 1,
      paid: 0,
      expired: 1,
      fee: '0.000000',
    });
    const operator = await kantor.createOperator();
    expect((await operator.call(getMerchantToday)).today).toMatchObject({ issued: 8, expired: 2, turnover: '3790.00' });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('begins, when the figures are introduced, with what the rows of two days say and the events will not add', async ({
    kantor,
    merchant,
    trader,
  }) => {
    const forgotten = await merchant.order('1000');
    await trader.call(confirmOrder, { params: { id: forgotten.id } });
    kantor.pass(2 * DAY);
    const [late, contested, closed] = [
      await merchant.order('1001'),
      await merchant.order('1002'),
      await merchant.order('1003'),
    ];
    await trader.call(confirmOrder, { params: { id: closed.id } });
    kantor.pass(16 * MINUTE);
    await expireDueOrders(kantor);
    await foldAll(kantor);
    // What is not folded yet when the upgrade comes.
    await trader.call(confirmExpiredOrder, { params: { id: late.id } });
    await closeByAppeal(kantor, trader.id, { merchantId: merchant.id, orderId: contested.id, amount: rub('777') });
    await merchant.order('1004');
    const before = await merchant.call(getMerchantToday);

    await introduceFigures(kantor);
    // Yesterday's midnight of Moscow.
    const after = { ...before, since: '2026-11-20T21:00:00.000Z' };
    expect(await merchant.call(getMerchantToday)).toEqual(after);
    expect(await verify(kantor.db)).toEqual([]);
    await foldAll(kantor);
    expect(await merchant.call(getMerchantToday)).toEqual(after);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('is compared with yesterday until the same ten minutes, and knows how its orders ended since', async ({
    kantor,
    merchant,
    trader,
  }) => {
    const early = await merchant.order('1001');
    kantor.pass(3 * HOUR);
    await expireDueOrders(kantor);
    const evening = await merchant.order('1002');
    await trader.call(confirmOrder, { params: { id: evening.id } });
    kantor.pass(DAY - 2 * HOUR - 51 * MINUTE);
    // 12:09 of the next day: yesterday until 12:00, when nothing had been asked for yet.
    const first = await merchant.call(getMerchantToday);
    expect(first).toMatchObject({ compared_until: '2026-11-20T09:00:00.000Z', yesterday: { issued: 0, closed: 0 } });
    // Its bars are of the whole day.
    expect(first.hours.yesterday).toEqual([{ hour: 15, closed: 1, turnover: '1002.00' }]);
    kantor.pass(MINUTE);
    expect((await merchant.call(getMerchantToday)).yesterday).toMatchObject({ issued: 1, expired: 1, paid: 0 });
    await trader.call(confirmExpiredOrder, { params: { id: early.id } });
    const { today, yesterday } = await merchant.call(getMerchantToday);
    expect(yesterday).toMatchObject({ issued: 1, expired: 0, paid: 1, late: 1, closed: 0, turnover: '0.00' });
    expect(today).toMatchObject({ issued: 0, paid: 0, closed: 1, turnover: '1001.00' });
  });

  test('is forgotten after five weeks, and verification knows it', async ({ kantor, merchant, trader }) => {
    await trader.token();
    await merchant.order('1001');
    await foldAll(kantor);
    kantor.pass(40 * DAY);
    await forgetDays(kantor);
    expect((await sql`select from merchant_figure`.execute(kantor.db)).rows).toEqual([]);
    expect((await merchant.call(getMerchantToday)).since).toBe('2026-11-24T21:00:00.000Z');
    expect(await verify(kantor.db)).toEqual([]);
  });
});

test('the summary tells what is held, and expired orders from cancelled ones', async ({ kantor, merchant, trader }) => {
  await merchant.order('1001');
  await merchant.order('1002');
  kantor.pass(16 * MINUTE);
  await expireDueOrders(kantor);
  await foldAll(kantor);
  const paid = await merchant.order('1003');
  await trader.call(confirmOrder, { params: { id: paid.id } });
  const cancelled = await merchant.order('1004');
  await merchant.api.call(cancelMerchantOrder, { params: { id: cancelled.id } });
  const { id } = await merchant.call(createWallet, { body: { wallet_to_withdraw: newAddress() } });
  kantor.pass(DAY);
  await merchant.call(createWithdrawal, { body: { amount_in_usdt: 2, wallet_id: id } });
  await merchant.call(createPayout, { body: { amount: 100, is_sbp: true, fio: 'Пётр', phone: '+79995554433' } });
  const { rows } = await sql<{ held: bigint }>`
    select sum(entry.amount)::bigint as held from ledger_entry entry join ledger_account on ledger_account.id = account_id
    where owner_id = ${merchant.id} and kind = 'held'`.execute(kantor.db);
  const summary = await merchant.call(getMerchantDashboard);
  expect(summary).toMatchObject({ expired_orders: 3, timed_out_orders: 2, cancelled_orders: 1, success_orders: 1 });
  expect(micro(summary.balance_on_hold)).toBe(rows[0]?.held);
  expect(micro(summary.balance_on_hold)).toBeGreaterThan(2_000_000n);
});

describe('the history', () => {
  test('tells the balance after each entry, and what its whole day came to, on every page', async ({
    kantor,
    merchant,
    trader,
  }) => {
    for (let n = 0; n < 7; n += 1) {
      const { id } = await merchant.order(String(1001 + n));
      await trader.call(confirmOrder, { params: { id } });
      kantor.pass(9 * HOUR);
    }
    await merchant.call(createPayout, { body: { amount: 100, is_sbp: true, fio: 'Пётр', phone: '+79995554433' } });
    const query = { page_size: 10 } as const;
    const { count, results } = await merchant.call(listOperations, { query });
    expect(count).toBe(8);
    const { rows } = await sql<{ day: string; amount: bigint }>`
      select (entry.created_at at time zone 'Europe/Moscow')::date::text as day, sum(amount)::bigint as amount
      from ledger_entry entry join ledger_account on ledger_account.id = account_id
      where owner_id = ${merchant.id} and kind = 'available' group by 1`.execute(kantor.db);
    const days = new Map(rows.map(({ day, amount }) => [day, amount]));
    expect(days.size).toBe(4);
    for (const { day, day_amount: amount } of results) expect(micro(amount)).toBe(days.get(day));
    const balances = results.map((entry) => micro(entry.balance_after));
    for (const [index, { amount, type }] of results.slice(0, -1).entries()) {
      const signed = micro(amount) * (type === 'ADD' ? 1n : -1n);
      expect(balances[index]).toBe((balances[index + 1] ?? 0n) + signed);
    }
    expect(results[0]).toMatchObject({ type: 'SUBTRACT', reason: 'payout_hold' });
  });

  test('an entry that waited over midnight belongs to the day of its neighbours', async ({
    kantor,
    merchant,
    trader,
  }) => {
    for (let n = 0; n < 3; n += 1) {
      const { id } = await merchant.order(String(1001 + n));
      await trader.call(confirmOrder, { params: { id } });
    }
    // The second entry has its number after midnight, and its moment before it; so have nobody's own.
    await sql`alter table ledger_entry disable trigger ledger_entry_append_only`.execute(kantor.ownerDb);
    const midnight = '2026-11-20T21:00:00Z';
    await sql`
      update ledger_entry set created_at = timestamptz ${sql.lit(midnight)} + case account_version when 2 then -1 else 1 end * interval '1 s'
      where account_id = (select id from ledger_account where owner_id = ${merchant.id} and kind = 'available')`.execute(
      kantor.ownerDb,
    );
    const { results } = await merchant.call(listOperations, { query: {} });
    expect(results.map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-21', '2026-11-21']);
    const total = results.reduce((sum, { amount }) => sum + micro(amount), 0n);
    expect(results.map((entry) => micro(entry.day_amount))).toEqual([total, total, total]);
  });
});
