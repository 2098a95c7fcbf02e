import { getAppeal } from '@kantor/contract/wire/appeals.ts';
import { getMerchantOrder, listMerchantOrders } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmOrder, getOrder, listOrders } from '@kantor/contract/wire/orders.ts';
import {
  createRequisite,
  getRequisite,
  listRequisiteVersions,
  updateRequisite,
} from '@kantor/contract/wire/requisites.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { openAppeal } from '../../src/modules/appeals/index.ts';
import { expireDueOrders } from '../../src/modules/orders/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { rub } from '../support/money.ts';
import { test as base } from './fixture.ts';

const OLD = {
  bank_type: 1,
  fio: 'Ким Ян',
  phone: '+79990000001',
  bank_account: '4276 0000 0000 0001',
  last_4_digits_card: '0001',
};
const NEW = {
  bank_type: 2,
  fio: 'Ли Анна',
  phone: '+79990000002',
  bank_account: '5536 0000 0000 0002',
  last_4_digits_card: '0002',
};
const LIMITS = { is_sbp: true, is_c2c: true, name: 'Основной' };

const test = base
  /** A requisite with the old bank data, on line. */
  .extend('params', async ({ kantor, trader }) => {
    const { bank_type: bankId, last_4_digits_card: last4, bank_account: bankAccount, fio, phone } = OLD;
    return { id: await kantor.createRequisite(trader.id, { bankId, last4, bankAccount, fio, phone }) };
  })
  .extend(
    'save',
    ({ trader, params }) =>
      (fields: object) =>
        trader.call(updateRequisite, { params, body: { ...OLD, ...LIMITS, ...fields } }),
  )
  .extend(
    'refusal',
    ({ trader, params }) =>
      (fields: object) =>
        trader.refusal(updateRequisite, { params, body: { ...OLD, ...LIMITS, ...fields } }),
  );

describe('an order', () => {
  test('shows everywhere the bank data it was issued with, whatever its requisite says later', async ({
    kantor,
    trader,
    merchant,
    save,
  }) => {
    const order = await merchant.order('1500');
    const at = { params: { id: order.id } };
    expect(order.requisite).toEqual({
      bank_name: 'Сбербанк',
      fio: OLD.fio,
      phone: OLD.phone,
      bank_account: OLD.bank_account,
      last_4_digits_card: OLD.last_4_digits_card,
    });
    kantor.pass(15 * MINUTE);
    await expireDueOrders(kantor);
    const appeal = await openAppeal(kantor, { merchantId: merchant.id, orderId: order.id, amount: rub('1500') });
    expect(await save(NEW)).toMatchObject({ fio: NEW.fio, bank_type: { name: 'Т-Банк' } });

    const shown = { bank_name: 'Сбербанк', bank_detail: { short_name: 'Сбер •0001' } };
    for (const person of [trader, merchant]) {
      expect(await person.call(getOrder, at)).toMatchObject(shown);
      for (const id of ['•0001', 'Ким', '79990000001', 'Сбербанк']) {
        expect((await person.call(listOrders, { query: { id } })).results).toMatchObject([{ id: order.id, ...shown }]);
      }
      for (const id of ['•0002', 'Ли Анна', 'Т-Банк']) {
        expect((await person.call(listOrders, { query: { id } })).count).toBe(0);
      }
      expect(await person.call(getAppeal, { params: { id: appeal } })).toMatchObject({
        bank_detail: { short_name: 'Сбер •0001' },
        bank_name: { short_name: 'Сбер' },
      });
    }
    expect((await merchant.api.call(getMerchantOrder, at)).requisite).toEqual(order.requisite);
    const { results } = await merchant.api.call(listMerchantOrders, { query: { external_id: order.external_id } });
    expect(results[0]?.requisite).toEqual(order.requisite);

    const next = await merchant.order('1600');
    expect(next.requisite).toMatchObject({ bank_name: 'Т-Банк', fio: NEW.fio, last_4_digits_card: '0002' });
  });

  test('keeps it in the database: no payee is ever changed or deleted', async ({ kantor, params }) => {
    const where = sql`where requisite_id = ${params.id}`;
    await expect(sql`update payee set fio = 'Другой' ${where}`.execute(kantor.ownerDb)).rejects.toThrow('append only');
    await expect(sql`delete from payee ${where}`.execute(kantor.ownerDb)).rejects.toThrow('append only');
    await expect(sql`truncate payee cascade`.execute(kantor.ownerDb)).rejects.toThrow('append only');
    const change = sql`update requisite set phone = '+79990000009' where id = ${params.id}`;
    await expect(change.execute(kantor.db)).rejects.toThrow('requisite_payee_fkey');
  });
});

