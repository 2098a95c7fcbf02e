import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { markOffline } from '../../src/modules/cabinets/index.ts';
import { type Kantor, startKantor } from '../support/harness.ts';
import { killAtEachStep } from '../kills/kill-at-each-step.ts';
import { pairPhone, type Phone } from '../support/phone.ts';

let kantor: Kantor;
let trader: Awaited<ReturnType<Kantor['createTrader']>>;
let merchant: Awaited<ReturnType<Kantor['createMerchant']>>;
let cabinet: string;
let phone: Phone;

beforeAll(async () => {
  kantor = await startKantor();
  merchant = await kantor.createMerchant();
});
afterAll(() => kantor.close());
// Each test has one trader with one requisite in one cabinet, whose phone is a real one.
beforeEach(async () => {
  await sql`update users set traffic_on = false where role = 'trader'`.execute(kantor.db);
  kantor.pass(10 * MINUTE);
  await markOffline(kantor);
  trader = await kantor.createTrader();
  cabinet = await kantor.createCabinet(trader.id, { hasPhone: false });
  await kantor.createRequisite(trader.id, { cabinetId: cabinet });
  phone = await pairPhone(kantor, trader, cabinet);
});

const read = async () => (await kantor.send(`/api/v1/cabinets/${cabinet}/`, { token: trader.token })).body;
const toggle = (isActive: boolean) =>
  kantor.send(`/api/v1/cabinets/${cabinet}/toggle/`, {
    method: 'POST',
    token: trader.token,
    body: { is_active: isActive },
  });
