import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { FIGURES_OF, type RadarRole } from '@kantor/contract/plain/radar.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type { getRadar } from '@kantor/contract/wire/platform/radar.ts';
import { describe, expect } from 'vitest';
import { after, DAY, HOUR, MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { confirmAppeal, openAppeal } from '../../src/modules/appeals/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { createBankPhone, sber } from '../support/bank-phone.ts';
import { rub } from '../support/money.ts';
import { lots, type Past, test } from './fixture.ts';
import { recountMerchant, recountTrader } from './recount.ts';

const NO_FIGURES = { value: null, part: 0, whole: 0, sample: 0, from: null, to: null, state: 'no_data' };

type RadarValue = Wire<typeof getRadar>['results'][number]['figures'][number];

/** The figures of a row, as they are recounted. */
const counts = (figures: readonly RadarValue[]) =>
  Object.fromEntries(
    figures.map(({ figure, value, part, whole, sample, from, to }) => [
      figure,
      { value, part, whole, sample, from, to },
    ]),
  );

describe('every figure is what the rows say', () => {
  test('of orders, messages and appeals that the services made', async ({
    kantor,
    trader,
    merchant,
    requisite,
    cabinet,
    count,
    listed,
  }) => {
    const hear = createBankPhone(kantor, { id: cabinet, traderId: trader.id });
    const issue = async (amount: string) => {
      const { id } = await merchant.order(amount);
      kantor.pass(MINUTE);
      return id;
    };
    await issue('1001');
    await hear(sber('1001'));
    const late = await issue('1002');
    await trader.call(confirmOrder, { params: { id: late } });
    await hear(sber('1002'));
    await trader.call(confirmOrder, { params: { id: await issue('1003') } });
    const contested = await issue('1004');
    await issue('1005');
    kantor.pass(20 * MINUTE);
    await expireDueOrders(kantor);
    const claim = { merchantId: merchant.id, orderId: contested, amount: rub('1004') };
    await confirmAppeal(kantor, { role: 'trader', id: trader.id }, await openAppeal(kantor, claim));
    await issue('1006');
    await count();
    const [ofTrader] = await listed();
    const [ofMerchant] = await listed({ role: 'merchant' });
    expect(counts(ofTrader?.figures ?? [])).toEqual(await recountTrader(kantor, trader.id));
    expect(counts(ofMerchant?.figures ?? [])).toEqual(await recountMerchant(kantor, merchant.id));
    expect([requisite, counts(ofTrader?.figures ?? [])]).toMatchObject([
      requisite,
      {
        // By the phone, by hand before the message, and by hand without any.
        without_message: { part: 1, whole: 3 },
        confirm_time: { value: 60, sample: 2 },
        expired_in_row: { value: 1, whole: 5 },
        appeals_lost: { part: 1, whole: 1, value: 10_000 },
      },
    ]);
    expect(counts(ofMerchant?.figures ?? [])).toMatchObject({ never_paid: { part: 1, whole: 5 } });
  });

  test('of a long history drawn by lot, of which only the newest count', async ({
    kantor,
    trader,
    merchant,
    history,
    count,
    listed,
  }) => {
    const draw = lots(7);
    const one = <Each>(...choices: readonly Each[]): Each => choices[draw(choices.length)] as Each;
    const past = Array.from({ length: 230 }, (): Past => {
      const status = one('CLOSED', 'CLOSED', 'CLOSED', 'EXPIRED', 'DECLINED');
      const by = one('trader', 'trader', 'device', 'operator');
      const isClosed = status === 'CLOSED';
      const message =
        isClosed && by === 'device' ? 'paid' : one('already_closed', 'unknown_sender', undefined, undefined);
      const appeal = draw(6) > 0 ? undefined : isClosed ? 'PROCESSED' : one('CLOSED', 'OPEN');
      return {
        status,
        by,
        seconds: 60 + draw(800),
        gap: 1 + draw(400),
        ...(message && { message }),
        ...(appeal && { appeal }),
      };
    });
    await history.orders(past.slice(0, 100));
    const minutes = Array.from({ length: 900 }, (_, minute) => minute).filter(() => draw(4) > 0);
    await history.pings(minutes.map((minute) => after(kantor.clock(), minute * MINUTE + draw(60) * SECOND)));
    await history.orders([...past.slice(100), { status: 'ACTIVE' }, { status: 'ACTIVE' }]);
    await count();
    const [ofTrader] = await listed();
    const [ofMerchant] = await listed({ role: 'merchant' });
    const recounted = await recountTrader(kantor, trader.id);
    expect(counts(ofTrader?.figures ?? [])).toEqual(recounted);
    expect(counts(ofMerchant?.figures ?? [])).toEqual(await recountMerchant(kantor, merchant.id));
    // The lot has drawn something to count of each.
    for (const name of ['without_message', 'confirm_time', 'appeals_lost', 'silence'] as const) {
      expect(recounted[name]?.value).toBeGreaterThan(0);
    }
    expect(recounted['without_message']?.sample).toBeLessThan(past.filter(({ status }) => status === 'CLOSED').length);
  });

  test('appeals older than thirty days count no more', async ({ kantor, trader, history, count, figure }) => {
    await history.orders([
      { status: 'CLOSED', appeal: 'PROCESSED' },
      { status: 'EXPIRED', appeal: 'CLOSED' },
    ]);
    kantor.pass(30 * DAY - HOUR);
    await count();
    expect(await figure('trader', trader.id, 'appeals_lost')).toMatchObject({ part: 1, whole: 2, value: 5000 });
    kantor.pass(HOUR);
    await count();
    expect(await figure('trader', trader.id, 'appeals_lost')).toMatchObject(NO_FIGURES);
  });

  test.for(['trader', 'merchant'] as const satisfies readonly RadarRole[])(
    'of a %s who has done nothing there is no data, and never a zero',
    async (role, { trader, merchant, count, listed }) => {
      await count();
      const [row] = await listed({ role });
      expect(row).toMatchObject({ id: role === 'trader' ? trader.id : merchant.id });
      expect(row?.figures.map(({ figure }) => figure)).toEqual(FIGURES_OF[role]);
      for (const each of row?.figures ?? []) {
        expect(each).toMatchObject({ value: null, whole: 0, sample: 0, state: 'no_data', crossed_at: null });
      }
    },
  );
});
