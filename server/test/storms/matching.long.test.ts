import assert from 'node:assert/strict';
import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmExpiredOrder, confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { openAppeal } from '../../src/modules/appeals/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { createBankPhone, SBER, sber, TBANK, tbank } from '../support/bank-phone.ts';
import { atOnce } from '../support/at-once.ts';
import { rub, usdt } from '../support/money.ts';
import { test as base } from '../matching/fixture.ts';
import { killAtEachStep } from '../kills/kill-at-each-step.ts';

// Messages at the same moment as everything else that may happen to an order.

const ORDERS = 30;

const test = base
  /** Orders of 30 amounts, one after another. */
  .extend('issueMany', ({ kantor, merchant }) => async (first: number) => {
    const orders: { id: string; amount: string }[] = [];
    for (let n = 0; n < ORDERS; n += 1) {
      const amount = String(first + n);
      orders.push({ id: (await merchant.order(amount)).id, amount });
    }
    kantor.pass(MINUTE);
    return orders;
  })
  /** Two orders of each of ten amounts. */
  .extend('issuePairs', ({ kantor, merchant }) => async (first: number) => {
    const amounts = Array.from({ length: 10 }, (_, n) => String(first + n));
    for (const amount of amounts) for (const _ of [1, 2]) await merchant.order(amount);
    kantor.pass(MINUTE);
    return amounts;
  })
  /** The phone of a second cabinet, with a requisite of T-Bank. */
  .extend('hearThere', async ({ kantor, trader, createCabinet }) => {
    const second = await createCabinet(trader.id);
    await kantor.createRequisite(trader.id, { cabinetId: second.id, bankId: TBANK });
    return createBankPhone(kantor, second);
  })
  .extend('appeal', ({ kantor, merchant }) => (orderId: string, amount: string) => {
    const opening = openAppeal(kantor, { merchantId: merchant.id, orderId, amount: rub(amount) });
    return opening.then(
      () => 'appealed',
      () => 'refused',
    );
  })
  .extend(
    'confirm',
    ({ trader }) =>
      (id: string) =>
        trader.call(confirmOrder, { params: { id } }),
  )
  /** Does everything at once, checking every invariant meanwhile and after. */
  .extend('storm', ({ kantor }) => async (work: readonly (() => Promise<unknown>)[]) => {
    let done = false;
    const finished = atOnce(work.map((act) => act())).finally(() => (done = true));
    while (!done) assert.deepEqual(await verify(kantor.db), []);
    assert.deepEqual(await verify(kantor.db), []);
    return finished;
  })
  /** The numbers of this trader's orders and messages, by kind. */
  .extend('tally', ({ kantor, trader }) => async () => {
    const { rows } = await sql<{ what: string; n: number }>`
      select 'order ' || status as what, count(*)::integer as n from orders where trader_id = ${trader.id} group by 1
      union all
      select outcome::text, count(*)::integer from notification where trader_id = ${trader.id} group by 1`.execute(
      kantor.db,
    );
    return Object.fromEntries(rows.map(({ what, n }) => [what, n]));
  })
  /** The number of this trader's orders that a phone has closed. */
  .extend('closedByPhone', ({ kantor, trader }) => async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from order_status_change join orders on orders.id = order_id
      where trader_id = ${trader.id} and order_status_change.status = 'CLOSED' and actor = 'device'`.execute(kantor.db);
    return rows[0]?.n ?? 0;
  });

describe('in a storm of', () => {
  test('messages and confirmations by hand, each order closes once', async ({
    hear,
    issueMany,
    confirm,
    storm,
    tally,
    closedByPhone,
  }) => {
    const orders = await issueMany(1000);
    const { refusals } = await storm(orders.flatMap(({ id, amount }) => [() => hear(sber(amount)), () => confirm(id)]));
    const byPhone = await closedByPhone();
    const byHand = ORDERS - byPhone;
    expect(refusals.map(({ status }) => status)).toEqual(Array(byPhone).fill(409));
    expect(await tally()).toEqual({
      'order CLOSED': ORDERS,
      ...(byPhone > 0 && { paid: byPhone }),
      ...(byHand > 0 && { already_closed: byHand }),
    });
  });

  test('five messages for each order, each order is paid by one', async ({ kantor, hear, issueMany, storm, tally }) => {
    const orders = await issueMany(2000);
    const phoneTime = (n: number) => new Date(kantor.clock().getTime() + n * MINUTE);
    await storm(
      orders.flatMap(({ amount }) => [0, 1, 2, 3, 4].map((n) => () => hear(sber(amount), { phoneTime: phoneTime(n) }))),
    );
    expect(await tally()).toEqual({ 'order CLOSED': ORDERS, paid: ORDERS, already_closed: 4 * ORDERS });
  });

  test('the same message sent five times, it is kept once', async ({ hear, issueMany, storm, tally }) => {
    const orders = await issueMany(3000);
    const { answers } = await storm(
      orders.flatMap(({ amount }) => Array.from({ length: 5 }, () => () => hear(sber(amount), { messageId: amount }))),
    );
    expect(answers).toHaveLength(5 * ORDERS);
    expect(await tally()).toEqual({ 'order CLOSED': ORDERS, paid: ORDERS });
  });

  test('messages and cancellations, each order has one end', async ({ merchant, hear, issueMany, storm, tally }) => {
    const orders = await issueMany(4000);
    const cancel = (id: string) => merchant.api.call(cancelMerchantOrder, { params: { id } });
    const { refusals } = await storm(orders.flatMap(({ id, amount }) => [() => hear(sber(amount)), () => cancel(id)]));
    const cancelled = ORDERS - refusals.length;
    expect(await tally()).toEqual({
      ...(cancelled > 0 && { 'order DECLINED': cancelled, cancelled }),
      ...(cancelled < ORDERS && { 'order CLOSED': ORDERS - cancelled, paid: ORDERS - cancelled }),
    });
  });

  test('messages and appeals, each order is closed by its phone or appealed', async ({
    appeal,
    hear,
    issueMany,
    storm,
    tally,
  }) => {
    const orders = await issueMany(5000);
    const { answers } = await storm(
      orders.flatMap(({ id, amount }) => [() => hear(sber(amount)), () => appeal(id, amount)]),
    );
    const appealed = answers.filter((answer) => answer === 'appealed').length;
    expect(await tally()).toEqual({
      ...(appealed > 0 && { 'order APPEAL': appealed, appeal: appealed }),
      ...(appealed < ORDERS && { 'order CLOSED': ORDERS - appealed, paid: ORDERS - appealed }),
    });
  });

  test('late messages, the timer and confirmations of expired orders, nothing closes by a phone', async ({
    kantor,
    trader,
    hear,
    issueMany,
    storm,
    tally,
    closedByPhone,
  }) => {
    const orders = await issueMany(6000);
    kantor.pass(15 * MINUTE);
    await storm([
      () => expireDueOrders(kantor),
      () => expireDueOrders(kantor),
      ...orders.flatMap(({ id, amount }) => [
        () => hear(sber(amount)),
        () => trader.call(confirmExpiredOrder, { params: { id } }),
      ]),
    ]);
    expect(await closedByPhone()).toBe(0);
    const { expired = 0, already_closed: closed = 0, ...rest } = await tally();
    expect(expired + closed).toBe(ORDERS);
    expect(rest['paid']).toBeUndefined();
  });

  test('messages of two cabinets about two orders of one sum, each closes its own', async ({
    hear,
    hearThere,
    issuePairs,
    storm,
    tally,
  }) => {
    const amounts = await issuePairs(7000);
    await storm(
      amounts.flatMap((amount) => [
        () => hear(sber(amount)),
        () => hearThere(tbank(amount)),
        () => hearThere(sber(amount)),
      ]),
    );
    expect(await tally()).toEqual({ 'order CLOSED': 20, paid: 20, other_bank: 10 });
  });

  test('messages that two equal orders fit, none closes', async ({
    kantor,
    trader,
    cabinet,
    hear,
    issuePairs,
    storm,
    tally,
  }) => {
    await kantor.createRequisite(trader.id, { cabinetId: cabinet.id, bankId: SBER });
    const amounts = await issuePairs(8000);
    await storm(amounts.flatMap((amount) => [0, 1, 2].map(() => () => hear(sber(amount)))));
    expect(await tally()).toEqual({ 'order ACTIVE': 20, ambiguous: 10 });
  });
});

test('a server that is killed at any step of a message keeps all of it, or is sent it again', async ({
  kantor,
  merchant,
  trader,
  cabinet,
  hear,
}) => {
  let text = sber('0');
  let id = '';
  let told = 9000;
  const args = () => [kantor.clock().toISOString(), cabinet.id, trader.id, String(told), text.application, text.text];
  const job = {
    databaseUrl: kantor.databaseUrl,
    job: 'receive-message',
    get args() {
      return args();
    },
  };
  const issue = async () => {
    told += 1;
    text = sber(String(told));
    id = (await merchant.order(told)).id;
    kantor.pass(MINUTE);
  };
  const steps = await killAtEachStep(job, issue, async () => {
    await hear(text, { messageId: String(told) });
    const { rows } = await sql`
      select (select count(*) from order_status_change where order_id = ${id} and status = 'CLOSED') as closings,
        (select count(*) from notification where cabinet_id = ${cabinet.id} and message_id = ${String(told)}) as messages,
        (select count(*) from outbox where object_id = ${id} and kind = 'order.closed') as events`.execute(kantor.db);
    expect(rows).toEqual([{ closings: 1n, messages: 1n, events: 1n }]);
  });
  expect(steps).toBeGreaterThanOrEqual(6);
  expect((await kantor.balances(trader.id)).held).toBe(usdt('0'));
  expect(await verify(kantor.db)).toEqual([]);
});