const dashboard = async () => (await kantor.send('/api/v1/trader/dashboard/', { token: trader.token })).body;
let amount = 100;
const order = async () => (await kantor.order(merchant.key, String((amount += 1)))).status;
const events = async () => {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from outbox where kind = 'cabinet.changed' and object_id = ${cabinet}
      and owners = ${[trader.id]}::uuid[]`.execute(kantor.db);
  return Number(rows[0]?.n);
};

describe('a cabinet whose phone', () => {
  test('was never heard takes no orders and cannot be switched', async () => {
    expect(await read()).toMatchObject({ is_active: true, can_be_active: false, last_heard_at: null });
    expect(await order()).toBe(409);
    const refused = await toggle(true);
    expect([refused.status, refused.body.code]).toEqual([409, 'device_silent']);
    expect(refused.body.detail).toBe('Телефон не подключён: покажите ему QR-код кабинета');
  });

  test('is heard takes orders and is switched by hand', async () => {
    await phone.ping();
    expect(await read()).toMatchObject({
      is_active: true,
      can_be_active: true,
      last_heard_at: kantor.clock().toISOString(),
    });
    expect(await order()).toBe(201);
    expect((await toggle(false)).body).toMatchObject({ is_active: false, can_be_active: true });
    expect(await order()).toBe(409);
  });

  test('is silent for two minutes takes no orders, though nobody has noticed yet, until it is heard again', async () => {
    await phone.ping();
    kantor.pass(2 * MINUTE - 1);
    expect(await read()).toMatchObject({ is_active: true, can_be_active: true });
    expect(await order()).toBe(201);
    kantor.pass(1);
    expect(await read()).toMatchObject({ is_active: true, can_be_active: false });
    expect(await order()).toBe(409);
    await phone.notify([phone.message('1')]);
    expect(await read()).toMatchObject({ is_active: true, can_be_active: true });
    expect(await order()).toBe(201);
  });

  test('is silent keeps the position that the trader wants', async () => {
    await phone.ping();
    await toggle(false);
    kantor.pass(5 * MINUTE);
    const refused = await toggle(true);
    expect([refused.status, refused.body.code]).toEqual([409, 'device_silent']);
    await markOffline(kantor);
    expect(await read()).toMatchObject({ is_active: false, can_be_active: false });
    await phone.ping();
    expect(await read()).toMatchObject({ is_active: false, can_be_active: true });
    expect((await toggle(true)).status).toBe(200);
    kantor.pass(5 * MINUTE);
    await markOffline(kantor);
    expect(await read()).toMatchObject({ is_active: true, can_be_active: false });
    await phone.ping();
    expect(await read()).toMatchObject({ is_active: true, can_be_active: true });
  });

  test('is silent says since when, in Moscow, with the day when that is not today', async () => {
    await phone.ping();
    const since = kantor.clock();
    const text = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow', ...options }).format(since);
    kantor.pass(3 * MINUTE);
    const time = text({ hour: '2-digit', minute: '2-digit' });
    expect((await toggle(false)).body.detail).toBe(`Телефон молчит с ${time}: проверьте, что он включён и в сети`);
    kantor.pass(24 * 60 * MINUTE);
    expect((await toggle(false)).body.detail).toContain(`молчит с ${text({ dateStyle: 'short' })}, ${time}:`);
  });

  test('is silent does not count for the trader’s traffic, nor the trader for the merchants', async () => {
    const traders = async () =>
      (await kantor.send('/api/v1/merchant/dashboard/', { token: merchant.token })).body.active_accounts;
    await phone.ping();
    await kantor.send('/api/v1/accounts/toggle/', { method: 'POST', token: trader.token, body: { is_active: true } });
    expect((await dashboard()).account_enable_info).toEqual({ can_be_enable: true, reason: 'ok' });
    expect(await traders()).toBe(1);
    kantor.pass(2 * MINUTE);
    const reason = 'Нет ни одного кабинета на связи';
    expect((await dashboard()).account_enable_info).toEqual({ can_be_enable: true, reason });
    expect(await traders()).toBe(0);
    const set = (on: boolean) =>
      kantor.send('/api/v1/accounts/toggle/', { method: 'POST', token: trader.token, body: { is_active: on } });
    expect((await set(false)).status).toBe(200);
    expect((await set(true)).body).toMatchObject({ status: 409, code: 'traffic_refused', detail: reason });
  });

  test('is not its own, or has no phone at all, is none on line', async () => {
    await sql`update cabinet set is_active = false where id = ${cabinet}`.execute(kantor.db);
    await phone.ping();
    expect((await dashboard()).account_enable_info.reason).toBe('Нет ни одного кабинета на связи');
  });
});

describe('the screens', () => {
  test('are told once that a phone fell silent, and once that it is back', async () => {
    await phone.ping();
    const before = await events();
    kantor.pass(2 * MINUTE - 1);
    expect(await markOffline(kantor)).toBe(0);
    kantor.pass(1);
    expect(await markOffline(kantor)).toBe(1);
    expect(await markOffline(kantor)).toBe(0);
    expect(await events()).toBe(before + 1);
    await phone.ping();
    await phone.ping();
    expect(await events()).toBe(before + 2);
  });

  test('are told that a phone is back also when nobody had noticed its silence', async () => {
    await phone.ping();
    kantor.pass(2 * MINUTE);
    const before = await events();
    await phone.ping();
    expect(await events()).toBe(before + 1);
  });

  test('are told nothing while it is just there', async () => {
    await phone.ping();
    const before = await events();
    for (let n = 0; n < 20; n += 1) {
      kantor.pass(10_000);
      await phone.ping();
      await markOffline(kantor);
    }
    expect(await events()).toBe(before);
  });

  test('are told once by many workers at once, and by many calls at once', async () => {
    await phone.ping();
    const before = await events();
    kantor.pass(2 * MINUTE);
    const noticed = await Promise.all([1, 2, 3, 4].map(() => markOffline(kantor)));
    expect(noticed.reduce((sum, n) => sum + n)).toBe(1);
    await Promise.all([1, 2, 3, 4].map(() => phone.ping()));
    expect(await events()).toBe(before + 2);
  });

  test('are told of everything that the trader changes in a cabinet', async () => {
    await phone.ping();
    let before = await events();
    const requisite = (await read()).bank_detail[0].id;
    for (const [path, body] of [
      ['', { device_name: 'Другой', bank_detail: [requisite] }],
      ['toggle/', { is_active: false }],
      ['reset_deals/', undefined],
      ['reset_sum_deals/', undefined],
      ['connect/', { application: 'sms_gateway' }],
      ['block_forever/', undefined],
    ] as const) {
      const { status } = await kantor.send(`/api/v1/cabinets/${cabinet}/${path}`, {
        method: 'POST',
        token: trader.token,
        body,
      });
      expect(status).toBeLessThan(300);
      expect([path, await events()]).toEqual([path, (before += 1)]);
    }
  });

  test('are told by a worker that is killed at any step exactly once', async () => {
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
      before = await events();
      kantor.pass(3 * MINUTE);
    };
    const steps = await killAtEachStep(job, fallSilent, async () => {
      await markOffline(kantor);
      expect(await events()).toBe(before + 1);
    });
    expect(steps).toBe(1);
  });
});

test('a cabinet that is being changed keeps no worker waiting, and is noticed the next time', async () => {
  await phone.ping();
  kantor.pass(3 * MINUTE);
  await transaction(kantor.db, async (tx) => {
    await sql`select from cabinet where id = ${cabinet} for no key update`.execute(tx);
    expect(await markOffline(kantor)).toBe(0);
  });
  expect(await markOffline(kantor)).toBe(1);
});

test('a phone is heard as late as it was, also by a server whose clock is behind', async () => {
  await phone.ping();
  kantor.pass(MINUTE);
  await phone.notify([phone.message('1')]);
  const heardAt = kantor.clock().toISOString();
  kantor.pass(-8000);
  await phone.ping();
  expect((await read()).last_heard_at).toBe(heardAt);
});

test('a phone that calls all the time does not write all the time', async () => {
  const versions = async () => {
    const { rows } = await sql<{ ctid: string }>`select xmin::text as ctid from cabinet where id = ${cabinet}`.execute(
      kantor.db,
    );
    return rows[0]?.ctid;
  };
  await phone.ping();
  const before = await versions();
  for (let n = 0; n < 4; n += 1) {
    kantor.pass(1000);
    await phone.ping();
  }
  expect(await versions()).toBe(before);
  kantor.pass(1000);
  await phone.ping();
  expect(await versions()).not.toBe(before);
});
