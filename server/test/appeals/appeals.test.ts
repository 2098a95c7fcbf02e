import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { confirmAppeal, declineAppeal, getAppeal, listAppeals } from '@kantor/contract/wire/appeals.ts';
import { toggleTraffic } from '@kantor/contract/wire/balance.ts';
import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmOrder, getOrder } from '@kantor/contract/wire/orders.ts';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { confirmAppeal as confirm, declineAppeal as decline, openAppeal } from '../../src/modules/appeals/index.ts';
import { insertFile } from '../../src/modules/files/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { kantorTest } from '../support/fixtures.ts';
import { rub, usdt } from '../support/money.ts';

const OPERATOR = { role: 'operator' } as const;

type Start = 'ACTIVE' | 'EXPIRED' | 'CLOSED';

/** An order of 1 500 RUB = 15 USDT in the status that a test begins with. */
const test = kantorTest.extend('orderIn', ({ kantor }) => async (status: Start, balance = '1000') => {
  const { trader, merchant, order } = await kantor.activeOrder({ balance, bankId: 3 });
  const { id } = order;
  await trader.call(toggleTraffic, { body: { is_active: false } });
  if (status === 'CLOSED') await trader.call(confirmOrder, { params: { id } });
  if (status === 'EXPIRED') {
    kantor.pass(15 * MINUTE);
    await expireDueOrders(kantor);
  }
  const judge = { role: 'trader', id: trader.id } as const;
  const open = (amount = '1500') => openAppeal(kantor, { merchantId: merchant.id, orderId: id, amount: rub(amount) });
  const read = () => trader.call(getOrder, { params: { id } });
  return { trader, merchant, judge, open, read };
});

describe('an appeal', () => {
  test('against an active order keeps its hold, and confirmed closes it for the amount that was claimed', async ({
    kantor,
    orderIn,
  }) => {
    const { trader, merchant, judge, open, read } = await orderIn('ACTIVE');
    const appeal = await open('1000');
    expect(await read()).toMatchObject({
      human_status: 'Апелляция',
      appeal: { human_status: 'Открыта', amount: '1000.00' },
    });
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('985'), held: usdt('15') });
    await confirm(kantor, judge, appeal);
    expect(await read()).toMatchObject({ human_status: 'Закрыт', appeal: { human_status: 'Обработана' } });
    // 10 USDT: 0.5 fee, of it 0.2 reward; 5 of the hold return.
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('990'), held: 0n, earned: usdt('0.2') });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('9.5') });
  });

  test('for more than the order takes the rest from the main balance, if it is there', async ({ kantor, orderIn }) => {
    const rich = await orderIn('ACTIVE', '20');
    await confirm(kantor, rich.judge, await rich.open('2000'));
    expect(await kantor.balances(rich.trader.id)).toMatchObject({ available: 0n, held: 0n });
    const poor = await orderIn('ACTIVE', '20');
    const appeal = await poor.open('2000.01');
    await expect(confirm(kantor, poor.judge, appeal)).rejects.toMatchObject({ code: 'insufficient_funds' });
    expect(await poor.read()).toMatchObject({ status: 'APPEAL', appeal: { status: 'OPEN' } });
  });

  test('against an expired order holds its amount again, and declined gives it back', async ({ kantor, orderIn }) => {
    const { trader, open, read } = await orderIn('EXPIRED');
    const appeal = await open();
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('985'), held: usdt('15') });
    await decline(kantor, OPERATOR, appeal);
    expect(await read()).toMatchObject({ human_status: 'Истёк', appeal: { human_status: 'Закрыта' } });
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('1000'), held: 0n });
    // And may be appealed, held and declined once more.
    await decline(kantor, OPERATOR, await open());
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('1000'), held: 0n });
  });

  test('holds nothing when the trader no longer has the amount; the confirmation asks for it', async ({
    kantor,
    orderIn,
  }) => {
    const { trader, merchant, judge, open, read } = await orderIn('EXPIRED', '15');
    await kantor.heartbeat();
    await trader.call(toggleTraffic, { body: { is_active: true } });
    const other = await merchant.order('1499', { bank: 3 });
    const appeal = await open();
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('0.01'), held: usdt('14.99') });
    await expect(confirm(kantor, judge, appeal)).rejects.toMatchObject({ code: 'insufficient_funds' });
    await merchant.api.call(cancelMerchantOrder, { params: { id: other.id } });
    await confirm(kantor, judge, appeal);
    expect(await read()).toMatchObject({ status: 'CLOSED' });
    expect(await kantor.balances(trader.id)).toMatchObject({ available: 0n, held: 0n });
    await trader.call(toggleTraffic, { body: { is_active: false } });
  });

  test('declined returns an active order to its time: it expires if that is over', async ({ kantor, orderIn }) => {
    const { trader, open, read } = await orderIn('ACTIVE');
    const appeal = await open();
    kantor.pass(15 * MINUTE);
    await expireDueOrders(kantor);
    expect((await read()).status).toBe('APPEAL');
    await decline(kantor, OPERATOR, appeal);
    expect((await read()).status).toBe('ACTIVE');
    await expireDueOrders(kantor);
    expect((await read()).status).toBe('EXPIRED');
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('1000'), held: 0n });
  });

  test('is not opened against a closed order, twice at once, or against an order of another merchant', async ({
    kantor,
    orderIn,
  }) => {
    const closed = await orderIn('CLOSED');
    await expect(closed.open()).rejects.toMatchObject({ status: 409, code: 'order_status' });
    const { open, read } = await orderIn('ACTIVE');
    const both = await Promise.allSettled([open(), open()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const stranger = await kantor.createMerchant();
    const request = { merchantId: stranger.id, orderId: (await read()).id, amount: 1n };
    await expect(openAppeal(kantor, request)).rejects.toMatchObject({ status: 404 });
  });

  test('has one outcome when two judge at once, and no judge but its trader and the operator', async ({
    kantor,
    orderIn,
  }) => {
    const { trader, judge, open } = await orderIn('ACTIVE');
    const appeal = await open();
    const stranger = await kantor.createTrader();
    await expect(confirm(kantor, { role: 'trader', id: stranger.id }, appeal)).rejects.toMatchObject({
      status: 404,
    });
    const outcomes = await Promise.allSettled([
      confirm(kantor, judge, appeal),
      decline(kantor, { role: 'operator' }, appeal),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'appeal_status' } });
    const { available, held } = await kantor.balances(trader.id);
    expect([usdt('985'), usdt('1000')]).toContain(available + held);
  });
});

