import { describe, expect } from 'vitest';
import type { Locked, Tx } from '../../src/db/tx.ts';
import { after, MINUTE } from '../../src/kernel/clock.ts';
import { contestOrder } from '../../src/modules/appeals/index.ts';
import { endOrders, lockOrder, type Order } from '../../src/modules/orders/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { atOnce } from '../support/at-once.ts';
import { test } from './fixture.ts';
import { holdOpen } from '../support/hold-open.ts';

// One amount on one requisite, wanted by several orders at once.

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

describe('an order that has chosen its requisite is refused', () => {
  const steps: [name: string, take: (tx: Tx, order: Locked<Order>, at: Date) => Promise<unknown>][] = [
    [
      'closed late',
      (tx, order, at) => endOrders(tx, [{ order, event: 'confirm-expired' as const, actor: 'trader' as const, at }]),
    ],
    ['contested', (tx, { id, merchantId, amount }, at) => contestOrder(tx, { orderId: id, merchantId, amount }, at)],
  ];

  test.for(steps)('when an older one is %s meanwhile', async ([_name, take], { kantor, merchant, expire }) => {
    const { id } = await merchant.order('1500');
    kantor.pass(25 * MINUTE);
    await expire();
    const commit = await holdOpen(kantor.db, async (tx) => {
      const order = await lockOrder(tx, id);
      if (order !== undefined) await take(tx, order, kantor.clock());
    });
    const asked = atOnce([merchant.order('1500')]);
    await kantor.untilBlocked(1).finally(commit);
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
