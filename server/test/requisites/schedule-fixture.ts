import { getRequisite, toggleRequisite, updateRequisite } from '@kantor/contract/wire/requisites.ts';
import { sql } from 'kysely';
import { DAY } from '../../src/kernel/clock.ts';
import { switchDueRequisites } from '../../src/modules/requisites/index.ts';
import { NOON } from '../support/clock.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import { countEvents } from '../support/outbox-reading.ts';

/** The form of a requisite, but for its schedule. */
export const FORM = { bank_type: 1, name: 'По часам', is_sbp: true, is_c2c: true };

/** Lets the time pass until it is noon in Moscow. */
export const passToNoon = ({ clock, pass }: Kantor) => pass(DAY - ((clock().getTime() - NOON.getTime()) % DAY));

export const test = kantorTest
  .extend('trader', { scope: 'file' }, ({ kantor }) => kantor.createTrader())
  /** Lets the time pass, and then the job look once. */
  .extend('later', ({ kantor }) => async (milliseconds: number) => {
    kantor.pass(milliseconds);
    await switchDueRequisites(kantor);
  })
  /** Switched off, at noon; those of the tests before have no schedule. */
  .extend('requisite', { auto: true }, async ({ kantor, trader }) => {
    await sql`update requisite set work_on_time = false, switch_at = null, is_active = false`.execute(kantor.db);
    passToNoon(kantor);
    const id = await kantor.createRequisite(trader.id, { isActive: false });
    const params = { id };
    return {
      id,
      params,
      schedule: (time_up: string, time_down: string) =>
        trader.call(updateRequisite, { params, body: { ...FORM, work_on_time: true, time_up, time_down } }),
      toggle: (isActive: boolean) => trader.call(toggleRequisite, { params, body: { is_active: isActive } }),
      /** Pauses it as a bank's message would. */
      pause: () =>
        sql`
          with message as (
            insert into notification (id, trader_id, trader_seq, cabinet_id, message_id, phone, application, text,
              plain_request, outcome, reason, heard_at, created_at)
            select gen_random_uuid(), trader_id, list_append(trader_id, 'notifications'), cabinet_id, requisite.id::text,
              '', '900', 'Карта заблокирована', '', 'before_matching', '', ${kantor.clock()}, ${kantor.clock()}
            from requisite where id = ${id} returning id)
          update requisite set paused_at = ${kantor.clock()}, paused_by = message.id from message
          where requisite.id = ${id}`.execute(kantor.db),
      isOn: async () => (await trader.call(getRequisite, { params })).is_active,
      events: () => countEvents(kantor.db, 'requisite.changed', id, trader.id),
    };
  });