describe('the list of appeals', () => {
  test('is for both sides, newest first, and finds an appeal by its order', async ({ kantor, orderIn }) => {
    const { trader, merchant, open, read } = await orderIn('EXPIRED');
    const ids = [];
    for (let i = 0; i < 3; i += 1) {
      kantor.pass(1);
      const id = await open(`${i + 1}`);
      ids.unshift(id);
      if (i < 2) await decline(kantor, OPERATOR, id);
    }
    const order = await read();
    const named = [
      order.id,
      order.id.slice(0, 14),
      `${order.id.slice(0, 10)}…`,
      order.id.slice(7, 21),
      order.short_name,
    ];
    for (const person of [trader, merchant]) {
      const find = (order_id: string) => person.call(listAppeals, { query: { order_id } });
      const { count, results } = await person.call(listAppeals);
      expect(count).toBe(3);
      expect(results.map(({ id }) => id)).toEqual(ids);
      expect(results[0]).toMatchObject({ order_id: order.id, human_status: 'Открыта', processed_datetime: null });
      expect((await person.call(listAppeals, { query: { page: 2, page_size: 2 } })).results).toHaveLength(1);
      for (const text of named) expect((await find(text)).count).toBe(3);
      for (const text of ['ffffff', 'нет такого', '%', '_'])
        expect(await find(text)).toEqual({ count: 0, results: [] });
    }
    const stranger = await kantor.createTrader();
    expect((await stranger.call(listAppeals, { query: { order_id: order.id } })).count).toBe(0);
  });

  test('an appeal shows what it is about, and is decided by its trader', async ({ kantor, orderIn }) => {
    const { trader, merchant, open, read } = await orderIn('ACTIVE');
    const params = { id: await open() };
    const order = await read();
    expect(await trader.call(getAppeal, { params })).toMatchObject({
      order: { id: order.id, short_name: order.short_name },
      bank_detail: { short_name: 'Альфа •4321' },
      bank_name: { short_name: 'Альфа' },
    });
    expect(await merchant.call(getAppeal, { params })).not.toHaveProperty('file');
    const stranger = await kantor.createTrader();
    expect((await stranger.refusal(confirmAppeal, { params })).status).toBe(404);
    expect((await merchant.refusal(confirmAppeal, { params })).status).toBe(403);
    expect(await trader.call(confirmAppeal, { params })).toMatchObject({ human_status: 'Обработана' });
    for (const decide of [confirmAppeal, declineAppeal]) {
      expect(await trader.refusal(decide, { params })).toMatchObject({
        status: 409,
        problem: { detail: 'Сейчас апелляция в статусе «Обработана», действие недоступно' },
      });
    }
  });
});

test('a receipt that came with an appeal is a link for both sides', async ({ kantor, orderIn }) => {
  const { trader, merchant, read } = await orderIn('ACTIVE');
  const fileId = newId(kantor.clock());
  const file = { id: fileId, name: 'чек.pdf', mediaType: 'application/pdf' as const, size: 1 };
  await transaction(kantor.db, (tx) => insertFile(tx, file, merchant.id, kantor.clock()));
  const order = await read();
  const id = await openAppeal(kantor, { merchantId: merchant.id, orderId: order.id, amount: 1n, fileIds: [fileId] });
  for (const person of [trader, merchant]) {
    expect((await person.call(getAppeal, { params: { id } })).file).toEqual({
      name: 'чек.pdf',
      url: expect.stringMatching(
        `^${API_BASE}/files/${fileId}/\\?expires=\\d+&session=[\\w-]+&account=${person.id}&signature=`,
      ),
    });
  }
});

describe('the operator', () => {
  test('confirms for the amount that they found, and the books agree', async ({ kantor, orderIn }) => {
    const { trader, merchant, open, read } = await orderIn('EXPIRED');
    const id = await open('1500');
    await confirm(kantor, { role: 'operator' }, id, rub('1000'));
    expect(await read()).toMatchObject({ status: 'CLOSED', appeal: { human_status: 'Обработана' } });
    // 10 USDT: 0.5 fee, of it 0.2 reward.
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('990'), held: 0n, earned: usdt('0.2') });
    expect(await kantor.balances(merchant.id)).toMatchObject({ available: usdt('9.5') });
    const steps = (await read()).status_history;
    expect(steps.at(-1)).toMatchObject({ human_status: 'Закрыт', actor: 'operator' });
    expect(await verify(kantor.db)).toEqual([]);
  });
});
