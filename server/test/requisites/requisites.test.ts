import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import {
  createRequisite,
  getRequisite,
  listRequisites,
  toggleRequisite,
  updateRequisite,
} from '@kantor/contract/wire/requisites.ts';
import { describe, expect } from 'vitest';
import { test } from './fixture.ts';

const FULL = {
  name: 'Основной',
  fio: 'Иванов Иван',
  phone: '+79001234567',
  bank_account: '40817810000000000001',
  last_4_digits_card: '4321',
  bank_type: 2,
  is_sbp: true,
  is_c2c: true,
  interval: 5,
  min_amount: '100.00',
  max_amount: '5000.00',
  max_deals: 10,
  max_current_deals: 2,
  work_on_time: true,
  time_up: '21:30',
  time_down: '06:05',
};
const EMPTY = {
  name: '',
  fio: '',
  phone: '',
  bank_account: '',
  last_4_digits_card: '',
  bank_type: 1,
  is_sbp: false,
  is_c2c: false,
  interval: 0,
  min_amount: '0.00',
  max_amount: '0.00',
  max_deals: 0,
  max_current_deals: 0,
  work_on_time: false,
  time_up: null,
  time_down: null,
};
const UNTOUCHED = {
  payee_version: 1,
  paused: null,
  is_active: false,
  current_deals_count: 0,
  sum_deals: '0.00',
  total_deals_count: 0,
  total_deals_amount_countable: '0.00',
  today_deals_amount_countable: '0.00',
  cabinet: null,
};

/** The banks' names on the screen. */
const TBANK = { bank_type: { id: 2, name: 'Т-Банк' } };
const SBER = { bank_type: { id: 1, name: 'Сбербанк' } };

describe('a requisite', () => {
  test('is created switched off, in no cabinet, with all that was filled in', async ({ trader, add }) => {
    const requisite = await add(FULL);
    expect(requisite).toEqual({
      ...FULL,
      ...UNTOUCHED,
      ...TBANK,
      id: expect.any(String),
      requisite_type: 'СБП, C2C',
    });
    expect(await trader.call(getRequisite, { params: { id: requisite.id } })).toEqual(requisite);
  });

  test('needs a bank only; what is not filled in is empty and limits nothing', async ({ add }) => {
    const requisite = await add();
    expect(requisite).toEqual({ ...EMPTY, ...UNTOUCHED, ...SBER, id: requisite.id, requisite_type: '—' });
  });

  test.for([
    [{ is_sbp: true, is_c2c: true }, 'СБП, C2C'],
    [{ is_sbp: true, is_c2c: false }, 'СБП'],
    [{ is_sbp: false, is_c2c: true }, 'C2C'],
    [{ is_sbp: false, is_c2c: false }, '—'],
  ] as const)('accepting %j is of type %s', async ([methods, type], { add }) => {
    expect((await add(methods)).requisite_type).toBe(type);
  });

  test('is changed in all its fields, and keeps its switch, counters and cabinet', async ({
    kantor,
    trader,
    merchant,
  }) => {
    const params = { id: await kantor.createRequisite(trader.id) };
    const order = await merchant.order('700');
    await trader.call(confirmOrder, { params: { id: order.id } });
    const before = await trader.call(getRequisite, { params });
    expect(before).toMatchObject({ is_active: true, current_deals_count: 1, cabinet: { device_name: 'Телефон' } });
    const changed = await trader.call(updateRequisite, { params, body: FULL });
    expect(changed).toEqual({ ...before, ...FULL, ...TBANK, payee_version: 2, requisite_type: 'СБП, C2C' });
    // A form sends all of its fields: what is absent is empty.
    const emptied = await trader.call(updateRequisite, { params, body: { bank_type: 1 } });
    expect(emptied).toEqual({ ...before, ...EMPTY, ...SBER, payee_version: 3, requisite_type: '—' });
  });

  test.for([
    ['no bank', { bank_type: undefined }, ['bank_type']],
    ['a bank that is not there', { bank_type: 99 }, ['bank_type']],
    ['a maximum below the minimum', { min_amount: 501, max_amount: 500 }, ['max_amount']],
    ['kopecks in a limit', { min_amount: '1.50' }, ['min_amount']],
    ['a negative limit', { max_deals: -1 }, ['max_deals']],
    ['half a deal', { max_current_deals: 1.5 }, ['max_current_deals']],
    ['a schedule without times', { time_up: null, time_down: null }, ['time_up', 'time_down']],
    ['a schedule that never ends', { time_down: null }, ['time_down']],
    ['a schedule that never begins', { time_up: null }, ['time_up']],
    ['a schedule of no length', { time_up: '06:05' }, ['time_down']],
    ['an impossible time', { time_up: '24:00' }, ['time_up']],
    ['five digits of a card', { last_4_digits_card: '12345' }, ['last_4_digits_card']],
    ['a counter', { current_deals_count: 0 }, ['current_deals_count']],
  ] as const)('with %s is refused by name, and nothing is written', async ([_what, wrong, fields], { trader, add }) => {
    const kept = await add();
    for (const call of [createRequisite, updateRequisite]) {
      const { status, body } = await trader.raw(call, { params: { id: kept.id }, body: { ...FULL, ...wrong } });
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, fields]);
    }
    expect(await trader.call(listRequisites)).toEqual({ count: 1, results: [kept] });
  });

  test.for([
    ['equal limits', { min_amount: 500, max_amount: 500 }],
    ['a minimum without a maximum', { min_amount: 500, max_amount: 0 }],
    ['a maximum without a minimum', { min_amount: 0, max_amount: 500 }],
    ['times that no schedule uses', { work_on_time: false, time_down: null }],
    ['a schedule across midnight', { work_on_time: true, time_up: '23:00', time_down: '05:00' }],
  ] as const)('with %s is sound', async ([_what, fields], { add }) => {
    await add({ ...FULL, ...fields });
  });

  test('is switched on and off; twice is as once', async ({ trader, add }) => {
    const params = { id: (await add()).id };
    for (const is_active of [true, true, false, false]) {
      expect((await trader.call(toggleRequisite, { params, body: { is_active } })).is_active).toBe(is_active);
    }
  });

  test('switched off takes no orders', async ({ kantor, trader, merchant }) => {
    const params = { id: await kantor.createRequisite(trader.id) };
    await trader.call(toggleRequisite, { params, body: { is_active: false } });
    expect(await merchant.findsRequisite('500')).toBe(false);
    await trader.call(toggleRequisite, { params, body: { is_active: true } });
    expect(await merchant.findsRequisite('500')).toBe(true);
  });
});
