import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { ORDER_STATUSES } from '@kantor/contract/plain/statuses.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import { cancelMerchantOrder, createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmExpiredOrder, confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { createPool } from '../../src/db/pool.ts';
import { breaks } from '../../src/db/tx.ts';
import { after, DAY, HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { confirmAppeal, declineAppeal, openAppeal } from '../../src/modules/appeals/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { slotGraceBefore, slotUntil } from '../../src/modules/orders/rules.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { atOnce } from '../support/at-once.ts';
import { kantorTest } from '../support/fixtures.ts';
import { holdOpen } from '../support/hold-open.ts';
import { rub } from '../support/money.ts';
import { createTestClient } from '../support/test-client.ts';

// One amount on one requisite is one order's, until it is over and a while has passed.

type Issued = Wire<typeof createMerchantOrder>;

const test = kantorTest
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant())
  /** The only one who receives orders. */
  .extend('trader', ({ kantor }) => kantor.createSoleTrader({ balance: '100000' }))
  .extend('requisite', { auto: true }, ({ kantor, trader }) => kantor.createRequisite(trader.id))
  .extend(
    'isFree',
    ({ merchant }) =>
      () =>
        merchant.findsRequisite('1500'),
  )
  .extend(
    'expire',
    ({ kantor }) =>
      () =>
        expireDueOrders(kantor),
  )
  /** The merchant contests an order. @returns the appeal's id. */
  .extend(
    'contest',
    ({ kantor, merchant }) =>
      ({ id }: { id: string }) =>
        openAppeal(kantor, { merchantId: merchant.id, orderId: id, amount: rub('1500') }),
  )
  /** How many orders were refused because their amount was kept. */
  .extend('countRefusals', ({ kantor }) => async () => {
    const { rows } = await sql<{ n: bigint }>`
      select coalesce(sum(n), 0)::bigint as n from issue_refusal where gate = 'amount_slot'`.execute(kantor.db);
    return Number(rows[0]?.n);
  })
  /** Orders of two processes that have both chosen, and wait for the requisites, which nobody has changed yet. */
  .extend('race', ({ kantor }) => async (ask: () => Promise<Issued>[]) => {
    const release = await holdOpen(kantor.db, (tx) => sql`select from requisite for no key update`.execute(tx));
    const asked = atOnce(ask());
    await kantor.untilBlocked(2).finally(release);
    return asked;
  })
  /** The merchant's server asks another process, on the same database, for an order. */
  .extend('orderElsewhere', { scope: 'file' }, async ({ kantor, merchant }, { onCleanup }) => {
    const db = createPool(kantor.databaseUrl);
    const app = await buildApi({ db, settings: kantor.settings, clock: kantor.clock });
    onCleanup(async () => {
      await app.close();
      await db.destroy();
    });
    const client = createTestClient(app, MERCHANT_API_BASE, merchant.key, () => ({
      'idempotency-key': newId(kantor.clock()),
    }));
    return async (amount: string) => {
      await kantor.heartbeat();
      return client.call(createMerchantOrder, { body: { amount, method: 'sbp', external_id: newId(kantor.clock()) } });
    };
  });

const OPERATOR = { role: 'operator' } as const;

