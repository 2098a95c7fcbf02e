import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { NotificationOutcome } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { type Counted, type Page, pageOf } from '../../../db/dense-list.ts';
import type { Reader, Statement } from '../../../db/tx.ts';
import { withPayee } from '../../requisites/index.ts';
import { MAX_LISTED_LENGTH } from './notifications.ts';

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
    'already_closed', 'cancelled', 'appeal', 'cabinet_blocked', 'tail_mismatch')`;

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
      select d.* from notification d where ${isUnused} and ${mayPay(order)}
      order by d.heard_at limit ${MAX_LOOKED_THROUGH}
    ), unused as (
      select n.id, n.heard_at as "heardAt", n.bank, n.amount, n.sender, n.tail,
        left(n.text, ${sql.lit(MAX_LISTED_LENGTH)}) as text, n.outcome, n.reason,
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
    where d.id = ${notificationId} and ${isUnused} and ${mayPay(order)}
    returning array(select order_id from notification_candidate where notification_id = d.id) as candidates`.execute(
    statement,
  );
  return rows[0]?.candidates;
}

/** Whether a trader has such a message, and whether it has paid an order. */
export async function readUse(db: Reader, traderId: string, id: string): Promise<{ isUsed: boolean } | undefined> {
  const { rows } = await sql<{ isUsed: boolean }>`
    select chosen_at is not null or outcome = 'paid' as "isUsed" from notification
    where id = ${id} and trader_id = ${traderId}`.execute(db);
  return rows[0];
}
