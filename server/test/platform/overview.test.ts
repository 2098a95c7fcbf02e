import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmExpiredOrder, confirmOrder } from '@kantor/contract/wire/orders.ts';
import {
  confirmPayout,
  contestPayout,
  createPayout,
  takePayout,
  uploadPayoutPhoto,
} from '@kantor/contract/wire/payouts.ts';
import { getOverview } from '@kantor/contract/wire/platform/overview.ts';
import { createWallet, createWithdrawal } from '@kantor/contract/wire/withdrawals.ts';
import { toggleTraffic } from '@kantor/contract/wire/balance.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { DAY, HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { confirmAppeal, escalateAppeal, openAppeal, USUAL_ANSWERS } from '../../src/modules/appeals/index.ts';
import { propose } from '../../src/modules/corrections/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { forgetFigures } from '../../src/modules/platform/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import { rub } from '../support/money.ts';
import { foldAll } from '../support/outbox-reading.ts';
import { png } from '../support/uploads.ts';
import { newAddress } from '../withdrawals/fixture.ts';

const test = freshKantorTest
  .extend('operator', ({ kantor }) => kantor.createOperator())
  .extend('merchant', ({ kantor }) => kantor.createMerchant({ payoutEnable: true }))
  .extend('trader', async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '10000', payoutEnable: true });
    await kantor.createRequisite(trader.id);
    return trader;
  })
  /** What waits, by its name. */
  .extend('waiting', ({ operator }) => async () => {
    const { waiting } = await operator.call(getOverview);
    return Object.fromEntries(waiting.map(({ what, ...item }) => [what, item]));
  });

/** The figures of a time, counted from the rows alone. */
async function recount({ db }: Kantor, from: Date, until: Date) {
  const { rows } = await sql<Record<string, bigint>>`
    select
      (select count(*) from orders where created_at >= ${from} and created_at < ${until}) as issued,
      (select count(*) from orders where created_at >= ${from} and created_at < ${until} and status = 'CLOSED') as came_closed,
      (select count(*) from orders where created_at >= ${from} and created_at < ${until} and status in ('EXPIRED', 'DECLINED'))
        as came_lost,
      (select count(*) from orders where paid_at >= ${from} and paid_at < ${until}) as closed,
      (select coalesce(sum(coalesce(appeal.paid_amount, orders.amount)), 0)::bigint from orders
        left join appeal on appeal.order_id = orders.id and appeal.status = 'PROCESSED'
        where paid_at >= ${from} and paid_at < ${until}) as turnover,
      (select coalesce(sum(entry.amount), 0)::bigint from ledger_platform_entry entry
        join ledger_account account on account.id = entry.account_id and account.kind = 'revenue'
        where entry.created_at >= ${from} and entry.created_at < ${until}) as revenue`.execute(db);
  return rows[0];
}

const MIDNIGHT = new Date('2026-11-19T21:00:00Z');
const shown = (day: { turnover: string | number; revenue: string | number } & Record<string, unknown>) => ({
  ...day,
  turnover: BigInt(String(day.turnover).replace('.', '')),
  revenue: BigInt(String(day.revenue).replace('.', '')),
});

