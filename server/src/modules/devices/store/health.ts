import { sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';
import { after, DAY, moscowMidnight } from '../../../kernel/clock.ts';
import { firstIdAt } from '../../../kernel/ids.ts';
import { isOnline } from '../../cabinets/index.ts';

/** How a cabinet is, now and in the last 24 hours. */
export interface CabinetHealth {
  id: string;
  lastSeenAt: Date | null;
  /** Per cent. */
  battery: number | null;
  /** The beginning of what is told: 24 hours ago, or the cabinet's making. */
  since: Date;
  /** In order; the last may go on. */
  silences: { since: Date; until: Date | null }[];
  /** Since midnight in Moscow; orders of the requisites that are in it now. */
  messagesToday: bigint;
  ordersToday: bigint;
}

/**
 * The health of a trader's cabinets, in one statement. It reads today's orders and messages of the trader, found by their numbers, and the
 * silences of a day: no pings.
 */
export async function readHealth(db: Reader, traderId: string, at: Date): Promise<CabinetHealth[]> {
  const from = after(at, -DAY);
  const midnight = moscowMidnight(at);
  type Row = Omit<CabinetHealth, 'silences'> & { silences: { since: string; until: string | null }[] };
  const { rows } = await sql<Row>`
    with before as materialized (
      select order_number_at(${traderId}, 'trader', ${firstIdAt(midnight)}) as orders,
        notification_number_before(${traderId}, ${midnight}) as messages
    ), message as materialized (
      select cabinet_id, count(*) as n from notification, before
      where trader_id = ${traderId} and trader_seq > before.messages group by 1
    ), issued as materialized (
      select requisite.cabinet_id, count(*) as n from before
      join orders on orders.trader_id = ${traderId} and orders.trader_seq > before.orders
      join requisite on requisite.id = orders.requisite_id group by 1
    )
    select cabinet.id, last_heard_at as "lastSeenAt", battery, greatest(cabinet.created_at, ${from}) as since,
      coalesce(message.n, 0) as "messagesToday", coalesce(issued.n, 0) as "ordersToday",
      (select coalesce(json_agg(json_build_object('since', greatest(since, ${from}), 'until', until) order by since), '[]') from (
        select since, until from cabinet_silence where cabinet_id = cabinet.id and until > ${from}
        union all
        select coalesce(last_heard_at, cabinet.created_at), null where not ${isOnline(at)}
      ) as silence) as silences
    from cabinet
    left join message on message.cabinet_id = cabinet.id
    left join issued on issued.cabinet_id = cabinet.id
    where cabinet.trader_id = ${traderId} and blocked_forever_at is null order by cabinet.id desc`.execute(db);
  return rows.map(({ silences, ...row }) => ({
    ...row,
    silences: silences.map(({ since, until }) => ({
      since: new Date(since),
      until: until === null ? null : new Date(until),
    })),
  }));
}
