import { chooseAlerts, getAlerts, testAlerts } from '@kantor/contract/wire/alerts.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { openAppeal } from '../../src/modules/appeals/index.ts';
import { markOffline } from '../../src/modules/cabinets/index.ts';
import { sber } from '../support/bank-phone.ts';
import { rub } from '../support/money.ts';
import { test } from './fixture.ts';

describe('a push', () => {
  test('is sealed for the browser, signed by the server, and carries sum, kind and the page', async ({
    kantor,
    trader,
    merchant,
    pushes,
    worker,
    subscribe,
  }) => {
    const browser = await subscribe(trader);
    const { push_key: key } = await trader.call(getAlerts);
    const order = await merchant.order('1500');
    await worker.deliver();
    expect(pushes.faults).toEqual([]);
    expect(pushes.pushesTo(browser)).toMatchObject([
      {
        kind: 'order_new',
        title: 'Новый заказ',
        body: '1\u00a0500,00\u00a0₽',
        sum: '1500.00',
        count: 1,
        path: `/orders/${order.id}`,
        sounds: true,
      },
    ]);
    const [heard] = pushes.heard;
    const audience = pushes.url.replace('http:', 'https:');
    expect(heard).toMatchObject({ key, audience, urgency: 'high' });
    expect(heard?.ttl).toBe((Date.parse(order.expires_at) - kantor.clock().getTime()) / SECOND);
    const { rows } = await sql<{ public: string; sealed: Buffer }>`
      select translate(encode(public_key, 'base64'), E'+/=\\n', '-_') as public, sealed from push_key`.execute(
      kantor.db,
    );
    expect(rows[0]?.public).toBe(key);
  });

  test('comes once, and not about what is over: the time of an order is told of two minutes before its end', async ({
    kantor,
    trader,
    merchant,
    pushes,
    worker,
    subscribe,
    waiting,
  }) => {
    const browser = await subscribe(trader);
    const order = await merchant.order('1500');
    const closed = await merchant.order('1600');
    await worker.deliver();
    await worker.deliver();
    const kinds = () => pushes.pushesTo(browser).map(({ kind, sum }) => `${kind} ${sum}`);
    expect(kinds().toSorted()).toEqual(['order_new 1500.00', 'order_new 1600.00']);
    await trader.call(confirmOrder, { params: { id: closed.id } });
    kantor.pass(Date.parse(order.expires_at) - 2 * MINUTE - SECOND - kantor.clock().getTime());
    await worker.dispatch();
    expect(kinds()).toHaveLength(2);
    kantor.pass(SECOND);
    await worker.dispatch();
    expect(kinds().slice(2)).toEqual(['order_ending 1500.00']);
    expect(await waiting()).toEqual([]);
  });

  test('comes of each kind to whoever can see to it: a shift hears of no requisite', async ({
    kantor,
    trader,
    merchant,
    hear,
    pushes,
    worker,
    subscribe,
  }) => {
    const shift = await kantor.createMember(trader.id, 'shift');
    const browsers = [await subscribe(trader), await subscribe(shift), await subscribe(await kantor.createTrader())];
    await trader.call(chooseAlerts, {
      body: { kinds: [{ kind: 'order_paid', is_on: true, sounds: false }], quiet_hours: null },
    });
    const paid = await merchant.order('1500');
    const appealed = await merchant.order('1700');
    kantor.pass(SECOND);
    await hear(sber('1500'));
    await hear(sber('777'));
    await hear({ application: '900', text: 'Карта *4321 заблокирована. Позвоните 900' });
    const appeal = await openAppeal(kantor, { merchantId: merchant.id, orderId: appealed.id, amount: rub('1700') });
    await merchant.refusedOrder('1800');
    await worker.deliver();
    const [own = [], shifts = [], others] = browsers.map((browser) => pushes.pushesTo(browser));
    const told = (pushed: typeof own) => pushed.map(({ kind, sum }) => `${kind} ${sum}`).toSorted();
    expect(told(own)).toEqual([
      'appeal_open 1700.00',
      'message_to_sort 777.00',
      'order_paid 1500.00',
      'requisite_paused null',
    ]);
    expect(told(shifts)).toEqual(['appeal_open 1700.00', 'message_to_sort 777.00']);
    expect(others).toEqual([]);
    expect(own.find(({ kind }) => kind === 'appeal_open')?.path).toBe(`/appeals/${appeal}`);
    expect(own.find(({ kind }) => kind === 'order_paid')).toMatchObject({ path: `/orders/${paid.id}`, sounds: false });
  });

  test('tells of a phone that goes silent while orders wait for it, once', async ({
    kantor,
    trader,
    merchant,
    cabinet,
    pushes,
    worker,
    subscribe,
  }) => {
    const browser = await subscribe(trader);
    await merchant.order('1500');
    await worker.deliver();
    kantor.pass(2 * MINUTE);
    await markOffline(kantor);
    await markOffline(kantor);
    await worker.deliver();
    expect(pushes.pushesTo(browser).slice(1)).toMatchObject([{ kind: 'phone_silent', path: `/cabinets/${cabinet}` }]);
  });

  test('is one for more than three of a kind, with their sum', async ({
    trader,
    merchant,
    pushes,
    worker,
    subscribe,
  }) => {
    const browser = await subscribe(trader);
    for (const amount of ['1500', '1600', '1700', '1800']) await merchant.order(amount);
    await worker.deliver();
    expect(pushes.pushesTo(browser)).toMatchObject([
      { kind: 'order_new', title: 'Новых заказов: 4', count: 4, sum: '6600.00', path: '/orders' },
    ]);
  });

  test('does not come in quiet hours, nor of a kind that was switched off; a test of it always does', async ({
    kantor,
    trader,
    merchant,
    pushes,
    worker,
    subscribe,
  }) => {
    const browser = await subscribe(trader);
    const choose = (isOn: boolean, quiet: { from: string; to: string } | null) =>
      trader.call(chooseAlerts, {
        body: { kinds: [{ kind: 'order_new', is_on: isOn, sounds: true }], quiet_hours: quiet },
      });
    // It is noon in Moscow.
    await choose(true, { from: '23:00', to: '12:01' });
    await merchant.order('1500');
    await worker.deliver();
    await choose(false, null);
    await merchant.order('1600');
    await worker.deliver();
    expect(pushes.pushesTo(browser)).toEqual([]);
    await choose(true, { from: '12:01', to: '11:59' });
    expect(await trader.call(testAlerts)).toEqual({ sent: 1 });
    await worker.deliver();
    await choose(true, { from: '12:05', to: '11:59' });
    kantor.pass(10 * SECOND);
    expect(pushes.pushesTo(browser)).toMatchObject([{ kind: 'test' }]);
    expect(await trader.call(getAlerts)).toMatchObject({ quiet_hours: { from: '12:05', to: '11:59' } });
  });
});
