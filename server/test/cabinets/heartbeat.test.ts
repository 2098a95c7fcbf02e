import { getMerchantDashboard, getTraderDashboard, toggleTraffic } from '@kantor/contract/wire/balance.ts';
import {
  blockCabinet,
  connectCabinet,
  getCabinet,
  resetCabinetDeals,
  resetCabinetSum,
  toggleCabinet,
  updateCabinet,
} from '@kantor/contract/wire/cabinets.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { DAY, MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { markOffline } from '../../src/modules/cabinets/index.ts';
import { killAtEachStep } from '../kills/kill-at-each-step.ts';
import { countEvents } from '../support/outbox-reading.ts';
import { pairPhone } from '../support/phone.ts';
import { test as base } from './fixture.ts';

const test = base
  /** With one requisite and a real phone; the phones of the tests before are silent. */
  .extend('cabinet', async ({ kantor, trader }) => {
    kantor.pass(10 * MINUTE);
    await markOffline(kantor);
    const id = await kantor.createCabinet(trader.id, { hasPhone: false });
    await kantor.createRequisite(trader.id, { cabinetId: id });
    const params = { id };
    return {
      params,
      read: () => trader.call(getCabinet, { params }),
      toggle: (isActive: boolean) => trader.call(toggleCabinet, { params, body: { is_active: isActive } }),
      refusedToggle: (isActive: boolean) => trader.refusal(toggleCabinet, { params, body: { is_active: isActive } }),
      events: async () =>
        (await countEvents(kantor.db, 'cabinet.changed', id, trader.id)) +
        (await countEvents(kantor.db, 'cabinet.silent', id, trader.id)),
    };
  })
  .extend('phone', { auto: true }, ({ kantor, trader, cabinet }) => pairPhone(kantor, trader, cabinet.params.id))
  /** Why the trader's traffic may be switched on, or not. */
  .extend(
    'trafficInfo',
    ({ trader }) =>
      async () =>
        (await trader.call(getTraderDashboard)).account_enable_info,
  );

describe('a cabinet whose phone', () => {
  test('was never heard takes no orders and cannot be switched', async ({ merchant, cabinet }) => {
    expect(await cabinet.read()).toMatchObject({ is_active: true, can_be_active: false, last_heard_at: null });
    expect(await merchant.findsRequisite(100)).toBe(false);
    expect(await cabinet.refusedToggle(true)).toMatchObject({
      status: 409,
      code: 'device_silent',
      problem: { detail: 'Телефон не подключён: покажите ему QR-код кабинета' },
    });
  });

  test('is heard takes orders and is switched by hand', async ({ kantor, merchant, cabinet, phone }) => {
    await phone.ping();
    expect(await cabinet.read()).toMatchObject({
      is_active: true,
      can_be_active: true,
      last_heard_at: kantor.clock().toISOString(),
    });
    expect(await merchant.findsRequisite(100)).toBe(true);
    expect(await cabinet.toggle(false)).toMatchObject({ is_active: false, can_be_active: true });
    expect(await merchant.findsRequisite(200)).toBe(false);
  });

  test('is silent for two minutes takes no orders, though nobody has noticed yet, until it is heard again', async ({
    kantor,
    merchant,
    cabinet,
    phone,
  }) => {
    await phone.ping();
    kantor.pass(2 * MINUTE - 1);
    expect(await cabinet.read()).toMatchObject({ is_active: true, can_be_active: true });
    expect(await merchant.findsRequisite(100)).toBe(true);
    kantor.pass(1);
    expect(await cabinet.read()).toMatchObject({ is_active: true, can_be_active: false });
    expect(await merchant.findsRequisite(200)).toBe(false);
    await phone.notify([phone.message('1')]);
    expect(await cabinet.read()).toMatchObject({ is_active: true, can_be_active: true });
    expect(await merchant.findsRequisite(300)).toBe(true);
  });

  test('is silent keeps the position that the trader wants', async ({ kantor, cabinet, phone }) => {
    await phone.ping();
    await cabinet.toggle(false);
    kantor.pass(5 * MINUTE);
    expect(await cabinet.refusedToggle(true)).toMatchObject({ status: 409, code: 'device_silent' });
    await markOffline(kantor);
    expect(await cabinet.read()).toMatchObject({ is_active: false, can_be_active: false });
    await phone.ping();
    expect(await cabinet.read()).toMatchObject({ is_active: false, can_be_active: true });
    await cabinet.toggle(true);
    kantor.pass(5 * MINUTE);
    await markOffline(kantor);
    expect(await cabinet.read()).toMatchObject({ is_active: true, can_be_active: false });
    await phone.ping();
    expect(await cabinet.read()).toMatchObject({ is_active: true, can_be_active: true });
  });

  test('is silent says since when, in Moscow, with the day when that is not today', async ({
    kantor,
    cabinet,
    phone,
  }) => {
    await phone.ping();
    const since = kantor.clock();
    const text = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow', ...options }).format(since);
    const detail = async () => (await cabinet.refusedToggle(false)).problem.detail;
    kantor.pass(3 * MINUTE);
    const time = text({ hour: '2-digit', minute: '2-digit' });
    expect(await detail()).toBe(`Телефон молчит с ${time}: проверьте, что он включён и в сети`);
    kantor.pass(DAY);
    expect(await detail()).toContain(`молчит с ${text({ dateStyle: 'short' })}, ${time}:`);
  });

  test('is silent does not count for the trader’s traffic, nor the trader for the merchants', async ({
    kantor,
    trader,
    merchant,
    phone,
    trafficInfo,
  }) => {
    const traders = async () => (await merchant.call(getMerchantDashboard)).active_accounts;
    const [on, off] = [{ body: { is_active: true } }, { body: { is_active: false } }];
    await phone.ping();
    await trader.call(toggleTraffic, on);
    expect(await trafficInfo()).toEqual({ can_be_enable: true, reason: 'ok' });
    expect(await traders()).toBe(1);
    kantor.pass(2 * MINUTE);
    const reason = 'Нет ни одного кабинета на связи';
    expect(await trafficInfo()).toEqual({ can_be_enable: true, reason });
    expect(await traders()).toBe(0);
    await trader.call(toggleTraffic, off);
    expect(await trader.refusal(toggleTraffic, on)).toMatchObject({
      status: 409,
      code: 'traffic_refused',
      problem: { detail: reason },
    });
  });

  test('is not its own, or has no phone at all, is none on line', async ({ cabinet, phone, trafficInfo }) => {
    await phone.ping();
    await cabinet.toggle(false);
    expect((await trafficInfo()).reason).toBe('Нет ни одного кабинета на связи');
  });
});

