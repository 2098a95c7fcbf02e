import { type Waiting, WAITING, WAITING_PLACES } from '@kantor/contract/plain/figures.ts';
import {
  confirmPayout,
  contestPayout,
  createPayout,
  takePayout,
  uploadPayoutPhoto,
} from '@kantor/contract/wire/payouts.ts';
import { listPlatformAccounts } from '@kantor/contract/wire/platform/accounts.ts';
import * as exchange from '@kantor/contract/wire/platform/exchange.ts';
import { listPlatformOrders } from '@kantor/contract/wire/platform/orders.ts';
import { getOverview, listOldHolds } from '@kantor/contract/wire/platform/overview.ts';
import { listProposals } from '@kantor/contract/wire/platform/proposals.ts';
import { getPlatformRate } from '@kantor/contract/wire/platform/rate.ts';
import { getRadar } from '@kantor/contract/wire/platform/radar.ts';
import * as work from '@kantor/contract/wire/platform/work.ts';
import { cancelWithdrawal, createWallet, createWithdrawal } from '@kantor/contract/wire/withdrawals.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { DAY, HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { escalateAppeal, openAppeal, USUAL_ANSWERS } from '../../src/modules/appeals/index.ts';
import { propose } from '../../src/modules/corrections/index.ts';
import { createBankPhone } from '../support/bank-phone.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import type { Merchant, Operator, Trader } from '../support/people.ts';
import { foldAll } from '../support/outbox-reading.ts';
import { rub } from '../support/money.ts';
import { png } from '../support/uploads.ts';
import { newAddress } from '../withdrawals/fixture.ts';

// Each figure of the first page leads to the list that it counts: that list has just as many rows. Beside what waits, there is
// always something of the kind that does not.

interface Market {
  kantor: Kantor;
  operator: Operator;
  merchant: Merchant;
  trader: Trader;
  /** Of the trader. */
  cabinet: string;
  /** Offers a payout, and takes it as far as it shall go. */
  payout: (until?: 'taken' | 'done' | 'contested') => Promise<string>;
}

const test = freshKantorTest
  .extend('operator', ({ kantor }) => kantor.createOperator())
  .extend('merchant', async ({ kantor }) => {
    const merchant = await kantor.createMerchant({ payoutEnable: true });
    await kantor.fund(merchant.id, '1000');
    return merchant;
  })
  .extend('trader', ({ kantor }) => kantor.createTrader({ balance: '10000', payoutEnable: true }))
  .extend('cabinet', ({ kantor, trader }) => kantor.createCabinet(trader.id))
  .extend('market', async ({ kantor, operator, merchant, trader, cabinet }): Promise<Market> => {
    await kantor.createRequisite(trader.id, { cabinetId: cabinet });
    const payout: Market['payout'] = async (until) => {
      const body = { amount: 500, is_sbp: true, fio: 'Пётр', phone: '+79995554433' };
      const params = { id: (await merchant.call(createPayout, { body })).id };
      if (until === undefined) return params.id;
      await trader.call(takePayout, { params });
      if (until === 'taken') return params.id;
      await trader.call(uploadPayoutPhoto, { params, file: await png('чек.png') });
      await trader.call(confirmPayout, { params });
      if (until === 'contested') await merchant.call(contestPayout, { params, body: { reason: 'Не пришло' } });
      return params.id;
    };
    return { kantor, operator, merchant, trader, cabinet, payout };
  });

/** How many rows the list behind a figure has. */
async function rowsBehind({ operator }: Market, what: Waiting): Promise<number> {
  const { list, status }: { list: string; status?: string } = WAITING_PLACES[what];
  const query = { ...(status !== undefined && { status }), page_size: 100 } as never;
  switch (list) {
    case 'rate': {
      const { rate, proposal } = await operator.call(getPlatformRate);
      return Number(what === 'rate_stale' ? rate?.is_stale : proposal !== null);
    }
    case 'proposals':
      return (await operator.call(listProposals)).results.length;
    case 'radar':
      return (await operator.call(getRadar, { query })).count;
    case 'holds':
      return (await operator.call(listOldHolds, { query })).count;
    case 'notifications': {
      const { results } = await operator.call(work.listPlatformNotifications, { query });
      return new Set(results.map(({ application }) => application)).size;
    }
    default: {
      const lists = {
        orders: listPlatformOrders,
        withdrawals: exchange.listPlatformWithdrawals,
        payouts: exchange.listPlatformPayouts,
        appeals: exchange.listPlatformAppeals,
        webhooks: work.listPlatformWebhooks,
      };
      const call = lists[list as keyof typeof lists];
      const { count, results, rest } = await operator.call(call as typeof listPlatformOrders, { query });
      expect([what, results.length, rest]).toEqual([what, count, null]);
      return count;
    }
  }
}

