import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { switchDueRequisites } from '../../src/modules/requisites/index.ts';
import { type Kantor, startKantor } from '../support/harness.ts';
import { killAtEachStep } from '../kills/kill-at-each-step.ts';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let kantor: Kantor;
let trader: Awaited<ReturnType<Kantor['createTrader']>>;
let requisite: string;

// The clock of the tests begins at noon in Moscow.
beforeAll(async () => {
  kantor = await startKantor();
  trader = await kantor.createTrader();
});
afterAll(() => kantor.close());
beforeEach(async () => {
  await sql`update requisite set work_on_time = false, switch_at = null, is_active = false`.execute(kantor.db);
  // Noon again.
  kantor.pass(DAY - ((kantor.clock().getTime() - Date.UTC(2026, 10, 20, 9)) % DAY));
  requisite = await kantor.createRequisite(trader.id, { isActive: false });
});

const send = (path: string, body?: object) =>
  kantor.send(`/api/v1/bank_details/${requisite}/${path}`, { method: 'POST', token: trader.token, body });
const BODY = { bank_type: 1, name: 'По часам', is_sbp: true, is_c2c: true };
const schedule = async (timeUp: string, timeDown: string) => {
  const { status } = await send('', { ...BODY, work_on_time: true, time_up: timeUp, time_down: timeDown });
  expect(status).toBe(200);
};
const toggle = async (isActive: boolean) => expect((await send('toggle/', { is_active: isActive })).status).toBe(200);
const isOn = async () =>
  (await kantor.send(`/api/v1/bank_details/${requisite}/`, { token: trader.token })).body.is_active;