describe('an order keeps its amount', () => {
  test('to the kopeck', async ({ merchant }) => {
    await merchant.order('1500.00');
    await merchant.order('1500.01');
  });

  test('ten minutes past its expiry', async ({ kantor, merchant, isFree, expire }) => {
    await merchant.order('1500');
    kantor.pass(15 * MINUTE);
    await expire();
    kantor.pass(10 * MINUTE - 1);
    expect(await isFree()).toBe(false);
    kantor.pass(1);
    expect(await isFree()).toBe(true);
  });

  test('ten minutes past its time, however early it is cancelled', async ({ kantor, merchant, isFree }) => {
    const { id } = await merchant.order('1500');
    await merchant.api.call(cancelMerchantOrder, { params: { id } });
    kantor.pass(25 * MINUTE - 1);
    expect(await isFree()).toBe(false);
    kantor.pass(1);
    expect(await isFree()).toBe(true);
  });

  test('ten minutes past its time, however early it is closed: the bank may send its message twice', async ({
    kantor,
    merchant,
    trader,
    isFree,
  }) => {
    const { id } = await merchant.order('1500');
    await trader.call(confirmOrder, { params: { id } });
    kantor.pass(25 * MINUTE - 1);
    expect(await isFree()).toBe(false);
    kantor.pass(1);
    expect(await isFree()).toBe(true);
  });

  test('ten minutes past its closing, when that is later', async ({ kantor, trader, merchant, isFree, expire }) => {
    const { id } = await merchant.order('1500');
    kantor.pass(15 * MINUTE);
    await expire();
    kantor.pass(9 * MINUTE);
    await trader.call(confirmExpiredOrder, { params: { id } });
    kantor.pass(10 * MINUTE - 1);
    expect(await isFree()).toBe(false);
    kantor.pass(1);
    expect(await isFree()).toBe(true);
  });

  test('anew, when it is closed after it was free', async ({ kantor, trader, merchant, isFree, expire }) => {
    const { id } = await merchant.order('1500');
    kantor.pass(HOUR);
    await expire();
    await trader.call(confirmExpiredOrder, { params: { id } });
    kantor.pass(10 * MINUTE - 1);
    expect(await isFree()).toBe(false);
    kantor.pass(1);
    expect(await isFree()).toBe(true);
  });

  test('until the timer comes, however late', async ({ kantor, merchant, isFree, expire }) => {
    await merchant.order('1500');
    kantor.pass(DAY);
    expect(await isFree()).toBe(false);
    await expire();
    expect(await isFree()).toBe(true);
  });

  test('as long as it is contested; back where it was, for what is left of its time', async ({
    kantor,
    merchant,
    isFree,
    expire,
    contest,
  }) => {
    const appeal = await contest(await merchant.order('1500'));
    kantor.pass(10 * MINUTE);
    await declineAppeal(kantor, OPERATOR, appeal);
    kantor.pass(5 * MINUTE);
    await expire();
    kantor.pass(10 * MINUTE - 1);
    expect(await isFree()).toBe(false);
    kantor.pass(1);
    expect(await isFree()).toBe(true);
  });

  test('as long as it is contested, for days; declined, its time is over', async ({
    kantor,
    merchant,
    isFree,
    expire,
    contest,
  }) => {
    const appeal = await contest(await merchant.order('1500'));
    kantor.pass(3 * DAY);
    expect(await isFree()).toBe(false);
    await declineAppeal(kantor, OPERATOR, appeal);
    await expire();
    expect(await isFree()).toBe(true);
  });

  test('anew, when it is contested after it was free', async ({ kantor, merchant, isFree, expire, contest }) => {
    const order = await merchant.order('1500');
    kantor.pass(HOUR);
    await expire();
    const appeal = await contest(order);
    expect(await isFree()).toBe(false);
    kantor.pass(DAY);
    expect(await isFree()).toBe(false);
    await confirmAppeal(kantor, OPERATOR, appeal);
    kantor.pass(10 * MINUTE - 1);
    expect(await isFree()).toBe(false);
    kantor.pass(1);
    expect(await isFree()).toBe(true);
  });
});

test('An order that closes late is not refused because another has its amount; then both keep it', async ({
  kantor,
  trader,
  merchant,
  isFree,
  expire,
}) => {
  const first = await merchant.order('1500');
  kantor.pass(25 * MINUTE);
  await expire();
  const second = await merchant.order('1500');
  await trader.call(confirmOrder, { params: { id: second.id } });
  kantor.pass(24 * MINUTE);
  await trader.call(confirmExpiredOrder, { params: { id: first.id } });
  kantor.pass(10 * MINUTE - 1);
  expect(await isFree()).toBe(false);
  kantor.pass(1);
  expect(await isFree()).toBe(true);
  expect(await verify(kantor.db)).toEqual([]);
});

describe('of two processes that issue the same amount at once', () => {
  test('one gets the only requisite, the other is refused by the amount', async ({
    merchant,
    orderElsewhere,
    race,
    countRefusals,
  }) => {
    const before = await countRefusals();
    const { answers, refusals } = await race(() => [merchant.order('1500'), orderElsewhere('1500')]);
    expect(answers).toHaveLength(1);
    expect(refusals.map(({ code }) => code)).toEqual(['no_requisite']);
    expect(await countRefusals()).toBe(before + 1);
  });

  test('the other gets another requisite, where there is one', async ({
    kantor,
    trader,
    merchant,
    orderElsewhere,
    race,
  }) => {
    await kantor.createRequisite(trader.id, { last4: '7777' });
    const { answers } = await race(() => [merchant.order('1500'), orderElsewhere('1500')]);
    expect(answers.map(({ requisite }) => requisite.last_4_digits_card).toSorted()).toEqual(['4321', '7777']);
  });

  test('of another amount, both get it', async ({ merchant, orderElsewhere, race }) => {
    const { answers } = await race(() => [merchant.order('1500'), orderElsewhere('1500.01')]);
    expect(answers).toHaveLength(2);
  });

  test('and of many, each requisite has one', async ({ kantor, trader, merchant, orderElsewhere }) => {
    for (const last4 of ['1111', '2222']) await kantor.createRequisite(trader.id, { last4 });
    const asked = Array.from({ length: 5 }, () => [merchant.order('1500'), orderElsewhere('1500')]);
    const { answers, refusals } = await atOnce(asked.flat());
    expect(answers.map(({ requisite }) => requisite.last_4_digits_card).toSorted()).toEqual(['1111', '2222', '4321']);
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['no_requisite']));
    expect(await verify(kantor.db)).toEqual([]);
  });
});

