import { DISMISSAL_TEXT, DISMISSALS } from '@kantor/contract/plain/match.ts';
import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { NotificationOutcome, OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import { byPlace, type Placed } from '../../../db/by-place.ts';
import { type Page, readPage } from '../../../db/dense-list.ts';
import { numberedList, type OwnList } from '../../../db/own-list.ts';
import type { Locked, Reader, Statement, Tx } from '../../../db/tx.ts';
import type { CabinetRef } from '../../cabinets/index.ts';
import { appended, type ObjectEvent } from '../../../outbox/append.ts';
import { requisiteShortName, withPayee } from '../../requisites/index.ts';
import { listedText, wholeTexts } from './forgotten.ts';

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

/**
 * Of a message that fitted several orders: they were all closed or cancelled without it. Seen when it is read, so that closing
 * an order writes nothing here, and two that close at once leave nothing behind.
 */
const isSettled = sql`d.outcome = 'ambiguous' and not exists (
  select from notification_candidate c join orders on orders.id = c.order_id
  where c.notification_id = d.id and orders.status not in ('CLOSED', 'DECLINED'))`;

/** What became of a message by now. */
export const outcomeNow = sql`
  case when d.chosen_at is not null then 'paid_by_hand' when d.dismissed_at is not null then 'dismissed'
    when d.appeal_id is not null then 'appeal' when ${isSettled} then 'settled' else d.outcome::text end`;

/** Why it is about no order, in words. */
const dismissalText = sql`case d.dismissed_as ${sql.join(
  DISMISSALS.map((reason) => sql`when ${sql.lit(reason)} then ${sql.lit(DISMISSAL_TEXT[reason].toLowerCase())}`),
  sql` `,
)} end`;

/** The same with its words. */
export const outcomeColumns = sql`
  ${outcomeNow} as outcome,
  case when d.chosen_at is not null then 'Оплатило заказ: вы подтвердили его по этому сообщению'
    when d.dismissed_at is not null then 'Не про заказ: ' || ${dismissalText} || coalesce(' · ' || d.dismissed_note, '')
    when d.appeal_id is not null then 'По нему открыта апелляция на эту сумму'
    when ${isSettled} then 'Заказы, к которым оно подходило, закрыты без него' else d.reason end as reason`;

/** Whether the row `notification` names a sender, however their name is spelt in capitals and with its last point: by an index. */
export const isSentBy = (name: string): RawBuilder<boolean> => sql`(
  notification.sender is not null and lower(rtrim(notification.sender, ' .')) = lower(rtrim(${name}, ' .')))`;

const columns = sql`
  d.id, d.phone, d.application, d.created_at as "createdAt", d.order_id as "orderId",
  cabinet.device_name as "deviceName", ${outcomeColumns}, d.amount,
  array(select c.order_id from notification_candidate c where c.notification_id = d.id order by 1 desc) as candidates`;
const joined = sql`from notification d join cabinet on cabinet.id = d.cabinet_id`;

const notifications = {
  list: 'notifications',
  owner: 'd.trader_id',
  number: 'd.trader_seq',
  select: sql`select true as present, ${listedText('d')}, ${columns} ${joined}`,
};

/** A notification with its trader. */
export type OwnedNotification = Notification & { traderId: string };

export const selectOwned = sql`
  select true as present, d.trader_id as "traderId", ${listedText('d')}, ${columns} ${joined}`;

/** One page of a trader's notifications, newest first, in constant time. */
export const readNotifications = (
  db: Reader,
  traderId: string,
  { page, pageSize }: PageRequest,
): Promise<Page<Notification>> => readPage(db, notifications, { ownerId: traderId, page, pageSize });

/** The same list, to be narrowed and added up. */
export const notificationsOf = (traderId: string): OwnList =>
  numberedList({
    table: 'notification',
    select: notifications.select,
    id: 'd.id',
    amount: 'd.amount',
    owner: 'trader_id',
    number: 'trader_seq',
    ownerId: traderId,
  });

export interface NotificationDetail extends Notification {
  plainRequest: string;
  heardAt: Date;
  tail: string | null;
  sender: string | null;
  balance: bigint | null;
  candidateOrders: CandidateOrder[];
}

/** An order that a message may be about. */
interface CandidateOrder {
  id: string;
  amount: bigint;
  requisite: string;
  createdAt: Date;
  expiresAt: Date;
  status: OrderStatus;
}

async function readCandidateOrders(db: Reader, notificationId: string): Promise<CandidateOrder[]> {
  const { rows } = await sql<CandidateOrder>`
    select orders.id, orders.amount, ${requisiteShortName('payee')} as requisite, orders.created_at as "createdAt",
      orders.expires_at as "expiresAt", orders.status
    from notification_candidate c join orders on orders.id = c.order_id ${withPayee('orders')}
    where c.notification_id = ${notificationId} order by orders.id desc`.execute(db);
  return rows;
}

export async function readNotification(
  db: Reader,
  traderId: string,
  id: string,
): Promise<NotificationDetail | undefined> {
  const { rows } = await sql<Omit<NotificationDetail, 'candidateOrders'>>`
    select ${columns}, ${wholeTexts('d')}, d.heard_at as "heardAt", d.tail, d.sender, d.balance
    ${joined} where d.id = ${id} and d.trader_id = ${traderId}`.execute(db);
  const [found] = rows;
  return found && { ...found, candidateOrders: await readCandidateOrders(db, found.id) };
}

/** Anybody's notification. */
export async function readAnyNotification(
  db: Reader,
  id: string,
): Promise<(NotificationDetail & { traderId: string }) | undefined> {
  const { rows } = await sql<{ traderId: string }>`
    select trader_id as "traderId" from notification where id = ${id}`.execute(db);
  const [owner] = rows;
  const found = owner && (await readNotification(db, owner.traderId, id));
  return found && { ...owner, ...found };
}

/** A message as the page of an order shows it. */
export type OrderMessage = Pick<Notification, 'id' | 'createdAt' | 'text' | 'outcome' | 'reason'>;

/** Banks send few messages about one order; more of them would be noise. */
const MAX_ORDER_MESSAGES = 20;

/** For each of these orders of traders the messages that paid it, belong to it or may be about it, newest first. */
export async function readMessagesOf<Order extends { id: string; traderId: string }>(
  db: Reader,
  orders: readonly Order[],
): Promise<Map<Order, OrderMessage[]>> {
  if (orders.length === 0) return new Map();
  const { rows } = await sql<OrderMessage & Placed>`
    select place, d.*
    from unnest(${orders.map(({ id }) => id)}::uuid[], ${orders.map(({ traderId }) => traderId)}::uuid[]) with ordinality
      as asked (order_id, trader_id, place)
    cross join lateral (
      select d.id, d.created_at as "createdAt", ${listedText('d')}, ${outcomeColumns}
      from notification d
      where d.trader_id = asked.trader_id and d.id in (
        select id from notification where order_id = asked.order_id
        union all
        select notification_id from notification_candidate where order_id = asked.order_id
        union all
        select kept.id from appeal join notification kept on kept.appeal_id = appeal.id where appeal.order_id = asked.order_id
      )
      order by d.id desc limit ${MAX_ORDER_MESSAGES}
    ) d
    order by place, d.id desc`.execute(db);
  return byPlace(orders, rows);
}

/** A cabinet's message is recognised by its id, or by its text. */
export interface MessageIdentity {
  messageId: string;
  textHash: Buffer;
}

/** Those of these messages that their cabinets have sent already, under the same id or with the same text. */
export async function readKept<Message extends MessageIdentity & { cabinet: Locked<CabinetRef> }>(
  tx: Statement,
  messages: readonly Message[],
): Promise<Set<Message>> {
  const { rows } = await sql<Placed>`
    select place
    from unnest(${messages.map(({ cabinet }) => cabinet.id)}::uuid[], ${messages.map(({ messageId }) => messageId)}::text[],
      ${messages.map(({ textHash }) => textHash)}::bytea[]) with ordinality as m (cabinet_id, message_id, text_hash, place)
    cross join lateral (
      select from notification where cabinet_id = m.cabinet_id and message_id = m.message_id
      union all
      select from notification where cabinet_id = m.cabinet_id and text_hash = m.text_hash
      limit 1
    ) kept`.execute(tx);
  const kept = byPlace(messages, rows);
  return new Set(messages.filter((message) => kept.get(message)?.length));
}

/** Whether a cabinet has sent one of these texts. */
export async function isKept(db: Reader, { id }: CabinetRef, textHashes: readonly Buffer[]): Promise<boolean> {
  const { rows } = await sql`
    select from notification where cabinet_id = ${id} and text_hash = any(${textHashes}::bytea[]) limit 1`.execute(db);
  return rows.length > 0;
}

export interface NewNotification extends MessageIdentity {
  id: string;
  cabinet: Locked<CabinetRef>;
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
  namesSum: boolean;
}

/**
 * Keeps messages with their outcomes, each at the end of its trader's list, in this order, and appends their events.
 * The lists' numbers are taken last of all locks, by trader: every message of a trader waits for theirs.
 */
export async function insertNotifications(
  tx: Tx,
  messages: readonly NewNotification[],
  events: readonly ObjectEvent[],
): Promise<void> {
  const each = <Value>(valueOf: (message: NewNotification) => Value) => messages.map((message) => valueOf(message));
  const traderIds = each(({ cabinet }) => cabinet.traderId);
  await sql`
    with event as (${appended(events)})
    insert into notification (trader_seq, trader_id, id, cabinet_id, message_id, text_hash, phone, application, text,
      plain_request, heard_at, created_at, outcome, reason, order_id, amount, balance, bank, tail, sender, names_sum)
    select * from unnest(list_append_all(${traderIds}::uuid[], 'notifications'), ${traderIds}::uuid[],
      ${each(({ id }) => id)}::uuid[], ${each(({ cabinet }) => cabinet.id)}::uuid[],
      ${each(({ messageId }) => messageId)}::text[], ${each(({ textHash }) => textHash)}::bytea[],
      ${each(({ phone }) => phone)}::text[], ${each(({ application }) => application)}::text[],
      ${each(({ text }) => text)}::text[], ${each(({ plainRequest }) => plainRequest)}::text[],
      ${each(({ heardAt }) => heardAt)}::timestamptz[], ${each(({ createdAt }) => createdAt)}::timestamptz[],
      ${each(({ outcome }) => outcome)}::text[], ${each(({ reason }) => reason)}::text[],
      ${each(({ orderId }) => orderId)}::uuid[], ${each(({ amount }) => amount)}::bigint[],
      ${each(({ balance }) => balance)}::bigint[], ${each(({ bank }) => bank)}::text[],
      ${each(({ tail }) => tail)}::text[], ${each(({ sender }) => sender)}::text[],
      ${each(({ namesSum }) => namesSum)}::boolean[])`.execute(tx);
  const candidates = messages.flatMap(({ id, candidates: orderIds }) => orderIds.map((orderId) => ({ id, orderId })));
  if (candidates.length === 0) return;
  await sql`
    insert into notification_candidate (notification_id, order_id)
    select * from unnest(${candidates.map(({ id }) => id)}::uuid[], ${candidates.map(({ orderId }) => orderId)}::uuid[])`.execute(
    tx,
  );
}

/**
 * Gives earlier messages, which fitted several orders, to the orders that they pay together with another message. A compare-and-set.
 * @returns whether all of them were still free.
 */
export async function payByEarlier(
  tx: Tx,
  payments: readonly { messageId: string; orderId: string }[],
  reason: string,
): Promise<boolean> {
  const { rows } = await sql`
    update notification d set outcome = 'paid', order_id = payment.order_id, reason = ${reason}
    from unnest(${payments.map(({ messageId }) => messageId)}::uuid[], ${payments.map(({ orderId }) => orderId)}::uuid[])
      as payment (message_id, order_id)
    where d.id = payment.message_id and d.outcome = 'ambiguous' and d.chosen_at is null and d.dismissed_at is null
      and d.appeal_id is null
    returning d.id`.execute(tx);
  return rows.length === payments.length;
}
