import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { NotificationOutcome } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { type Page, readPage } from '../../../db/dense-list.ts';
import type { Locked, Reader, Statement } from '../../../db/tx.ts';
import type { CabinetRef } from '../../cabinets/index.ts';

export interface Notification {
  id: string;
  deviceName: string;
  phone: string;
  application: string;
  text: string;
  createdAt: Date;
  orderId: string | null;
  outcome: NotificationOutcome;
  reason: string;
  /** The kopecks read in the text. */
  amount: bigint | null;
  /** Orders. */
  candidates: string[];
}

/** Characters of a text in a list: it may be long, and a page has a hundred. */
const MAX_LISTED_LENGTH = 500;

const columns = sql`
  d.id, d.phone, d.application, d.created_at as "createdAt", d.order_id as "orderId",
  cabinet.device_name as "deviceName", d.outcome, d.reason, d.amount,
  array(select c.order_id from notification_candidate c where c.notification_id = d.id order by 1 desc) as candidates`;
const joined = sql`from notification d join cabinet on cabinet.id = d.cabinet_id`;

const notifications = {
  list: 'notifications',
  owner: 'd.trader_id',
  number: 'd.trader_seq',
  select: sql`select true as present, left(d.text, ${sql.lit(MAX_LISTED_LENGTH)}) as text, ${columns} ${joined}`,
};

/** One page of a trader's notifications, newest first, in constant time. */
export const readNotifications = (db: Reader, traderId: string, page: PageRequest): Promise<Page<Notification>> =>
  readPage(db, notifications, { ownerId: traderId, ...page });

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
    select ${columns}, d.text, d.plain_request as "plainRequest", d.heard_at as "heardAt", d.tail, d.sender, d.balance
    ${joined} where d.id = ${id} and d.trader_id = ${traderId}`.execute(db);
  return rows[0];
}

/** A message as the page of an order shows it. */
export type OrderMessage = Pick<Notification, 'id' | 'createdAt' | 'text' | 'outcome' | 'reason'>;

/** Banks send few messages about one order; more of them would be noise. */
const MAX_ORDER_MESSAGES = 20;

/** The messages that paid a trader's order, belong to it or may be about it, newest first. */
export async function readMessagesOf(db: Reader, traderId: string, orderId: string): Promise<OrderMessage[]> {
  const { rows } = await sql<OrderMessage>`
    select d.id, d.created_at as "createdAt", left(d.text, ${sql.lit(MAX_LISTED_LENGTH)}) as text, d.outcome, d.reason
    from notification d
    where d.trader_id = ${traderId} and d.id in (
      select id from notification where order_id = ${orderId}
      union all
      select notification_id from notification_candidate where order_id = ${orderId}
    )
    order by d.id desc limit ${MAX_ORDER_MESSAGES}`.execute(db);
  return rows;
}

/** A cabinet's message is recognised by its id, or by its text. */
export interface MessageIdentity {
  messageId: string;
  textHash: Buffer;
}

/** Whether the cabinet has sent this message already, under this id or with this text. */
export async function isKept(
  tx: Statement,
  { id }: Locked<CabinetRef>,
  { messageId, textHash }: MessageIdentity,
): Promise<boolean> {
  const { rows } = await sql`
    select from notification where cabinet_id = ${id} and message_id = ${messageId}
    union all
    select from notification where cabinet_id = ${id} and text_hash = ${textHash}
    limit 1`.execute(tx);
  return rows.length > 0;
}

export interface NewNotification extends MessageIdentity {
  id: string;
  phone: string;
  application: string;
  text: string;
  plainRequest: string;
  heardAt: Date;
  createdAt: Date;
  outcome: NotificationOutcome;
  reason: string;
  orderId: string | null;
  candidates: readonly string[];
  /** The reading: kopecks, and details as the bank wrote them. */
  amount: bigint | null;
  balance: bigint | null;
  bank: string | null;
  tail: string | null;
  sender: string | null;
}

/**
 * Keeps a message with its outcome, at the end of its trader's list.
 * The list's number is taken last of all locks: every message of the trader waits for it.
 */
export async function insertNotification(
  tx: Statement,
  { id: cabinetId, traderId }: Locked<CabinetRef>,
  message: NewNotification,
): Promise<void> {
  await sql`
    with kept as (
      insert into notification (id, trader_id, trader_seq, cabinet_id, message_id, text_hash, phone, application, text,
        plain_request, heard_at, created_at, outcome, reason, order_id, amount, balance, bank, tail, sender)
      values (${message.id}, ${traderId}, list_append(${traderId}, 'notifications'), ${cabinetId},
        ${message.messageId}, ${message.textHash}, ${message.phone}, ${message.application}, ${message.text},
        ${message.plainRequest}, ${message.heardAt}, ${message.createdAt}, ${message.outcome}, ${message.reason},
        ${message.orderId}, ${message.amount}, ${message.balance}, ${message.bank}, ${message.tail}, ${message.sender})
    )
    insert into notification_candidate (notification_id, order_id)
    select ${message.id}, order_id from unnest(${message.candidates}::uuid[]) as order_id`.execute(tx);
}