describe('the screens', () => {
  test('hear once that a phone fell silent, and once that it is back', async ({ kantor, cabinet, phone }) => {
    await phone.ping();
    const before = await cabinet.events();
    kantor.pass(2 * MINUTE - 1);
    expect(await markOffline(kantor)).toBe(0);
    kantor.pass(1);
    expect(await markOffline(kantor)).toBe(1);
    expect(await markOffline(kantor)).toBe(0);
    expect(await cabinet.events()).toBe(before + 1);
    await phone.ping();
    await phone.ping();
    expect(await cabinet.events()).toBe(before + 2);
  });

  test('hear that a phone is back also when nobody had noticed its silence', async ({ kantor, cabinet, phone }) => {
    await phone.ping();
    kantor.pass(2 * MINUTE);
    const before = await cabinet.events();
    await phone.ping();
    expect(await cabinet.events()).toBe(before + 1);
  });

  test('hear nothing while it is just there', async ({ kantor, cabinet, phone }) => {
    await phone.ping();
    const before = await cabinet.events();
    for (let n = 0; n < 20; n += 1) {
      kantor.pass(10 * SECOND);
      await phone.ping();
      await markOffline(kantor);
    }
    expect(await cabinet.events()).toBe(before);
  });

  test('hear it once from many workers at once, and from many calls at once', async ({ kantor, cabinet, phone }) => {
    await phone.ping();
    const before = await cabinet.events();
    kantor.pass(2 * MINUTE);
    const noticed = await Promise.all([1, 2, 3, 4].map(() => markOffline(kantor)));
    expect(noticed.reduce((sum, n) => sum + n)).toBe(1);
    await Promise.all([1, 2, 3, 4].map(() => phone.ping()));
    expect(await cabinet.events()).toBe(before + 2);
  });

  test('hear of every change of the trader in a cabinet', async ({ trader, cabinet, phone }) => {
    await phone.ping();
    const { params } = cabinet;
    const bank_detail = (await cabinet.read()).bank_detail.map(({ id }) => id);
    const before = await cabinet.events();
    const changes = [
      () => trader.call(updateCabinet, { params, body: { device_name: 'Другой', bank_detail } }),
      () => cabinet.toggle(false),
      () => trader.call(resetCabinetDeals, { params }),
      () => trader.call(resetCabinetSum, { params }),
      () => trader.call(connectCabinet, { params, body: { application: 'sms_gateway' } }),
      () => trader.call(blockCabinet, { params }),
    ];
    for (const [n, change] of changes.entries()) {
      await change();
      expect(await cabinet.events()).toBe(before + n + 1);
    }
  });

  test('hear it exactly once from a worker that is killed at any step', async ({ kantor, cabinet, phone }) => {
    const job = {
      databaseUrl: kantor.databaseUrl,
      job: 'mark-offline',
      get args() {
        return [kantor.clock().toISOString()];
      },
    };
    let before = 0;
    const fallSilent = async () => {
      await phone.ping();
      before = await cabinet.events();
      kantor.pass(3 * MINUTE);
    };
    const steps = await killAtEachStep(job, fallSilent, async () => {
      await markOffline(kantor);
      expect(await cabinet.events()).toBe(before + 1);
    });
    expect(steps).toBe(1);
  });
});

test('a cabinet that is being changed keeps no worker waiting, and is noticed the next time', async ({
  kantor,
  cabinet,
  phone,
}) => {
  await phone.ping();
  kantor.pass(3 * MINUTE);
  await transaction(kantor.db, async (tx) => {
    await sql`select from cabinet where id = ${cabinet.params.id} for no key update`.execute(tx);
    expect(await markOffline(kantor)).toBe(0);
  });
  expect(await markOffline(kantor)).toBe(1);
});

test('a phone is heard as late as it was, also by a server whose clock is behind', async ({
  kantor,
  cabinet,
  phone,
}) => {
  await phone.ping();
  kantor.pass(MINUTE);
  await phone.notify([phone.message('1')]);
  const heardAt = kantor.clock().toISOString();
  kantor.pass(-8 * SECOND);
  await phone.ping();
  expect((await cabinet.read()).last_heard_at).toBe(heardAt);
});

test('a phone that calls all the time does not write all the time', async ({ kantor, cabinet, phone }) => {
  const version = async () => {
    const { rows } = await sql<{ xmin: string }>`
      select xmin::text as xmin from cabinet where id = ${cabinet.params.id}`.execute(kantor.db);
    return rows[0]?.xmin;
  };
  await phone.ping();
  const before = await version();
  for (let n = 0; n < 4; n += 1) {
    kantor.pass(SECOND);
    await phone.ping();
  }
  expect(await version()).toBe(before);
  kantor.pass(SECOND);
  await phone.ping();
  expect(await version()).not.toBe(before);
});