const withdraw = async ({ merchant }: Market, amount = 10) => {
  const wallet = await merchant.call(createWallet, { body: { wallet_to_withdraw: newAddress() } });
  return (await merchant.call(createWithdrawal, { body: { amount_in_usdt: amount, wallet_id: wallet.id } })).id;
};

const appeal = async ({ kantor, merchant }: Market, amount: string) => {
  const order = await merchant.order(amount);
  return openAppeal(kantor, { merchantId: merchant.id, orderId: order.id, amount: rub(amount) });
};

const webhook = ({ kantor, merchant }: Market, seq: number, status: 'DEAD' | 'DELIVERED') =>
  sql`
    with made as (
      insert into webhook (id, merchant_id, merchant_seq, event_id, type, object_id, url, body, status, created_at, give_up_at, delivered_at)
      values (${newId(kantor.clock())}, ${merchant.id}, ${seq}, ${seq}, 'order.closed', gen_random_uuid(), 'https://shop.example', '{}',
        ${status}, ${kantor.clock()}, ${kantor.clock()}, ${status === 'DEAD' ? null : kantor.clock()}) returning id
    ) select platform_append('webhooks', array(select id from made))`.execute(kantor.db);

/** For each figure, rows that it counts, and some that it does not. @returns how many it counts. */
const FILL: Record<Waiting, (market: Market) => Promise<number>> = {
  rate_stale: async ({ kantor }) => {
    kantor.pass(3651 * DAY);
    return 1;
  },
  rate_proposals: async ({ kantor }) => {
    const at = kantor.clock();
    await sql`
      insert into rate_proposal (value, latest, in_force, source, created_at, status, decided_at)
      values (1300000, 1300000, 1000000, 'test', ${at}, 'DECLINED', ${at}), (1200000, 1200000, 1000000, 'test', ${at}, 'WAITING', null)`.execute(
      kantor.db,
    );
    return 1;
  },
  silent_orders: async ({ kantor, merchant, trader, cabinet }) => {
    for (const amount of ['1001', '1002']) await merchant.order(amount);
    const silent = await kantor.createRequisite(trader.id, { bankId: 2 });
    await merchant.order('1003', { bank: 2 });
    await sql`update requisite set cabinet_id = ${cabinet} where id = ${silent}`.execute(kantor.ownerDb);
    const online = await kantor.createRequisite(trader.id, { bankId: 3 });
    await merchant.order('1004', { bank: 3 });
    await sql`
      update cabinet set last_heard_at = ${new Date(kantor.clock().getTime() - 3 * MINUTE)}
      where id <> (select cabinet_id from requisite where id = ${online})`.execute(kantor.db);
    return 3;
  },
  withdrawals: async (market) => {
    const cancelled = await withdraw(market);
    for (const amount of [11, 12]) await withdraw(market, amount);
    await market.merchant.call(cancelWithdrawal, { params: { id: cancelled } });
    await foldAll(market.kantor);
    return 2;
  },
  second_operator: async ({ kantor, operator, trader }) => {
    const put = (amountUsdt: bigint) => {
      const change = {
        kind: 'adjustment',
        userId: trader.id,
        account: 'available',
        against: 'revenue',
        amountUsdt,
      } as const;
      return transaction(kantor.db, (tx) =>
        propose(tx, { change, reason: 'x', proposedById: operator.personId }, kantor.clock()),
      );
    };
    await put(1n);
    kantor.pass(2 * DAY);
    for (const amount of [2n, 3n]) await put(amount);
    return 2;
  },
  appeals: async (market) => {
    const { kantor, trader } = market;
    const toOperator = async (id: string) =>
      escalateAppeal({ ...kantor, answers: USUAL_ANSWERS }, { role: 'trader', id: trader.id }, id);
    for (const amount of ['1001', '1002', '1003']) await toOperator(await appeal(market, amount));
    // One that its trader has yet to answer.
    await appeal(market, '1004');
    return 3;
  },
  radar: async ({ kantor, merchant, trader }) => {
    const cross = (id: string, figure: string, crossedAt: Date | null) =>
      sql`
        insert into radar_figure (account_id, figure, value, part, whole, sample, counted_at, crossed_at)
        values (${id}, ${figure}, 9000, 90, 100, 100, ${kantor.clock()}, ${crossedAt})`.execute(kantor.db);
    await cross(trader.id, 'silence', kantor.clock());
    await cross(trader.id, 'without_message', kantor.clock());
    await cross(merchant.id, 'never_paid', kantor.clock());
    await cross((await kantor.createTrader()).id, 'silence', null);
    const stopped = await kantor.createMerchant();
    await cross(stopped.id, 'never_paid', kantor.clock());
    await kantor.cli('stop-traffic', stopped.username, '--reason', 'x');
    return 2;
  },
  contested_payouts: async ({ payout }) => {
    await payout('done');
    await payout('contested');
    await payout('contested');
    return 2;
  },
  late_payouts: async ({ kantor, payout, merchant }) => {
    await payout('done');
    for (const until of [undefined, 'taken'] as const) await payout(until);
    kantor.pass(30 * MINUTE);
    await payout();
    expect(merchant.username).not.toBe('');
    return 2;
  },
  unread_applications: async ({ kantor, trader, cabinet }) => {
    const hear = createBankPhone(kantor, { id: cabinet, traderId: trader.id });
    const said = (application: string, text: string) => hear({ application, text });
    await said('bank.one', 'Что-то новое');
    kantor.pass(25 * HOUR);
    await said('bank.one', 'Что-то ещё');
    await said('bank.one', 'И ещё что-то');
    await said('bank.two', 'Что-то новое');
    await said('other', 'Что-то новое');
    const hour = (ago: number) => new Date(kantor.clock().getTime() - ago * HOUR);
    await sql`delete from message_hour`.execute(kantor.ownerDb);
    for (const application of ['bank.one', 'bank.two'])
      await sql`
        insert into message_hour (hour, application, n, unread, bank, sums, sums_unread)
        values (${hour(30)}, ${application}, 10, 1, 'ВТБ', 10, 1), (${hour(1)}, ${application}, 10, 10, 'ВТБ', 10, 10)`.execute(
        kantor.db,
      );
    return 2;
  },
  dead_webhooks: async (market) => {
    await webhook(market, 1, 'DEAD');
    await webhook(market, 2, 'DELIVERED');
    await webhook(market, 3, 'DEAD');
    return 2;
  },
  old_holds: async (market) => {
    await withdraw(market);
    await appeal(market, '1001');
    for (const until of [undefined, 'taken', 'contested'] as const) await market.payout(until);
    market.kantor.pass(DAY);
    await withdraw(market, 11);
    return 5;
  },
};

