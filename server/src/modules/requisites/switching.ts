import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { type Reader, transaction, type Tx } from '../../db/tx.ts';
import type { Clock } from '../../kernel/clock.ts';
import { appendEvent } from '../../outbox/append.ts';
import { isOnBySchedule, nextSwitch, type Schedule } from './schedule.ts';

// Requisites that the clock switches. Each remembers when it is switched next, so that the clock acts at its times and
// leaves the trader's own switch alone between them.

/** When a requisite is switched next; null without a schedule. */
export const switchAtOf = (
  at: Date,
  { workOnTime, timeUp, timeDown }: { workOnTime?: boolean; timeUp?: string | null; timeDown?: string | null },
): Date | null => (workOnTime && timeUp && timeDown ? nextSwitch(at, { timeUp, timeDown }) : null);

interface Due extends Schedule {
  id: string;
  traderId: string;
  switchAt: Date;
}

const selectScheduled = sql`
  select id, trader_id as "traderId", left(time_up::text, 5) as "timeUp", left(time_down::text, 5) as "timeDown",
    switch_at as "switchAt"
  from requisite`;

const AT_ONCE = 200;

async function readDue(db: Reader, at: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    ${selectScheduled} where switch_at <= ${at} order by switch_at, id limit ${AT_ONCE}`.execute(db);
  return rows;
}

/**
 * Switches a requisite as its schedule has said last, however long ago; whoever comes second finds nothing to do. What a
 * bank's message has paused stays off, until the trader switches it on himself.
 */
async function switchBySchedule(tx: Tx, { id, traderId, switchAt, ...schedule }: Due, at: Date): Promise<void> {
  const { rows } = await sql<{ isChanged: boolean }>`
    with before as (
      select id, is_active, ${isOnBySchedule(at, schedule)} and paused_at is null as wanted from requisite
      where id = ${id} and date_trunc('milliseconds', switch_at) = ${switchAt}
        and left(time_up::text, 5) = ${schedule.timeUp} and left(time_down::text, 5) = ${schedule.timeDown}
      for no key update
    )
    update requisite set is_active = wanted, switch_at = ${nextSwitch(at, schedule)}
    from before where requisite.id = before.id
    returning before.is_active <> wanted as "isChanged"`.execute(tx);
  if (rows[0]?.isChanged) await appendEvent(tx, { kind: 'requisite.changed', objectId: id, owners: [traderId], at });
}

/** Switches the requisites whose time has come; one transaction each. */
export async function switchDueRequisites({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const at = clock();
  for (let found = AT_ONCE; found === AT_ONCE;) {
    const due = await readDue(db, at);
    for (const requisite of due) await transaction(db, (tx) => switchBySchedule(tx, requisite, at));
    found = due.length;
  }
}

/** Does for one requisite what the job has not come to yet: its schedule is about to change. */
export async function switchIfDue(tx: Tx, traderId: string, id: string, at: Date): Promise<void> {
  const { rows } = await sql<Due>`
    ${selectScheduled} where id = ${id} and trader_id = ${traderId} and switch_at <= ${at}`.execute(tx);
  for (const requisite of rows) await switchBySchedule(tx, requisite, at);
}

/** The trader has just switched it himself: that stays until the schedule's next time. */
export async function leaveUntilNext(tx: Tx, id: string, at: Date): Promise<void> {
  const { rows } = await sql<Due>`${selectScheduled} where id = ${id} and switch_at <= ${at} for no key update`.execute(
    tx,
  );
  for (const requisite of rows) {
    await sql`update requisite set switch_at = ${nextSwitch(at, requisite)} where id = ${id}`.execute(tx);
  }
}
