import { getAnalytics } from '@kantor/contract/wire/analytics.ts';
import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmExpiredOrder, confirmOrder } from '@kantor/contract/wire/orders.ts';
import { describe, expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { foldRollups } from '../../src/modules/analytics/index.ts';
import { confirmAppeal, openAppeal } from '../../src/modules/appeals/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import { rub } from '../support/money.ts';
import { untilShown } from '../support/outbox-reading.ts';

const test = freshKantorTest
  .extend('merchant', ({ kantor }) => kantor.createMerchant({ feeBp: 500 }))
  .extend('trader', async ({ kantor }) => {
    const trader = await kantor.createTrader({ balance: '10000', rewardBp: 200 });
    for (let n = 0; n < 2; n += 1) await kantor.createRequisite(trader.id);
    return trader;
  });

const today = { query: { period: 'today' } } as const;

describe('analytics', () => {
  test('are what became of the orders of a period, folded or not', async ({ kantor, merchant, trader }) => {
    const late = await merchant.order('1001');
    const contested = await merchant.order('1002');
    await merchant.order('1003');
    kantor.pass(16 * MINUTE);
    await expireDueOrders(kantor);
    const closed = await merchant.order('5004');
    const cancelled = await merchant.order('1005');
    await merchant.order('1007');
    kantor.pass(MINUTE);
    await trader.call(confirmOrder, { params: { id: closed.id } });
    kantor.pass(50 * MINUTE);
    await trader.call(confirmExpiredOrder, { params: { id: late.id } });
    await merchant.api.call(cancelMerchantOrder, { params: { id: cancelled.id } });
    const claim = { merchantId: merchant.id, orderId: contested.id, amount: rub('777') };
    await confirmAppeal(kantor, { role: 'trader', id: trader.id }, await openAppeal(kantor, claim));

    const unfolded = await merchant.call(getAnalytics, today);
    expect(unfolded.figures).toEqual({
      asked: 6,
      issued: 6,
      issued_sum: '10022.00',
      closed: 3,
      late: 2,
      expired: 1,
      cancelled: 1,
      conversion_bp: 6000,
      sum: '6782.00',
      reversed: 0,
      reversed_sum: '0.00',
      lost_sum: '2008.00',
      // A minute, twice sixty-seven: to 3 %.
      median_seconds: 4031,
      p90_seconds: 4031,
      earned: null,
      fee: '3.391000',
      revenue: null,
      appeals: 1,
      appeals_won: 1,
    });
    // All were created within the hour, whenever they closed.
    expect(unfolded.hours.filter(({ issued }) => issued > 0)).toMatchObject([
      { start: '2026-11-20T09:00:00.000Z', issued: 6, closed: 3, sum: '6782.00' },
    ]);
    await untilShown(kantor.db);
    await foldRollups(kantor);
    expect(await merchant.call(getAnalytics, today)).toEqual(unfolded);
    expect(await verify(kantor.db)).toEqual([]);
  });
});
