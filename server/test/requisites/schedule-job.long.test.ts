import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { HOUR } from '../../src/kernel/clock.ts';
import { switchDueRequisites } from '../../src/modules/requisites/index.ts';
import { killAtEachStep } from '../kills/kill-at-each-step.ts';
import { passToNoon, test as base } from './schedule-fixture.ts';

type Sql = ReturnType<typeof sql>;

const SCHEDULED = { isActive: false, workOnTime: true, timeUp: '13:00', timeDown: '18:00', cabinetId: null };

const test = base
  /** It is 13:00, when the requisite is to be switched on. */
  .extend('due', async ({ kantor, requisite }) => {
    await requisite.schedule('13:00', '18:00');
    const eventsBefore = await requisite.events();
    kantor.pass(HOUR);
    return { eventsBefore };
  })
  /** A worker has found the requisite due and waits for its row, which changes meanwhile. */
  .extend('changeUnderTheJob', ({ kantor, requisite: { id } }) => async (change: Sql) => {
    let late: Promise<void> | undefined;
    await transaction(kantor.db, async (tx) => {
      await sql`select from requisite where id = ${id} for no key update`.execute(tx);
      late = switchDueRequisites(kantor);
      await kantor.untilBlocked();
      await sql`update requisite set ${change} where id = ${id}`.execute(tx);
    });
    await late;
  });

describe('the job', () => {
  test('does a switch once, however many work at once', async ({ kantor, requisite, due: { eventsBefore } }) => {
    await Promise.all([1, 2, 3, 4].map(() => switchDueRequisites(kantor)));
    expect([await requisite.isOn(), await requisite.events()]).toEqual([true, eventsBefore + 1]);
  });

  test('leaves alone what another has done, and the trader undone, since it looked', async ({
    requisite,
    due: _due,
    changeUnderTheJob,
  }) => {
    await changeUnderTheJob(sql`is_active = false, switch_at = switch_at + interval '5 hours'`);
    expect(await requisite.isOn()).toBe(false);
  });

  test.for([
    ['on', sql`time_up = '14:00'`],
    ['off', sql`time_down = '12:45'`],
  ] as const)(
    'does not go by a time of switching %s that has changed since it looked',
    async ([_which, change], { kantor, requisite, changeUnderTheJob }) => {
      await requisite.schedule('12:30', '18:00');
      kantor.pass(HOUR);
      await changeUnderTheJob(change);
      // By the new times it is off now.
      expect(await requisite.isOn()).toBe(false);
    },
  );

  test('comes to the end of many that are due at once', async ({ kantor, trader, later }) => {
    const ids = await Promise.all(Array.from({ length: 450 }, () => kantor.createRequisite(trader.id, SCHEDULED)));
    await later(HOUR);
    const { rows } = await sql<{ n: bigint }>`
      select count(*) as n from requisite where id = any(${ids}::uuid[]) and is_active`.execute(kantor.db);
    expect(rows[0]?.n).toBe(450n);
  });

  test('killed at any step switches once all the same', async ({ kantor, requisite }) => {
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
        await requisite.schedule('13:00', '18:00');
        await requisite.toggle(false);
        before = await requisite.events();
        passToNoon(kantor);
        kantor.pass(HOUR);
      },
      async () => {
        await switchDueRequisites(kantor);
        expect([await requisite.isOn(), await requisite.events()]).toEqual([true, before + 1]);
      },
    );
    expect(steps).toBeGreaterThanOrEqual(2);
  });
});

test('the database refuses a schedule that does not know its next time, and one without times', async ({
  kantor,
  requisite,
}) => {
  await requisite.schedule('13:00', '18:00');
  const set = (change: Sql) => sql`update requisite set ${change} where id = ${requisite.id}`.execute(kantor.db);
  await expect(set(sql`switch_at = null`)).rejects.toThrow('requisite_schedule');
  await expect(set(sql`work_on_time = false`)).rejects.toThrow('requisite_schedule');
  await expect(set(sql`time_up = null`)).rejects.toThrow('requisite_times');
});
