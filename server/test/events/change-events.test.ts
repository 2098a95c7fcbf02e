import { sql } from 'kysely';
import { emptyOutbox } from '../support/outbox-reading.ts';
import { moveEarnings, toggleTraffic } from '@kantor/contract/wire/balance.ts';
import { resetCabinetDeals, resetCabinetSum, updateCabinet } from '@kantor/contract/wire/cabinets.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import {
  archiveRequisite,
  createRequisite,
  resetRequisiteDeals,
  toggleRequisite,
  updateRequisite,
} from '@kantor/contract/wire/requisites.ts';
import { describe, expect } from 'vitest';
import { kantorTest } from '../support/fixtures.ts';

// The events of requisites and users for live screens.

const test = kantorTest
  .extend('trader', { scope: 'file' }, ({ kantor }) => kantor.createTrader())
  /** The events while `work` ran, as `<kind> <object>`, and their owners. */
  .extend('heard', ({ kantor }) => async (work: () => Promise<unknown>) => {
    await emptyOutbox(kantor);
    await work();
    const { rows } = await sql<{ event: string; owners: string[] }>`
      select kind || ' ' || object_id as event, owners from outbox order by id`.execute(kantor.db);
    return rows;
  })
  /** A requisite's change, and its owners. */
  .extend('changed', ({ trader }) => (id: string) => [{ event: `requisite.changed ${id}`, owners: [trader.id] }])
  /** That something of the trader changed. */
  .extend('accountChanged', ({ trader }) => [{ event: `user.changed ${trader.id}`, owners: [trader.id] }]);

const BODY = { name: 'Основной', fio: 'Иванов Иван Иванович', phone: '+79001234567', bank_type: 1, is_sbp: true };

describe('a requisite tells its trader alone', () => {
  test('that it was made, changed, switched, reset, archived', async ({ trader, heard, changed }) => {
    let id = '';
    const made = await heard(async () => {
      ({ id } = await trader.call(createRequisite, { body: BODY }));
    });
    expect(made).toEqual(changed(id));
    const params = { id };
    expect(await heard(() => trader.call(updateRequisite, { params, body: { ...BODY, name: 'Запасной' } }))).toEqual(
      changed(id),
    );
    expect(await heard(() => trader.call(toggleRequisite, { params, body: { is_active: true } }))).toEqual(changed(id));
    expect(await heard(() => trader.call(resetRequisiteDeals, { params }))).toEqual(changed(id));
    expect(await heard(() => trader.call(archiveRequisite, { params }))).toEqual(changed(id));
    const refused = await heard(async () => {
      const { status } = await trader.refusal(toggleRequisite, { params, body: { is_active: true } });
      expect(status).toBe(409);
    });
    expect(refused).toEqual([]);
  });

  test('that its cabinet was reset or left', async ({ kantor, trader, heard, changed }) => {
    const cabinetId = await kantor.createCabinet(trader.id);
    const ids = [];
    for (let i = 0; i < 2; i += 1) {
      ids.push(await kantor.createRequisite(trader.id, { cabinetId }));
      kantor.pass(1);
    }
    const [first = '', second = ''] = ids;
    const both = [...changed(first), ...changed(second)];
    const params = { id: cabinetId };
    for (const reset of [resetCabinetDeals, resetCabinetSum]) {
      const events = await heard(() => trader.call(reset, { params }));
      expect(events).toEqual(expect.arrayContaining(both));
    }
    const place = (bank_detail: string[]) =>
      heard(() => trader.call(updateCabinet, { params, body: { device_name: 'Телефон', phone: '', bank_detail } }));
    const requisites = (events: { event: string }[]) => events.filter(({ event }) => event.startsWith('requisite.'));
    expect(requisites(await place([second]))).toEqual(changed(first));
    expect(requisites(await place([second]))).toEqual([]);
  });
});

describe('a user hears of changes to their account', () => {
  test('traffic and earnings', async ({ kantor, trader, heard, accountChanged }) => {
    expect(await heard(() => trader.call(toggleTraffic, { body: { is_active: false } }))).toEqual(accountChanged);
    const refused = await heard(async () => expect((await trader.refusal(moveEarnings)).status).toBe(409));
    expect(refused).toEqual([]);
    await kantor.createRequisite(trader.id);
    await trader.call(toggleTraffic, { body: { is_active: true } });
    const merchant = await kantor.createMerchant();
    const { id } = await merchant.order('100');
    await trader.call(confirmOrder, { params: { id } });
    expect(await heard(() => trader.call(moveEarnings))).toEqual(accountChanged);
  });

  test("the operator's block and fees", async ({ kantor, trader, heard, accountChanged }) => {
    for (const args of [
      ['set-fees', trader.username, '--reward-bp', '1'],
      ['block', trader.username],
      ['unblock', trader.username],
    ]) {
      expect(await heard(() => kantor.cli(...args))).toEqual(accountChanged);
    }
    expect(await heard(() => kantor.cli('unblock', trader.username))).toEqual([]);
  });
});
