import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { toggleTraffic } from '@kantor/contract/wire/balance.ts';
import { blockAccount } from '@kantor/contract/wire/platform/account-actions.ts';
import { listPlatformAccounts } from '@kantor/contract/wire/platform/accounts.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import type { Operator } from '../support/people.ts';
import { foldAll } from '../support/outbox-reading.ts';

const test = freshKantorTest
  .extend('operator', ({ kantor }) => kantor.createOperator())
  .extend('merchant', async ({ kantor }) => {
    const merchant = await kantor.createMerchant({ feeBp: 450 });
    await sql`update account set name = 'Shop.One' where id = ${merchant.id}`.execute(kantor.db);
    return merchant;
  })
  .extend('trader', async ({ kantor }) => {
    const trader = await kantor.createTrader({ rewardBp: 210, balance: '10000', payoutEnable: true });
    await sql`update account set name = 'ivan.one' where id = ${trader.id}`.execute(kantor.db);
    await kantor.createRequisite(trader.id);
    const silent = await kantor.createRequisite(trader.id);
    await sql`update requisite set is_active = false where id = ${silent}`.execute(kantor.db);
    const archived = await kantor.createRequisite(trader.id);
    await sql`update requisite set is_active = false, archived_at = now() where id = ${archived}`.execute(kantor.db);
    return trader;
  });

/** Everything of a row that is counted, from the tables alone. Micro-USDT. */
async function recount({ db, clock }: Kantor, id: string) {
  const midnight = sql`(date_trunc('day', ${clock()}::timestamptz at time zone 'Europe/Moscow') at time zone 'Europe/Moscow')`;
  const balance = (kind: string) =>
    sql`(select coalesce(sum(entry.amount), 0)::bigint from ledger_entry entry join ledger_account on ledger_account.id = entry.account_id
      where owner_id = account.id and kind = ${kind})`;
  const orders = sql`from orders where account.id in (orders.trader_id, orders.merchant_id)`;
  const { rows } = await sql<Record<string, unknown>>`
    select ${balance('available')} as available, ${balance('held')} as held, ${balance('earned')} as earned,
      (select count(*)::integer ${orders} and created_at >= ${midnight}) as today,
      (select count(*)::integer ${orders} and status = 'CLOSED') as closed,
      (select count(*)::integer ${orders} and status in ('EXPIRED', 'DECLINED')) as lost,
      (select count(*)::integer from requisite where trader_id = account.id and archived_at is null) as all,
      (select count(*)::integer from requisite join cabinet on cabinet.id = cabinet_id
        where requisite.trader_id = account.id and archived_at is null and requisite.is_active and cabinet.is_active
          and last_heard_at > ${clock()}::timestamptz - interval '1 minute') as ready,
      (select max(created_at) from session where account_id = account.id) as signed_in_at
    from account where id = ${id}`.execute(db);
  return rows[0];
}

const units = (amount: string | number) => BigInt(String(amount).replace('.', ''));

/** The rows of the list as they are recounted, by the account's id. */
async function listed(operator: Operator) {
  const { results } = await operator.call(listPlatformAccounts);
  return (id: string) => {
    const row = results.find((each) => each.id === id);
    if (row === undefined) throw new Error(`No row of ${id}`);
    const { orders, requisites, available, held, earned, signed_in_at: at } = row;
    return {
      ...orders,
      ...(requisites ?? { all: 0, ready: 0 }),
      available: units(available),
      held: units(held),
      earned: units(earned),
      signed_in_at: at && new Date(at),
    };
  };
}

test('every figure is what the rows say: before and after folding, of today and of another day', async ({
  kantor,
  merchant,
  trader,
  operator,
}) => {
  const agrees = async () => {
    const row = await listed(operator);
    const counted = [await recount(kantor, trader.id), await recount(kantor, merchant.id)];
    expect([row(trader.id), row(merchant.id)]).toEqual(counted);
    return counted;
  };
  await merchant.order('1003');
  await merchant.order('1005');
  kantor.pass(16 * MINUTE);
  await expireDueOrders(kantor);
  await trader.call(confirmOrder, { params: { id: (await merchant.order('1007')).id } });
  await merchant.order('1008');
  expect(await agrees()).toMatchObject([
    { today: 4, closed: 1, lost: 2, all: 2, ready: 1 },
    { today: 4, closed: 1, lost: 2 },
  ]);
  await foldAll(kantor);
  await agrees();
  kantor.pass(DAY);
  await expireDueOrders(kantor);
  await merchant.order('1009');
  expect(await agrees()).toMatchObject([{ today: 1, closed: 1, lost: 3 }, { today: 1 }]);
  kantor.switchPhonesOff();
  kantor.pass(2 * MINUTE);
  expect(await agrees()).toMatchObject([{ ready: 0, all: 2 }, {}]);
});

describe('the list of accounts', () => {
  test('says what each is charged, whether it is blocked and has traffic on', async ({
    operator,
    merchant,
    trader,
  }) => {
    await trader.call(toggleTraffic, { body: { is_active: false } });
    const { preview, carryOut } = blockAccount;
    const request = { params: { id: merchant.id }, body: { reason: 'долги' } };
    const { version } = await operator.call(preview, request);
    await operator.call(carryOut, { ...request, body: { ...request.body, version } });
    const { count, results } = await operator.call(listPlatformAccounts);
    expect(count).toBe(2);
    expect(results).toMatchObject([
      { name: 'ivan.one', role: 'trader', basis_points: 210, blocked_at: null, traffic: false, payout_enable: true },
      { name: 'Shop.One', role: 'merchant', basis_points: 450, traffic: null, requisites: null, payout_enable: false },
    ]);
    expect(results[1]?.blocked_at).not.toBeNull();
  });

  test('is filtered by role, state and a part of the name, and paged by name', async ({
    kantor,
    operator,
    merchant,
    trader,
  }) => {
    const blocked = await kantor.createTrader();
    await sql`update account set blocked_at = now(), name = 'ivan.two' where id = ${blocked.id}`.execute(kantor.db);
    const found = async (query: object) => {
      const { count, results } = await operator.call(listPlatformAccounts, { query });
      return [count, ...results.map(({ id }) => id)];
    };
    expect(await found({})).toEqual([3, trader.id, blocked.id, merchant.id]);
    expect(await found({ role: 'trader' })).toEqual([2, trader.id, blocked.id]);
    expect(await found({ role: 'merchant' })).toEqual([1, merchant.id]);
    expect(await found({ status: 'BLOCKED' })).toEqual([1, blocked.id]);
    expect(await found({ status: 'ACTIVE', role: 'trader' })).toEqual([1, trader.id]);
    expect(await found({ search: ' SHOP.o' })).toEqual([1, merchant.id]);
    expect(await found({ search: '%' })).toEqual([0]);
    expect(await found({ page: 2, page_size: 2 })).toEqual([3, merchant.id]);
    expect(await found({ page: 9 })).toEqual([3]);
  });

  test('is the platform’s alone', async ({ merchant, trader }) => {
    for (const person of [merchant, trader]) expect((await person.refusal(listPlatformAccounts, {})).status).toBe(403);
  });
});
