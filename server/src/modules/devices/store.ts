import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { NotificationOutcome } from '@kantor/contract/plain/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Page, readPage } from '../../db/dense-list.ts';
import type { Locked, Reader, Tx } from '../../db/tx.ts';

/** One page of a trader's list of rows `d`, newest first, in constant time. None of these lists is filtered by a status. */
function readOwnPage<Row>(
  db: Reader,
  { list, select }: { list: string; select: RawBuilder<unknown> },
  traderId: string,
  page: PageRequest,
): Promise<Page<Row>> {
  const columns = { owner: 'd.trader_id', number: 'd.trader_seq' };
  return readPage<Row>(db, { list, select, ...columns }, { ownerId: traderId, ...page });
}

export interface Ping {
  id: string;
  deviceName: string;
  text: string;
  createdAt: Date;
}

const pings = {
  list: 'pings',
  select: sql`
    select true as present, d.id, cabinet.device_name as "deviceName", d.text, d.created_at as "createdAt"
    from device_ping d join cabinet on cabinet.id = d.cabinet_id`,
};

export const readPings = (db: Reader, traderId: string, page: PageRequest) =>
  readOwnPage<Ping>(db, pings, traderId, page);

/** What a phone says: the cabinet is the trader's. */
interface Said {
  id: string;
  traderId: string;
  cabinetId: string;
  text: string;
  createdAt: Date;
}

export async function insertPing(tx: Tx, ping: Said): Promise<void> {
  await sql`
    insert into device_ping (id, trader_id, trader_seq, cabinet_id, text, created_at)
    values (${ping.id}, ${ping.traderId}, list_append(${ping.traderId}, 'pings'), ${ping.cabinetId}, ${ping.text},
      ${ping.createdAt})`.execute(tx);
}

const PINGS_FORGOTTEN_AT_ONCE = 1000;

/** The pings that were kept before `cutoff`, as a history to forget. */
export const oldPings = (cutoff: Date) => ({
  list: 'pings',
  table: 'device_ping',
  owner: 'trader_id',
  number: 'trader_seq',
  isOld: sql<boolean>`created_at < ${cutoff}`,
  batchSize: PINGS_FORGOTTEN_AT_ONCE,
  remove: deletePings,
});

async function deletePings(tx: Tx, pings: readonly Locked<{ id: string }>[]): Promise<void> {
  await sql`delete from device_ping where id = any(${pings.map(({ id }) => id)}::uuid[])`.execute(tx);
}

export interface Notification extends Ping {
  phone: string;
  application: string;
  orderId: string | null;
  outcome: NotificationOutcome;
  reason: string;
  /** Kopecks that were read in the text. */
  amount: bigint | null;
  /** Orders. */
  candidates: string[];
}

/** Characters of a text in a list: it may be long, and a page has a hundred. */
const SHOWN = 500;

const notificationColumns = sql`
  d.id, d.phone, d.application, d.created_at as "createdAt", d.order_id as "orderId",
  cabinet.device_name as "deviceName", d.outcome, d.reason, d.amount,
  array(select c.order_id from notification_candidate c where c.notification_id = d.id order by 1 desc) as candidates`;
const fromNotifications = sql`from notification d join cabinet on cabinet.id = d.cabinet_id`;

export const readNotifications = (db: Reader, traderId: string, page: PageRequest) =>
  readOwnPage<Notification>(
    db,
    {
      list: 'notifications',
      select: sql`
        select true as present, left(d.text, ${sql.lit(SHOWN)}) as text, ${notificationColumns} ${fromNotifications}`,
    },
    traderId,
    page,
  );

export interface NotificationDetail extends Notification {
  plainRequest: string;
  heardAt: Date;
  tail: string | null;
  sender: string | null;
  balance: bigint | null;
}

export async function readNotification(
  db: Reader,
  traderId: string,
  id: string,
): Promise<NotificationDetail | undefined> {
  const { rows } = await sql<NotificationDetail>`
    select ${notificationColumns}, d.text, d.plain_request as "plainRequest", d.heard_at as "heardAt", d.tail, d.sender,
      d.balance ${fromNotifications}
    where d.id = ${id} and d.trader_id = ${traderId}`.execute(db);
  return rows[0];
}

/** What the phone sent when it sent this message for the first time; undefined when none of that name is kept. */
export async function readPlainRequest(db: Reader, cabinetId: string, messageId: string): Promise<string | undefined> {
  const { rows } = await sql<{ plainRequest: string }>`
    select plain_request as "plainRequest" from notification
    where cabinet_id = ${cabinetId} and message_id = ${messageId}`.execute(db);
  return rows[0]?.plainRequest;
}

/** A message as the page of an order shows it. */
export type OrderMessage = Pick<Notification, 'id' | 'createdAt' | 'text' | 'outcome' | 'reason'>;

/** What banks say of one order is little; more of it would tell nothing new. */
const MOST_MESSAGES = 20;

/** The messages that paid a trader's order, belong to it or may be about it, newest first. */
export async function readMessagesOf(db: Reader, traderId: string, orderId: string): Promise<OrderMessage[]> {
  const { rows } = await sql<OrderMessage>`
    select d.id, d.created_at as "createdAt", left(d.text, ${sql.lit(SHOWN)}) as text, d.outcome, d.reason
    from notification d
    where d.trader_id = ${traderId} and d.id in (
      select id from notification where order_id = ${orderId}
      union all
      select notification_id from notification_candidate where order_id = ${orderId}
    )
    order by d.id desc limit ${MOST_MESSAGES}`.execute(db);
  return rows;
}
