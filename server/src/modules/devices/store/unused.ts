import type { Dismissal } from '@kantor/contract/plain/match.ts';
import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { NotificationOutcome } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { type Counted, type Page, pageOf } from '../../../db/dense-list.ts';
import type { Reader, Statement } from '../../../db/tx.ts';
import { withPayee } from '../../requisites/index.ts';
import { listedText } from './forgotten.ts';

/** An order that a trader confirms by one of the bank's messages. Kopecks, UTC. */
export interface ConfirmedOrder {
  id: string;
  traderId: string;
  requisiteId: string;
  amount: bigint;
  createdAt: Date;
  expiresAt: Date;
}

/** Money that came and has paid nothing yet. */
export interface UnusedMessage {
  id: string;
  heardAt: Date;
  bank: string | null;
  amount: bigint;
  sender: string | null;
  tail: string | null;
  text: string;
  outcome: NotificationOutcome;
  reason: string;
  fits: boolean;
}

/** To the letter the condition of the index `notification_unused`. */
const isUnused = sql`
  d.chosen_at is null and d.amount is not null and d.outcome in ('ambiguous', 'no_order', 'near', 'before_order', 'expired',
    'already_closed', 'cancelled', 'appeal', 'cabinet_blocked', 'tail_mismatch', 'balance_mismatch')`;

/** Somebody said that it is about no order, or opened an appeal by it. */
const isSorted = sql`(d.dismissed_at is not null or d.appeal_id is not null)`;

/** A person may say that it is about an order, also where nobody could read it. */
const isChoosable = sql`(
  (${isUnused} or (d.chosen_at is null and d.outcome = 'unread' and d.names_sum)) and not ${isSorted})`;

/** May be about this order: its requisite's cabinet heard it, after the order was made, and no other bank wrote it. */
const mayPay = ({ id, traderId, requisiteId, createdAt }: ConfirmedOrder) => sql`
  d.trader_id = ${traderId} and d.heard_at > ${createdAt}
  and d.cabinet_id = (select cabinet_id from requisite where requisite.id = ${requisiteId})
  and not exists (select from orders ${withPayee('orders')} where orders.id = ${id} and bank.name <> d.bank)`;

/** The messages nearest after an order that are looked through: a cabinet hears few a day that pay nothing. */
const MAX_LOOKED_THROUGH = 500;

/** Digits that two ends have in common, where both are known. */
const endsAlike = (column: string) => sql`
  (${sql.ref(column)} <> '' and (${sql.ref(column)} like '%' || n.tail or n.tail like '%' || ${sql.ref(column)}))`;

/** One page of the messages that an order may be confirmed by: those that fit first, in time before late, then the newest. */
export async function readUnusedMessages(
  db: Reader,
  order: ConfirmedOrder,
  { page, pageSize }: PageRequest,
): Promise<Page<UnusedMessage>> {
  const { rows } = await sql<Counted<UnusedMessage>>`
    with nearest as materialized (
      select d.* from notification d where ${isUnused} and not ${isSorted} and ${mayPay(order)}
      order by d.heard_at limit ${MAX_LOOKED_THROUGH}
    ), unused as (
      select n.id, n.heard_at as "heardAt", n.bank, n.amount, n.sender, n.tail,
        ${listedText('n')}, n.outcome, n.reason,
        n.amount = ${order.amount} and (n.tail is null or ${endsAlike('payee.last_4_digits_card')}
          or ${endsAlike('payee.bank_account')}
          or (payee.last_4_digits_card = '' and payee.bank_account = '')) as fits
      from nearest n, orders ${withPayee('orders')} where orders.id = ${order.id}
    )
    select (select count(*) from unused) as count, r.*
    from (select) one left join lateral (
      select true as present, unused.* from unused
      order by fits desc, (fits and "heardAt" > ${order.expiresAt}), "heardAt" desc
      limit ${pageSize} offset ${(page - 1) * pageSize}
    ) r on true`.execute(db);
  return pageOf(rows);
}

