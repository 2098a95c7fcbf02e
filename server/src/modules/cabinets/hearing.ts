import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { transaction, type Tx } from '../../db/tx.ts';
import { after, type Clock, MINUTE } from '../../kernel/clock.ts';
import { appendEvent, appendEvents } from '../../outbox/append.ts';
import type { PhonesCabinet } from './phones.ts';

/** A phone that has been silent for so long is not there. */
const SILENCE = 2 * MINUTE;
/** So much may be missing of the time when a phone was last heard: most pings need not write it. */
const PRECISION = 5000;
/** Of a phone's pings about one a minute is kept, however often it pings; a minute's own pings may come a little early. */
const PING_KEPT_EVERY = 50_000;

/** Whether a phone that was heard then is silent now; one that never was is. */
export const isSilent = (lastHeardAt: Date | null, at: Date): boolean =>
  lastHeardAt === null || lastHeardAt <= after(at, -SILENCE);

/** The same of the row `cabinet`. */
export const isHeard = (at: Date): RawBuilder<boolean> =>
  sql`coalesce(cabinet.is_heard and cabinet.last_heard_at > ${after(at, -SILENCE)}::timestamptz, false)`;

/** Whether the row `cabinet` says already that it is heard now. */
export const isJustHeard = (at: Date): RawBuilder<boolean> =>
  sql`coalesce(cabinet.is_heard and cabinet.last_heard_at > ${after(at, -PRECISION)}::timestamptz, false)`;

/**
 * Notes that a cabinet's phone was heard, and tells the screens when it had been silent.
 * @returns whether its ping is to be kept, if it was one.
 */
export async function hearCabinet(tx: Tx, { id, traderId }: PhonesCabinet, at: Date, isPing = false): Promise<boolean> {
  const isDue = sql`not ${isJustHeard(at)}`;
  const isPingDue = sql`(${isPing} and (last_ping_at is null or last_ping_at <= ${after(at, -PING_KEPT_EVERY)}))`;
  const { rows } = await sql<{ isBack: boolean; isKept: boolean }>`
    with before as (
      select id, not is_heard or last_heard_at <= ${after(at, -SILENCE)} as "isBack", ${isPingDue} as "isKept"
      from cabinet where id = ${id} and (${isDue} or ${isPingDue}) for no key update
    )
    update cabinet set is_heard = true, last_heard_at = greatest(last_heard_at, ${at}),
      last_ping_at = case when "isKept" then ${at} else last_ping_at end
    from before where cabinet.id = before.id
    returning "isBack", "isKept"`.execute(tx);
  if (rows[0]?.isBack) await appendEvent(tx, { kind: 'cabinet.changed', objectId: id, owners: [traderId], at });
  return rows[0]?.isKept ?? false;
}

/** Cabinets that one turn looks after. */
const AT_ONCE = 500;

/** Tells the screens, once, of cabinets whose phones have fallen silent. Issuing does not wait for it. */
export async function noticeSilentCabinets({ db, clock }: { db: Database; clock: Clock }): Promise<number> {
  const at = clock();
  return transaction(db, async (tx) => {
    const { rows } = await sql<PhonesCabinet>`
      with silent as (
        select id from cabinet where is_heard and last_heard_at <= ${after(at, -SILENCE)}
        order by id limit ${AT_ONCE} for no key update skip locked
      )
      update cabinet set is_heard = false from silent where cabinet.id = silent.id
      returning cabinet.id, cabinet.trader_id as "traderId"`.execute(tx);
    for (const [traderId, own] of Map.groupBy(rows, (row) => row.traderId)) {
      const objectIds = own.map(({ id }) => id);
      await appendEvents(tx, { kind: 'cabinet.changed', objectIds, owners: [traderId], at });
    }
    return rows.length;
  });
}
