import { sql } from 'kysely';
import type { Reader, Statement } from '../../../db/tx.ts';
import { eventsFrom } from '../../../outbox/append.ts';
import { isOnBySchedule, nextSwitch, type Schedule } from '../rules.ts';

// A requisite with a schedule remembers its next switch, so that the clock acts at its times and leaves the trader's own
// switch alone between them.

export interface DueRequisite extends Schedule {
  id: string;
  switchAt: Date;
}

/** Requisites whose time has come, `limit` at most. */
export async function readDueRequisites(db: Reader, at: Date, limit: number): Promise<DueRequisite[]> {
  const { rows } = await sql<DueRequisite>`
    select id, left(time_up::text, 5) as "timeUp", left(time_down::text, 5) as "timeDown", switch_at as "switchAt"
    from requisite where switch_at <= ${at} order by switch_at, id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Switches a requisite by its schedule's last word, however long ago; a second process finds nothing to do. A requisite
 * that a bank's message has paused stays off, until the trader switches it on by hand.
 */
export async function switchBySchedule(
  tx: Statement,
  { id, switchAt, ...schedule }: DueRequisite,
  at: Date,
): Promise<void> {
  const event = { from: sql`switched where "isChanged"`, objectId: sql`id`, owner: sql`trader_id`, at };
  await sql`
    with before as (
      select id, is_active, ${isOnBySchedule(at, schedule)} and paused_at is null as wanted from requisite
      where id = ${id} and date_trunc('milliseconds', switch_at) = ${switchAt}
        and left(time_up::text, 5) = ${schedule.timeUp} and left(time_down::text, 5) = ${schedule.timeDown}
      for no key update
    ), switched as (
      update requisite set is_active = wanted, switch_at = ${nextSwitch(at, schedule)}
      from before where requisite.id = before.id
      returning requisite.id, trader_id, before.is_active <> wanted as "isChanged"
    )
    ${eventsFrom('requisite.changed', event)}`.execute(tx);
}
