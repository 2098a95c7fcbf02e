import type { NotificationOutcome } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import type { Reader } from '../../../db/tx.ts';
import { after, DAY } from '../../../kernel/clock.ts';
import { firstIdAt } from '../../../kernel/ids.ts';
import { listedText } from './forgotten.ts';
import { outcomeColumns } from './notifications.ts';

/** A message of a bank to a requisite's phone, as whoever decides about its order reads it. */
export interface MessageAround {
  id: string;
  heardAt: Date;
  deviceName: string;
  bank: string | null;
  /** Kopecks. */
  amount: bigint | null;
  balance: bigint | null;
  sender: string | null;
  tail: string | null;
  text: string;
  outcome: NotificationOutcome;
  reason: string;
  orderId: string | null;
  /** Orders. */
  candidates: string[];
}

/** An order's place, and the time around it. */
interface Around {
  orderId: string;
  traderId: string;
  requisiteId: string;
  since: Date;
  until: Date;
}

/** So many messages of a few hours are shown. */
const MAX_AROUND = 200;
/** A phone without a network hands over what it has heard later. */
const LATEST_DELIVERY_MS = DAY;

/**
 * The messages that the requisite's phone heard in a time, and those that belong to the order or may be about it, oldest first.
 * The trader's numbers lead to the time: no index on messages is needed.
 */
export async function readMessagesAround(
  db: Reader,
  { orderId, traderId, requisiteId, since, until }: Around,
): Promise<{ messages: MessageAround[]; hasMore: boolean }> {
  const numberBefore = (at: Date) => sql`
    owner_number_before('notification'::regclass, 'trader_id', 'trader_seq', ${traderId}::uuid, ${firstIdAt(at)}::uuid)`;
  const { rows } = await sql<MessageAround>`
    with bounds as materialized (
      select ${numberBefore(since)} as low, ${numberBefore(after(until, LATEST_DELIVERY_MS))} as high
    ), own as materialized (
      select id from notification where order_id = ${orderId}
      union
      select notification_id from notification_candidate where order_id = ${orderId}
    ), around as materialized (
      select heard.id from bounds cross join lateral (
        select id, cabinet_id, heard_at from notification
        where trader_id = ${traderId} and trader_seq > bounds.low and trader_seq <= bounds.high
      ) as heard
      where heard_at between ${since} and ${until}
        and cabinet_id = (select cabinet_id from requisite where id = ${requisiteId})
      order by heard_at, id limit ${MAX_AROUND + 1}
    )
    select d.id, d.heard_at as "heardAt", cabinet.device_name as "deviceName", d.bank, d.amount, d.balance, d.sender, d.tail,
      ${listedText('d')}, ${outcomeColumns}, d.order_id as "orderId",
      array(select c.order_id from notification_candidate c where c.notification_id = d.id order by 1 desc) as candidates
    from (select id from own union select id from around) as found
    join notification d on d.id = found.id join cabinet on cabinet.id = d.cabinet_id
    where d.trader_id = ${traderId}
    order by d.heard_at, d.id`.execute(db);
  return { messages: rows.slice(0, MAX_AROUND), hasMore: rows.length > MAX_AROUND };
}