describe('the bank data of a requisite with active orders', () => {
  test.for(Object.entries(NEW))(
    'cannot change: %s',
    async ([field, value], { trader, merchant, params, save, refusal }) => {
      const orders = [await merchant.order('1500'), await merchant.order('1501')];
      expect(await refusal({ [field]: value })).toMatchObject({
        status: 409,
        code: 'active_orders',
        problem: {
          active_orders: 2,
          detail: 'По реквизиту 2 активных заказа. Банковские данные можно изменить, когда активных не останется',
        },
      });
      expect(await trader.call(getRequisite, { params })).toMatchObject({ phone: OLD.phone, fio: OLD.fio });
      for (const { id } of orders) await trader.call(confirmOrder, { params: { id } });
      await save({ [field]: value });
    },
  );

  test('leave its name, limits and schedule free', async ({ merchant, save }) => {
    await merchant.order('1500');
    const free = {
      name: 'Новое имя',
      max_deals: 7,
      min_amount: '10.00',
      work_on_time: true,
      time_up: '10:00',
      time_down: '20:00',
    };
    expect(await save(free)).toMatchObject(free);
  });
});

describe('the history of a requisite', () => {
  test('names the person who typed it, not their account', async ({ kantor, trader }) => {
    const partner = await kantor.createMember(trader.id, 'owner');
    const { id } = await partner.call(createRequisite, { body: { ...OLD, ...LIMITS } });
    await trader.call(updateRequisite, { params: { id }, body: { ...NEW, ...LIMITS } });
    await partner.call(updateRequisite, { params: { id }, body: { ...OLD, ...LIMITS } });
    const { results } = await trader.call(listRequisiteVersions, { params: { id } });
    const { username } = partner;
    expect(results.map(({ changed_by: who }) => who)).toEqual([username, trader.username, username]);
  });

  test('tells each version, by whom and when, newest first; other changes are none', async ({
    kantor,
    trader,
    params,
    save,
  }) => {
    const first = kantor.clock().toISOString();
    kantor.pass(MINUTE);
    await save({ max_deals: 3 });
    await save(NEW);
    const second = kantor.clock().toISOString();
    const data = ({ bank_type: _bank, ...fields }: typeof OLD) => fields;
    expect(await trader.call(listRequisiteVersions, { params })).toEqual({
      count: 2,
      results: [
        { version: 2, created_at: second, changed_by: trader.username, bank_name: 'Т-Банк', ...data(NEW) },
        { version: 1, created_at: first, changed_by: trader.username, bank_name: 'Сбербанк', ...data(OLD) },
      ],
    });
    const second2 = await trader.call(listRequisiteVersions, { params, query: { page: 2, page_size: 1 } });
    expect(second2).toMatchObject({ count: 2, results: [{ version: 1 }] });
  });

  test('is no stranger’s', async ({ kantor, params }) => {
    const stranger = await kantor.createTrader();
    expect(await stranger.refusal(listRequisiteVersions, { params })).toMatchObject({ status: 404 });
  });
});

test('a new requisite has one version', async ({ trader }) => {
  const { id } = await trader.call(createRequisite, { body: OLD });
  expect((await trader.call(listRequisiteVersions, { params: { id } })).count).toBe(1);
});

test('all of this breaks no invariant', async ({ kantor }) => {
  expect(await verify(kantor.db)).toEqual([]);
});