const work = () => switchDueRequisites(kantor);
/** Lets the time pass, and then the job look once. */
const later = async (milliseconds: number) => {
  kantor.pass(milliseconds);
  await work();
};
const events = async () => {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from outbox where kind = 'requisite.changed' and object_id = ${requisite}
      and owners = ${[trader.id]}::uuid[]`.execute(kantor.db);
  return Number(rows[0]?.n);
};

describe('a requisite with a schedule', () => {
  test('is switched on and off at its times, day after day', async () => {
    await schedule('13:00', '14:30');
    await later(HOUR - 1);
    expect(await isOn()).toBe(false);
    for (let day = 0; day < 3; day += 1) {
      await later(1);
      expect(await isOn()).toBe(true);
      await later(90 * MINUTE - 1);
      expect(await isOn()).toBe(true);
      await later(1);
      expect(await isOn()).toBe(false);
      await later(DAY - 90 * MINUTE - 1);
      expect(await isOn()).toBe(false);
    }
  });

  test('is switched across midnight', async () => {
    await schedule('22:00', '06:00');
    await later(10 * HOUR);
    expect(await isOn()).toBe(true);
    await later(8 * HOUR - 1);
    expect(await isOn()).toBe(true);
    await later(1);
    expect(await isOn()).toBe(false);
  });

  test('is not switched when the schedule is set, but at its next time', async () => {
    await schedule('09:00', '18:00');
    await work();
    expect(await isOn()).toBe(false);
    await toggle(true);
    await schedule('13:00', '14:00');
    await work();
    expect(await isOn()).toBe(true);
    await later(2 * HOUR);
    expect(await isOn()).toBe(false);
  });

  test('keeps between its times what the trader switches himself', async () => {
    await schedule('13:00', '18:00');
    await later(HOUR);
    await toggle(false);
    await later(HOUR);
    expect(await isOn()).toBe(false);
    await later(4 * HOUR);
    expect(await isOn()).toBe(false);
    await toggle(true);
    await later(HOUR);
    expect(await isOn()).toBe(true);
    await later(18 * HOUR);
    expect(await isOn()).toBe(true);
    await later(5 * HOUR);
    expect(await isOn()).toBe(false);
  });

  test('catches up after a standstill, once, with what its schedule said last', async () => {
    await schedule('13:00', '18:00');
    const before = await events();
    await later(5 * DAY + 2 * HOUR);
    expect([await isOn(), await events()]).toEqual([true, before + 1]);
    await later(7 * HOUR);
    expect([await isOn(), await events()]).toEqual([false, before + 2]);
    await later(2 * DAY);
    expect([await isOn(), await events()]).toEqual([false, before + 2]);
  });

  test('does not undo after a standstill what the trader has switched meanwhile', async () => {
    await schedule('13:00', '18:00');
    kantor.pass(2 * HOUR);
    await toggle(true);
    await toggle(false);
    await work();
    expect(await isOn()).toBe(false);
    await later(DAY);
    expect(await isOn()).toBe(true);
  });

  test('is switched as it was to be, when its times are changed before the job has come', async () => {
    await schedule('13:00', '18:00');
    kantor.pass(HOUR);
    await schedule('13:00', '19:00');
    expect(await isOn()).toBe(true);
    await later(5 * HOUR);
    expect(await isOn()).toBe(true);
    await later(HOUR);
    expect(await isOn()).toBe(false);
  });

  test('takes orders only while it is on', async () => {
    const { key } = await kantor.createMerchant();
    await schedule('13:00', '18:00');
    expect((await kantor.order(key, '100')).status).toBe(409);
    await later(HOUR);
    expect((await kantor.order(key, '100')).status).toBe(201);
    await later(5 * HOUR);
    expect((await kantor.order(key, '100')).status).toBe(409);
  });

  test('that a bank’s message has paused stays off until the trader switches it on', async () => {
    await schedule('13:00', '18:00');
    await sql`
      with message as (
        insert into notification (id, trader_id, trader_seq, cabinet_id, message_id, phone, application, text,
          plain_request, outcome, reason, heard_at, created_at)
        select gen_random_uuid(), trader_id, list_append(trader_id, 'notifications'), cabinet_id, requisite.id::text, '',
          '900', 'Карта заблокирована', '', 'before_matching', '', ${kantor.clock()}, ${kantor.clock()}
        from requisite where id = ${requisite} returning id)
      update requisite set paused_at = ${kantor.clock()}, paused_by = message.id from message
      where requisite.id = ${requisite}`.execute(kantor.db);
    await later(HOUR);
    expect(await isOn()).toBe(false);
    await toggle(true);
    await later(DAY);
    expect(await isOn()).toBe(true);
  });

  test('that was archived is left alone', async () => {
    await schedule('13:00', '18:00');
    expect((await send('archive/')).status).toBe(200);
    const before = await events();
    await later(DAY);
    expect([await isOn(), await events()]).toEqual([false, before]);
  });

  test('whose switch is taken off is left alone, and its times do nothing', async () => {
    await schedule('13:00', '18:00');
    await send('', { ...BODY, work_on_time: false, time_up: '13:00', time_down: '18:00' });
    await later(HOUR);
    expect(await isOn()).toBe(false);
    await toggle(true);
    await later(DAY);
    expect(await isOn()).toBe(true);
  });

  test('keeps its place in the day when another field is changed', async () => {
    await schedule('13:00', '18:00');
    await later(HOUR);
    await toggle(false);
    await schedule('13:00', '18:00');
    await work();
    expect(await isOn()).toBe(false);
    await later(DAY);
    expect(await isOn()).toBe(true);
  });

  test('that is someone else’s is not switched by a call that finds nothing', async () => {
    await schedule('13:00', '18:00');
    kantor.pass(HOUR);
    const stranger = await kantor.createTrader();
    const path = `/api/v1/bank_details/${requisite}/`;
    const body = { ...BODY, work_on_time: false, time_up: null, time_down: null };
    expect((await kantor.send(path, { method: 'POST', token: stranger.token, body })).status).toBe(404);
    expect(await isOn()).toBe(false);
  });
});

describe('the job', () => {
  test('does a switch once, however many work at once', async () => {
    await schedule('13:00', '18:00');
    const before = await events();
    kantor.pass(HOUR);
    await Promise.all([work(), work(), work(), work()]);
    expect([await isOn(), await events()]).toEqual([true, before + 1]);
  });

  /** A worker has found the requisite due and waits for its row, which changes meanwhile. */
  const changesUnderTheJob = async (change: ReturnType<typeof sql>) => {
    let late: Promise<void> | undefined;
    await transaction(kantor.db, async (tx) => {
      await sql`select from requisite where id = ${requisite} for no key update`.execute(tx);
      late = work();
      await kantor.untilBlocked();
      await sql`update requisite set ${change} where id = ${requisite}`.execute(tx);
    });
    await late;
  };

  test('leaves alone what another has done, and the trader undone, since it looked', async () => {
    await schedule('13:00', '18:00');
    kantor.pass(HOUR);
    await changesUnderTheJob(sql`is_active = false, switch_at = switch_at + interval '5 hours'`);
    expect(await isOn()).toBe(false);
  });

  test.each([
    ['on', sql`time_up = '14:00'`],
    ['off', sql`time_down = '12:45'`],
  ])('does not go by a time of switching %s that has changed since it looked', async (_which, change) => {
    await schedule('12:30', '18:00');
    kantor.pass(HOUR);
    await changesUnderTheJob(change);
    // By the new times it is off now.
    expect(await isOn()).toBe(false);
  });

  test('comes to the end of many that are due at once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 450 }, () =>
        kantor.createRequisite(trader.id, {
          isActive: false,
          workOnTime: true,
          timeUp: '13:00',
          timeDown: '18:00',
          cabinetId: null,
        }),
      ),
    );
    await later(HOUR);
    const { rows } = await sql<{ n: bigint }>`
      select count(*) as n from requisite where id = any(${ids}::uuid[]) and is_active`.execute(kantor.db);
    expect(rows[0]?.n).toBe(450n);
  });

  test('killed at any step switches once all the same', async () => {
    const job = {
      databaseUrl: kantor.databaseUrl,
      job: 'switch-requisites',
      get args() {
        return [kantor.clock().toISOString()];
      },
    };
    let before = 0;
    const steps = await killAtEachStep(
      job,
      async () => {
        await schedule('13:00', '18:00');
        await toggle(false);
        before = await events();
        const noon = Date.UTC(2026, 10, 20, 9);
        kantor.pass(DAY - ((kantor.clock().getTime() - noon) % DAY) + HOUR);
      },
      async () => {
        await work();
        expect([await isOn(), await events()]).toEqual([true, before + 1]);
      },
    );
    expect(steps).toBeGreaterThanOrEqual(2);
  });
});

test('the database refuses a schedule that does not know its next time, and one without times', async () => {
  await schedule('13:00', '18:00');
  const set = (change: ReturnType<typeof sql>) =>
    sql`update requisite set ${change} where id = ${requisite}`.execute(kantor.db);
  await expect(set(sql`switch_at = null`)).rejects.toThrow('requisite_schedule');
  await expect(set(sql`work_on_time = false`)).rejects.toThrow('requisite_schedule');
  await expect(set(sql`time_up = null`)).rejects.toThrow('requisite_times');
});