describe('the figures of a day', () => {
  test('are what the rows say, folded or not: late, appealed and reversed orders, payouts and refusals', async ({
    kantor,
    operator,
    merchant,
    trader,
  }) => {
    const late = await merchant.order('1001');
    const contested = await merchant.order('1002');
    kantor.pass(16 * MINUTE);
    await expireDueOrders(kantor);
    const closed = await merchant.order('1003');
    const cancelled = await merchant.order('1004');
    await merchant.order('1005');
    expect((await merchant.refusedOrder('1005')).status).toBe(409);
    await trader.call(confirmOrder, { params: { id: closed.id } });
    await foldAll(kantor);
    kantor.pass(MINUTE);
    await trader.call(confirmExpiredOrder, { params: { id: late.id } });
    await merchant.api.call(cancelMerchantOrder, { params: { id: cancelled.id } });
    const claim = { merchantId: merchant.id, orderId: contested.id, amount: rub('777') };
    await confirmAppeal(kantor, { role: 'trader', id: trader.id }, await openAppeal(kantor, claim));
    const payout = await merchant.call(createPayout, {
      body: { amount: 500, is_sbp: true, fio: 'Пётр', phone: '+79995554433' },
    });
    const params = { id: payout.id };
    await trader.call(takePayout, { params });
    await trader.call(uploadPayoutPhoto, { params, file: await png('чек.png') });
    await trader.call(confirmPayout, { params });

    const rows = await recount(kantor, MIDNIGHT, new Date(kantor.clock().getTime() + 1));
    const unfolded = await operator.call(getOverview);
    expect(shown(unfolded.today)).toMatchObject({
      asked: 6,
      issued: 5,
      came_closed: 3,
      came_lost: 1,
      closed: 3,
      turnover: 2781_00n,
    });
    expect(rows).toMatchObject({ issued: 5n, came_closed: 3n, came_lost: 1n, closed: 3n, turnover: 2781_00n });
    expect(shown(unfolded.today).revenue).toBe(rows?.['revenue']);
    expect(unfolded.refusals).toEqual([{ reason: 'amount_slot', today: 1, yesterday: 0 }]);
    await foldAll(kantor);
    const folded = await operator.call(getOverview);
    expect(folded.today).toEqual(unfolded.today);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('of yesterday end at the same time of the day, in whole ten minutes, and know how its orders ended since', async ({
    kantor,
    operator,
    merchant,
    trader,
  }) => {
    const early = await merchant.order('1001');
    await merchant.refusedOrder('1001');
    kantor.pass(3 * HOUR);
    await expireDueOrders(kantor);
    await merchant.order('1002');
    await merchant.refusedOrder('1002');
    await merchant.refusedOrder('1002');
    kantor.pass(DAY - 2 * HOUR - 51 * MINUTE);
    const first = await operator.call(getOverview);
    // 12:09 of the next day: yesterday up to 12:00, when nothing had been asked for yet.
    expect(first).toMatchObject({ compared_until: '2026-11-20T09:00:00.000Z', yesterday: { asked: 0, issued: 0 } });
    expect(first.today).toMatchObject({ asked: 0, issued: 0, closed: 0, turnover: '0.00', revenue: '0.000000' });
    kantor.pass(MINUTE);
    expect((await operator.call(getOverview)).yesterday).toMatchObject({
      asked: 2,
      issued: 1,
      came_lost: 1,
      came_closed: 0,
    });
    await trader.call(confirmExpiredOrder, { params: { id: early.id } });
    const { yesterday, today } = await operator.call(getOverview);
    expect(yesterday).toMatchObject({ issued: 1, came_lost: 0, came_closed: 1, closed: 0, turnover: '0.00' });
    expect(today).toMatchObject({ issued: 0, came_closed: 0, closed: 1, turnover: '1001.00' });
    kantor.pass(3 * HOUR);
    expect((await operator.call(getOverview)).refusals).toEqual([{ reason: 'amount_slot', today: 0, yesterday: 3 }]);
  });

  test('are forgotten after five weeks, and verification knows it', async ({ kantor, operator, merchant, trader }) => {
    await trader.token();
    await merchant.order('1001');
    await foldAll(kantor);
    kantor.pass(40 * DAY);
    await forgetFigures(kantor);
    expect((await sql`select from figure_minute`.execute(kantor.db)).rows).toEqual([]);
    expect((await operator.call(getOverview)).since).toBe('2026-11-24T21:00:00.000Z');
    expect(await verify(kantor.db)).toEqual([]);
  });
});

describe('what waits', () => {
  test('is nothing in a quiet marketplace', async ({ kantor, trader, waiting }) => {
    await kantor.activeOrder();
    expect([trader.id, await waiting()]).toEqual([trader.id, {}]);
  });

  test('withdrawals, with their sum and the oldest, and a day later they hold for too long', async ({
    kantor,
    merchant,
    waiting,
  }) => {
    await kantor.fund(merchant.id, '100');
    const wallet = await merchant.call(createWallet, { body: { wallet_to_withdraw: newAddress() } });
    const since = kantor.clock().toISOString();
    for (const amount of [10, 15]) {
      await merchant.call(createWithdrawal, { body: { amount_in_usdt: amount, wallet_id: wallet.id } });
      kantor.pass(HOUR);
    }
    const withdrawals = { count: 2, sum: '25.000000', since };
    expect(await waiting()).toEqual({ withdrawals });
    kantor.pass(DAY - 2 * HOUR);
    expect(await waiting()).toEqual({ withdrawals, old_holds: { count: 1, sum: '10.000000', since } });
  });

  test('appeals, with the oldest', async ({ kantor, merchant, trader, waiting }) => {
    const { id } = await merchant.order('1001');
    kantor.pass(20 * MINUTE);
    await expireDueOrders(kantor);
    const since = kantor.clock().toISOString();
    const appealId = await openAppeal(kantor, { merchantId: merchant.id, orderId: id, amount: rub('1001') });
    expect(await waiting()).toEqual({});
    await escalateAppeal({ ...kantor, answers: USUAL_ANSWERS }, { role: 'trader', id: trader.id }, appealId);
    expect([trader.id, await waiting()]).toEqual([trader.id, { appeals: { count: 1, sum: null, since } }]);
  });

  test('payouts that nobody does within half an hour, and contested ones', async ({
    kantor,
    merchant,
    trader,
    waiting,
  }) => {
    await kantor.fund(merchant.id, '100');
    const offer = () =>
      merchant.call(createPayout, { body: { amount: 500, is_sbp: true, fio: 'Пётр', phone: '+79995554433' } });
    const params = { id: (await offer()).id };
    await trader.call(takePayout, { params });
    await trader.call(uploadPayoutPhoto, { params, file: await png('чек.png') });
    await trader.call(confirmPayout, { params });
    await merchant.call(contestPayout, { params, body: { reason: 'Не пришло' } });
    const since = kantor.clock().toISOString();
    await offer();
    const contested = { contested_payouts: { count: 1, sum: '5.000000', since } };
    kantor.pass(30 * MINUTE - 1);
    expect(await waiting()).toEqual(contested);
    kantor.pass(1);
    expect(await waiting()).toEqual({ ...contested, late_payouts: { count: 1, sum: '5.000000', since } });
  });

  test('active orders on silent phones', async ({ kantor, waiting }) => {
    await kantor.activeOrder();
    kantor.switchPhonesOff();
    kantor.pass(2 * MINUTE);
    expect(await waiting()).toEqual({ silent_orders: { count: 1, sum: null, since: null } });
  });

  test('dead webhooks', async ({ kantor, merchant, waiting }) => {
    const at = kantor.clock();
    await sql`
      insert into webhook (id, merchant_id, merchant_seq, event_id, type, object_id, url, body, status, created_at, give_up_at)
      values (gen_random_uuid(), ${merchant.id}, 1, 1, 'order.closed', gen_random_uuid(), 'https://shop.example', '{}', 'DEAD', ${at}, ${at})`.execute(
      kantor.db,
    );
    expect(await waiting()).toEqual({ dead_webhooks: { count: 1, sum: null, since: at.toISOString() } });
  });

  test('a rate that is stale, and one that is proposed', async ({ kantor, operator, waiting }) => {
    const at = kantor.clock();
    await sql`
      insert into rate_proposal (value, latest, in_force, source, created_at) values (1200000, 1200000, 1000000, 'test', ${at})`.execute(
      kantor.db,
    );
    expect(await waiting()).toEqual({ rate_proposals: { count: 1, sum: null, since: at.toISOString() } });
    expect((await operator.call(getOverview)).rate).toMatchObject({ rate: '100.0000', source: 'test' });
    kantor.pass(3651 * DAY);
    expect(await waiting()).toMatchObject({ rate_stale: { count: 1 } });
  });

  test('what one operator has proposed and another is to accept, until it lapses', async ({
    kantor,
    operator,
    trader,
    waiting,
  }) => {
    const at = kantor.clock();
    await transaction(kantor.db, (tx) =>
      propose(
        tx,
        {
          change: { kind: 'adjustment', userId: trader.id, account: 'available', against: 'revenue', amountUsdt: 5n },
          reason: 'mistake',
          proposedById: operator.personId,
        },
        at,
      ),
    );
    expect(await waiting()).toEqual({ second_operator: { count: 1, sum: null, since: at.toISOString() } });
    kantor.pass(2 * DAY);
    expect(await waiting()).toEqual({});
  });

  test('applications of banks whose messages are read less than usual', async ({ kantor, waiting }) => {
    const at = kantor.clock().getTime();
    const add = (ago: number, application: string, sums: number, unread: number) =>
      sql`insert into message_hour (hour, application, n, unread, bank, sums, sums_unread)
        values (${new Date(at - ago * HOUR)}, ${application}, ${sums}, ${unread}, 'ВТБ', ${sums}, ${unread})`.execute(
        kantor.db,
      );
    for (const application of ['read.before', 'read.now']) await add(30, application, 20, 1);
    await add(2, 'read.before', 6, 6);
    await add(1, 'read.before', 4, 4);
    await add(1, 'read.now', 40, 2);
    expect(await waiting()).toEqual({
      unread_applications: { count: 1, sum: null, since: null, names: ['read.before'] },
    });
  });
});

test('free USDT are those of traders with traffic on who are not blocked', async ({ kantor, operator, trader }) => {
  const off = await kantor.createTrader({ balance: '500' });
  const blocked = await kantor.createTrader({ balance: '700' });
  await sql`update account set traffic_on = false where id = ${off.id}`.execute(kantor.db);
  await sql`update account set blocked_at = now() where id = ${blocked.id}`.execute(kantor.db);
  expect((await operator.call(getOverview)).free).toEqual({ traders: 1, usdt: '10000.000000' });
  await trader.call(toggleTraffic, { body: { is_active: false } });
  expect((await operator.call(getOverview)).free).toEqual({ traders: 0, usdt: '0.000000' });
});
