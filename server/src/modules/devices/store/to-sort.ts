import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { NotificationOutcome } from '@kantor/contract/plain/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Counted, type Page, pageOf } from '../../../db/dense-list.ts';
import type { Reader } from '../../../db/tx.ts';
import { after, DAY } from '../../../kernel/clock.ts';
import { namesAmount } from './names-amount.ts';
import { listedText } from './forgotten.ts';

/** A message that nobody has sorted by then is told of no more: its order is long over. */
const SORTABLE_MS = DAY;

/** Nobody has said yet what the row `notification` is about. */
const isUnsorted = (at: Date) => sql`(
  notification.chosen_at is null and notification.dismissed_at is null and notification.appeal_id is null
  and notification.heard_at > ${after(at, -SORTABLE_MS)})`;

/**
 * Money came, and no order was found for it, or too many, or one that it may not close. While an order is in appeal, its messages wait
 * there. By the index `notification_unused`.
 */
const isMoneyToSort = (at: Date) => sql`(
  notification.amount is not null
  and notification.outcome in ('ambiguous', 'near', 'no_order', 'expired', 'balance_mismatch')
  and ${isUnsorted(at)}
  and (notification.order_id is null or exists (
    select from orders where orders.id = notification.order_id and orders.status not in ('CLOSED', 'APPEAL')))
  and (
    not exists (select from notification_candidate where notification_id = notification.id)
    or exists (
      select from notification_candidate candidate join orders on orders.id = candidate.order_id
      where candidate.notification_id = notification.id and orders.status not in ('CLOSED', 'APPEAL')))
)`;

/** A text with a sum that nobody could read. By the index `notification_unread_sum`. */
const isUnreadSum = (at: Date) => sql`(
  notification.outcome = 'unread' and notification.names_sum and ${isUnsorted(at)})`;

/**
 * An order of a sum that the text names waited for money at its bank and cabinet when it came, or had just ceased to, and nobody has
 * closed it since. Advertisements, refusals and requests name other sums.
 */
const wasAwaited = sql`exists (
  select from orders join requisite on requisite.id = orders.requisite_id join bank on bank.id = requisite.bank_id
  where orders.trader_id = notification.trader_id
    and orders.id >= first_id_at(notification.heard_at - interval '25 minutes') and orders.id < first_id_at(notification.heard_at)
    and orders.status in ('ACTIVE', 'EXPIRED')
    and requisite.cabinet_id = notification.cabinet_id and bank.name = notification.bank
    and ${namesAmount(sql`notification.text`, sql`orders.amount`)})`;

const isUnreadToSort = (at: Date) => sql`(${isUnreadSum(at)} and ${wasAwaited})`;

/**
 * Whether the row `notification` waits for a person. Whatever became of it, one whose candidates are all paid waits no more; nor does
 * one that somebody has used, or said to be about no order.
 */
export const isToSort = (at: Date): RawBuilder<boolean> => sql`(${isMoneyToSort(at)} or ${isUnreadToSort(at)})`;

const rowsOf = (accountId: string, isOne: RawBuilder<unknown>) => sql`
  select notification.id, notification.heard_at, notification.amount
  from cabinet join notification on notification.cabinet_id = cabinet.id
  where cabinet.trader_id = ${accountId} and ${isOne}`;

/** All of a trader's messages that wait for a person: `id`, `heard_at` and `amount`. What counts them and what lists them reads this. */
export const messagesToSort = (traderId: string, at: Date): RawBuilder<unknown> => sql`
  ${rowsOf(traderId, isMoneyToSort(at))} union all ${rowsOf(traderId, isUnreadToSort(at))}`;

/** Texts with a sum that nobody could read, while no order waited for that sum: hardly about an order. */
const noise = (traderId: string, at: Date) => rowsOf(traderId, sql`${isUnreadSum(at)} and not ${wasAwaited}`);

/** A message that waits for a person. */
export interface MessageToSort {
  id: string;
  heardAt: Date;
  createdAt: Date;
  deviceName: string;
  application: string;
  bank: string | null;
  /** Kopecks. */
  amount: bigint | null;
  sender: string | null;
  tail: string | null;
  text: string;
  outcome: NotificationOutcome;
  reason: string;
}

export type SortKind = 'to_sort' | 'noise';

/** One page of a trader's messages that wait for a person, or of noise, newest first. */
export async function readMessagesToSort(
  db: Reader,
  { traderId, kind, page, pageSize }: PageRequest & { traderId: string; kind: SortKind },
  at: Date,
): Promise<Page<MessageToSort>> {
  const { rows } = await sql<Counted<MessageToSort>>`
    with found as materialized (${kind === 'noise' ? noise(traderId, at) : messagesToSort(traderId, at)})
    select (select count(*) from found) as count, r.*
    from (select) one left join lateral (
      select true as present, d.id, d.heard_at as "heardAt", d.created_at as "createdAt", cabinet.device_name as "deviceName",
        d.application, d.bank, d.amount, d.sender, d.tail, ${listedText('d')}, d.outcome, d.reason
      from (
        select id from found order by heard_at desc, id desc limit ${pageSize} offset ${(page - 1) * pageSize}
      ) as shown
      join notification d on d.id = shown.id join cabinet on cabinet.id = d.cabinet_id
      order by d.heard_at desc, d.id desc
    ) r on true`.execute(db);
  return pageOf(rows);
}
