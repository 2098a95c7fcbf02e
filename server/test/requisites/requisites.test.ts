import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Kantor, startKantor } from '../support/harness.ts';

let kantor: Kantor;
let trader: Awaited<ReturnType<Kantor['createTrader']>>;
let merchant: Awaited<ReturnType<Kantor['createMerchant']>>;

beforeAll(async () => {
  kantor = await startKantor();
  merchant = await kantor.createMerchant();
});
afterAll(() => kantor.close());
// The requisites of the tests before take no orders of this one.
beforeEach(async () => {
  await sql`update users set traffic_on = false where role = 'trader'`.execute(kantor.db);
  trader = await kantor.createTrader();
});

const post = (path: string, body: object = {}) =>
  kantor.send(`/api/v1/bank_details/${path}`, { method: 'POST', token: trader.token, body });
const get = (path: string) => kantor.send(`/api/v1/bank_details/${path}`, { token: trader.token });
const create = async (body: object = {}) => (await post('', { bank_type: 1, ...body })).body;

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
  paused: null,
  is_active: false,
  current_deals_count: 0,
  sum_deals: '0.00',
  total_deals_count: 0,
  total_deals_amount_countable: '0.00',
  today_deals_amount_countable: '0.00',
  cabinet: null,
};

describe('a requisite', () => {
  test('is created switched off, in no cabinet, with all that was filled in', async () => {
    const { status, body } = await post('', FULL);
    expect(status).toBe(201);
    expect(body).toEqual({
      ...FULL,
      ...UNTOUCHED,
      id: expect.any(String),
      bank_type: { id: 2, name: 'Т-Банк' },
      requisite_type: 'СБП, C2C',
    });
    expect((await get(`${body.id}/`)).body).toEqual(body);
  });

  test('needs a bank only; what is not filled in is empty and limits nothing', async () => {
    const body = await create();
    expect(body).toEqual({
      ...EMPTY,
      ...UNTOUCHED,
      id: body.id,
      bank_type: { id: 1, name: 'Сбербанк' },
      requisite_type: '—',
    });
  });

  test.each([
    [{ is_sbp: true, is_c2c: true }, 'СБП, C2C'],
    [{ is_sbp: true, is_c2c: false }, 'СБП'],
    [{ is_sbp: false, is_c2c: true }, 'C2C'],
    [{ is_sbp: false, is_c2c: false }, '—'],
  ])('accepting %j is of type %s', async (methods, type) => {
    expect((await create(methods)).requisite_type).toBe(type);
  });

  test('is changed in all its fields, and keeps its switch, counters and cabinet', async () => {
    const id = await kantor.createRequisite(trader.id);
    await kantor.order(merchant.key, '700');
    const before = (await get(`${id}/`)).body;
    expect(before).toMatchObject({ is_active: true, current_deals_count: 1, cabinet: { device_name: 'Телефон' } });
    const { status, body } = await post(`${id}/`, FULL);
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, ...FULL, bank_type: { id: 2, name: 'Т-Банк' }, requisite_type: 'СБП, C2C' });
    // A form sends all of its fields: what is absent is empty.
    expect((await post(`${id}/`, { bank_type: 1 })).body).toEqual({
      ...before,
      ...EMPTY,
      bank_type: { id: 1, name: 'Сбербанк' },
      requisite_type: '—',
    });
  });

  test.each([
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
  ])('with %s is refused by name, and nothing is written', async (_what, wrong, fields) => {
    const kept = await create();
    for (const path of ['', `${kept.id}/`]) {
      const refused = await post(path, { ...FULL, ...wrong });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, fields]);
    }
    expect((await get('')).body).toEqual({ count: 1, results: [kept] });
  });

  test.each([
    ['equal limits', { min_amount: 500, max_amount: 500 }],
    ['a minimum without a maximum', { min_amount: 500, max_amount: 0 }],
    ['a maximum without a minimum', { min_amount: 0, max_amount: 500 }],
    ['times that no schedule uses', { work_on_time: false, time_down: null }],
    ['a schedule across midnight', { work_on_time: true, time_up: '23:00', time_down: '05:00' }],
  ])('with %s is sound', async (_what, body) => {
    expect((await post('', { ...FULL, ...body })).status).toBe(201);
  });

  test('is switched on and off; twice is as once', async () => {
    const { id } = await create();
    for (const is_active of [true, true, false, false]) {
      const { status, body } = await post(`${id}/toggle/`, { is_active });
      expect([status, body.is_active]).toEqual([200, is_active]);
    }
  });

  test('switched off takes no orders', async () => {
    const id = await kantor.createRequisite(trader.id);
    await post(`${id}/toggle/`, { is_active: false });
    expect((await kantor.order(merchant.key, '500')).status).toBe(409);
    await post(`${id}/toggle/`, { is_active: true });
    expect((await kantor.order(merchant.key, '500')).status).toBe(201);
  });
});
