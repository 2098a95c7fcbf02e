import { archiveRequisite, updateRequisite } from '@kantor/contract/wire/requisites.ts';
import { describe, expect } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { switchDueRequisites } from '../../src/modules/requisites/index.ts';
import { FORM, test } from './schedule-fixture.ts';

describe('a requisite with a schedule', () => {
  test('is switched on and off at its times, day after day', async ({ requisite, later }) => {
    await requisite.schedule('13:00', '14:30');
    await later(HOUR - 1);
    expect(await requisite.isOn()).toBe(false);
    for (let day = 0; day < 3; day += 1) {
      await later(1);
      expect(await requisite.isOn()).toBe(true);
      await later(90 * MINUTE - 1);
      expect(await requisite.isOn()).toBe(true);
      await later(1);
      expect(await requisite.isOn()).toBe(false);
      await later(DAY - 90 * MINUTE - 1);
      expect(await requisite.isOn()).toBe(false);
    }
  });

  test('is switched across midnight', async ({ requisite, later }) => {
    await requisite.schedule('22:00', '06:00');
    await later(10 * HOUR);
    expect(await requisite.isOn()).toBe(true);
    await later(8 * HOUR - 1);
    expect(await requisite.isOn()).toBe(true);
    await later(1);
    expect(await requisite.isOn()).toBe(false);
  });

  test('is not switched when the schedule is set, but at its next time', async ({ kantor, requisite, later }) => {
    await requisite.schedule('09:00', '18:00');
    await switchDueRequisites(kantor);
    expect(await requisite.isOn()).toBe(false);
    await requisite.toggle(true);
    await requisite.schedule('13:00', '14:00');
    await switchDueRequisites(kantor);
    expect(await requisite.isOn()).toBe(true);
    await later(2 * HOUR);
    expect(await requisite.isOn()).toBe(false);
  });

  test('keeps between its times what the trader switches by hand', async ({ requisite, later }) => {
    await requisite.schedule('13:00', '18:00');
    await later(HOUR);
    await requisite.toggle(false);
    await later(HOUR);
    expect(await requisite.isOn()).toBe(false);
    await later(4 * HOUR);
    expect(await requisite.isOn()).toBe(false);
    await requisite.toggle(true);
    await later(HOUR);
    expect(await requisite.isOn()).toBe(true);
    await later(18 * HOUR);
    expect(await requisite.isOn()).toBe(true);
    await later(5 * HOUR);
    expect(await requisite.isOn()).toBe(false);
  });

  test('catches up after a standstill, once, with what its schedule said last', async ({ requisite, later }) => {
    await requisite.schedule('13:00', '18:00');
    const before = await requisite.events();
    await later(5 * DAY + 2 * HOUR);
    expect([await requisite.isOn(), await requisite.events()]).toEqual([true, before + 1]);
    await later(7 * HOUR);
    expect([await requisite.isOn(), await requisite.events()]).toEqual([false, before + 2]);
    await later(2 * DAY);
    expect([await requisite.isOn(), await requisite.events()]).toEqual([false, before + 2]);
  });

  test('does not undo after a standstill what the trader has switched meanwhile', async ({
    kantor,
    requisite,
    later,
  }) => {
    await requisite.schedule('13:00', '18:00');
    kantor.pass(2 * HOUR);
    await requisite.toggle(true);
    await requisite.toggle(false);
    await switchDueRequisites(kantor);
    expect(await requisite.isOn()).toBe(false);
    await later(DAY);
    expect(await requisite.isOn()).toBe(true);
  });

  test('is switched as it was to be, when its times are changed before the job has come', async ({
    kantor,
    requisite,
    later,
  }) => {
    await requisite.schedule('13:00', '18:00');
    kantor.pass(HOUR);
    await requisite.schedule('13:00', '19:00');
    expect(await requisite.isOn()).toBe(true);
    await later(5 * HOUR);
    expect(await requisite.isOn()).toBe(true);
    await later(HOUR);
    expect(await requisite.isOn()).toBe(false);
  });

  test('takes orders only while it is on', async ({ kantor, requisite, later }) => {
    const merchant = await kantor.createMerchant();
    await requisite.schedule('13:00', '18:00');
    expect(await merchant.findsRequisite('100')).toBe(false);
    await later(HOUR);
    expect(await merchant.findsRequisite('100')).toBe(true);
    await later(5 * HOUR);
    expect(await merchant.findsRequisite('100')).toBe(false);
  });

  test('that a bank’s message has paused stays off until the trader switches it on', async ({ requisite, later }) => {
    await requisite.schedule('13:00', '18:00');
    await requisite.pause();
    await later(HOUR);
    expect(await requisite.isOn()).toBe(false);
    await requisite.toggle(true);
    await later(DAY);
    expect(await requisite.isOn()).toBe(true);
  });

  test('that was archived is left alone', async ({ trader, requisite, later }) => {
    await requisite.schedule('13:00', '18:00');
    await trader.call(archiveRequisite, { params: requisite.params });
    const before = await requisite.events();
    await later(DAY);
    expect([await requisite.isOn(), await requisite.events()]).toEqual([false, before]);
  });

  test('whose switch is taken off is left alone, and its times do nothing', async ({
    trader,
    requisite: { params, ...requisite },
    later,
  }) => {
    await requisite.schedule('13:00', '18:00');
    const body = { ...FORM, work_on_time: false, time_up: '13:00', time_down: '18:00' };
    await trader.call(updateRequisite, { params, body });
    await later(HOUR);
    expect(await requisite.isOn()).toBe(false);
    await requisite.toggle(true);
    await later(DAY);
    expect(await requisite.isOn()).toBe(true);
  });

  test('keeps its place in the day when another field is changed', async ({ kantor, requisite, later }) => {
    await requisite.schedule('13:00', '18:00');
    await later(HOUR);
    await requisite.toggle(false);
    await requisite.schedule('13:00', '18:00');
    await switchDueRequisites(kantor);
    expect(await requisite.isOn()).toBe(false);
    await later(DAY);
    expect(await requisite.isOn()).toBe(true);
  });

  test('that is someone else’s is not switched by a call that finds nothing', async ({ kantor, requisite }) => {
    await requisite.schedule('13:00', '18:00');
    kantor.pass(HOUR);
    const stranger = await kantor.createTrader();
    const body = { ...FORM, work_on_time: false, time_up: null, time_down: null };
    expect((await stranger.refusal(updateRequisite, { params: requisite.params, body })).status).toBe(404);
    expect(await requisite.isOn()).toBe(false);
  });
});