describe('an order that was chosen a requisite for is refused', () => {
  test('when an older one is closed late meanwhile', async ({
    kantor,
    trader,
    merchant,
    requisite,
    orderElsewhere,
    expire,
  }) => {
    const { id } = await merchant.order('1500');
    kantor.pass(25 * MINUTE);
    await expire();
    const release = await holdOpen(kantor.db, (tx) =>
      sql`select from requisite where id = ${requisite} for no key update`.execute(tx),
    );
    const closing = trader.call(confirmExpiredOrder, { params: { id } });
    await kantor.untilBlocked(1);
    const asked = atOnce([orderElsewhere('1500')]);
    await kantor.untilBlocked(2).finally(release);
    await closing;
    expect((await asked).refusals.map(({ code }) => code)).toEqual(['no_requisite']);
  });

  test('when an older one is contested meanwhile', async ({
    kantor,
    merchant,
    requisite,
    orderElsewhere,
    expire,
    contest,
  }) => {
    const order = await merchant.order('1500');
    kantor.pass(25 * MINUTE);
    await expire();
    const release = await holdOpen(kantor.db, (tx) =>
      sql`select from requisite where id = ${requisite} for no key update`.execute(tx),
    );
    const contested = contest(order);
    await kantor.untilBlocked(1);
    const asked = atOnce([orderElsewhere('1500')]);
    await kantor.untilBlocked(2).finally(release);
    await contested;
    expect((await asked).refusals.map(({ code }) => code)).toEqual(['no_requisite']);
  });
});

test('A requisite that one amount is asked of without a pause gets it each time that it is free', async ({
  kantor,
  merchant,
  orderElsewhere,
  expire,
}) => {
  const begun = kantor.clock();
  const issued: Date[] = [];
  for (let minute = 0; minute < 2 * 60; minute += 5) {
    await expire();
    const { answers } = await atOnce([merchant.order('1500'), orderElsewhere('1500')]);
    issued.push(...answers.map((order) => new Date(order.created_at)));
    kantor.pass(5 * MINUTE);
  }
  expect(issued).toEqual([0, 25, 50, 75, 100].map((minutes) => after(begun, minutes * MINUTE)));
  expect(await verify(kantor.db)).toEqual([]);
});

describe('the database', () => {
  test('judges as the server does', async ({ kantor }) => {
    const at = kantor.clock();
    const moments = [-30, -11, -10, -9, 0, 5].map((minutes) => after(at, minutes * MINUTE));
    for (const status of ORDER_STATUSES)
      for (const expiresAt of moments)
        for (const paidAt of status === 'CLOSED' ? moments : [null]) {
          const { rows } = await sql<{ keeps: boolean }>`
            select order_over_at(${status}, ${expiresAt}, ${paidAt}) > ${slotGraceBefore(at)} as keeps`.execute(
            kantor.db,
          );
          expect(rows[0]?.keeps).toBe(slotUntil({ status, expiresAt, paidAt }) > at);
        }
  });

  test('refuses amounts that are kept, or wanted twice', async ({ kantor, trader, merchant, requisite }) => {
    const other = await kantor.createRequisite(trader.id);
    await sql`update requisite set last_order_at = ${kantor.clock()} where id = ${other}`.execute(kantor.db);
    await merchant.order('1500');
    const isRefused = (...wanted: [requisite: string, amount: string][]) =>
      sql`select orders_assert_amount_free(${wanted.map(([id]) => id)}::uuid[], ${wanted.map(([, amount]) => rub(amount))}::bigint[],
        ${slotGraceBefore(kantor.clock())})`
        .execute(kantor.db)
        .then(
          () => false,
          (error: unknown) => breaks(error, 'order_amount_taken'),
        );
    expect(await isRefused()).toBe(false);
    expect(await isRefused([requisite, '1500'])).toBe(true);
    expect(await isRefused([other, '1500'], [requisite, '1501'], [other, '1501'])).toBe(false);
    expect(await isRefused([other, '1501'], [other, '1502'], [requisite, '1500'])).toBe(true);
    expect(await isRefused([other, '1501'], [requisite, '1501'], [other, '1501'])).toBe(true);
  });
});