describe('a figure of the first page counts the rows behind its link', () => {
  test.for(WAITING)('%s', async (what, { market }) => {
    const counted = await FILL[what](market);
    const { waiting } = await market.operator.call(getOverview);
    const figure = waiting.find((item) => item.what === what);
    expect([what, figure?.count, await rowsBehind(market, what)]).toEqual([what, counted, counted]);
    // Whatever else waits now agrees, too.
    for (const item of waiting)
      expect([item.what, await rowsBehind(market, item.what)]).toEqual([item.what, item.count]);
    await foldAll(market.kantor);
    expect([what, await rowsBehind(market, what)]).toEqual([what, counted]);
  });

  test('also that of what is held for too long, with its sum', async ({ market }) => {
    await FILL.old_holds(market);
    const { waiting } = await market.operator.call(getOverview);
    const { results } = await market.operator.call(listOldHolds);
    const micro = (sum: string | number) => BigInt(String(sum).replace('.', ''));
    const total = results.reduce((sum, { held }) => sum + micro(held), 0n);
    const figure = waiting.find(({ what }) => what === 'old_holds');
    expect(total).toBe(micro(figure?.sum ?? '0'));
    expect(results[0]?.since).toBe(figure?.since);
    const { results: last, count } = await market.operator.call(listOldHolds, { query: { page: 3, page_size: 2 } });
    expect([last.length, count]).toEqual([1, 5]);
  });

  test('of traders with traffic on, and of orders issued today', async ({ market, kantor }) => {
    const off = await kantor.createTrader();
    await sql`update account set traffic_on = false where id = ${off.id}`.execute(kantor.db);
    await kantor.createTrader();
    await market.merchant.order('1001');
    kantor.pass(DAY);
    for (const amount of ['1002', '1003']) await market.merchant.order(amount);
    const { free, today, at } = await market.operator.call(getOverview);
    const traders = await market.operator.call(listPlatformAccounts, { query: { status: 'TRAFFIC' } });
    expect([free.traders, traders.count]).toEqual([2, 2]);
    const from = new Date(Date.parse(at) + 3 * HOUR).toISOString().slice(0, 10);
    const orders = await market.operator.call(listPlatformOrders, { query: { from } });
    expect([today.issued, orders.count]).toEqual([2, 2]);
  });
});