/**
 * Gives a message to the order that its trader confirms by it. A compare-and-set: of two that choose one message, one wins.
 * @returns the orders that it might have been about, or undefined when it cannot be chosen for this order.
 */
export async function chooseMessage(
  statement: Statement,
  order: ConfirmedOrder,
  notificationId: string,
  at: Date,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ candidates: string[] }>`
    update notification d set chosen_at = ${at}, order_id = ${order.id}
    where d.id = ${notificationId} and ${isChoosable} and ${mayPay(order)}
    returning array(select order_id from notification_candidate where notification_id = d.id) as candidates`.execute(
    statement,
  );
  return rows[0]?.candidates;
}

/** What has become of a message of a trader. */
export interface Use {
  isUsed: boolean;
  isDismissed: boolean;
  /** An appeal that was opened by it is open. */
  isContested: boolean;
  /** Kopecks. */
  amount: bigint | null;
}

/** Undefined when the trader has no such message. */
export async function readUse(db: Reader, traderId: string, id: string): Promise<Use | undefined> {
  const { rows } = await sql<Use>`
    select chosen_at is not null or outcome = 'paid' as "isUsed", dismissed_at is not null as "isDismissed",
      chosen_at is null and appeal_id is not null as "isContested", amount
    from notification where id = ${id} and trader_id = ${traderId}`.execute(db);
  return rows[0];
}

/**
 * Keeps a message for the appeal that its trader opened by it: nothing else is confirmed by it while that is open. A compare-and-set.
 * @returns whether it can be about the order, and was free.
 */
export async function keepForAppeal(
  statement: Statement,
  order: ConfirmedOrder,
  { notificationId, appealId }: { notificationId: string; appealId: string },
): Promise<boolean> {
  const result = await sql`
    update notification d set appeal_id = ${appealId}
    where d.id = ${notificationId} and ${isChoosable} and ${mayPay(order)}`.execute(statement);
  return result.numAffectedRows === 1n;
}

/** The appeal that was opened by a message is confirmed: the message is used. @returns the message; undefined when there is none. */
export async function useForAppeal(
  statement: Statement,
  { appealId, orderId }: { appealId: string; orderId: string },
  at: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update notification set chosen_at = ${at}, order_id = ${orderId}
    where appeal_id = ${appealId} and chosen_at is null returning id`.execute(statement);
  return rows[0]?.id;
}

/** The appeal that was opened by a message came to nothing: the message waits again. @returns the message; undefined when there is none. */
export async function releaseFromAppeal(statement: Statement, appealId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update notification set appeal_id = null where appeal_id = ${appealId} and chosen_at is null returning id`.execute(
    statement,
  );
  return rows[0]?.id;
}

/** Says that a message is about no order. A compare-and-set. @returns whether it was free. */
export async function dismiss(
  statement: Statement,
  message: { id: string; traderId: string; personId: string; reason: Dismissal; note: string | undefined },
  at: Date,
): Promise<boolean> {
  const { id, traderId, personId, reason, note } = message;
  const result = await sql`
    update notification d set dismissed_at = ${at}, dismissed_by = ${personId}, dismissed_as = ${reason},
      dismissed_note = ${note ?? null}
    where d.id = ${id} and d.trader_id = ${traderId} and ${isChoosable}`.execute(statement);
  return result.numAffectedRows === 1n;
}

/** Takes that back. A compare-and-set. @returns the reason that it had; undefined when it was not dismissed. */
export async function restore(
  statement: Statement,
  { id, traderId }: { id: string; traderId: string },
): Promise<Dismissal | undefined> {
  const { rows } = await sql<{ reason: Dismissal }>`
    with was as (
      select id, dismissed_as as reason from notification
      where id = ${id} and trader_id = ${traderId} and dismissed_at is not null for no key update
    )
    update notification d set dismissed_at = null, dismissed_by = null, dismissed_as = null, dismissed_note = null
    from was where d.id = was.id returning was.reason`.execute(statement);
  return rows[0]?.reason;
}
