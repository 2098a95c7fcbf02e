import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';
import type { Gate } from '@kantor/contract/plain/gates.ts';
import { after, MINUTE } from '../../kernel/clock.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type IdMeaning, idMeanings, rubMeaning } from '../../kernel/search-terms.ts';

/** A payer has so long. */
export const ORDER_LIFETIME_MS = 15 * MINUTE;

/** An order keeps its amount on its requisite this long after it is over: banks send late and double messages. */
export const SLOT_GRACE_MS = 10 * MINUTE;

/** An order that waits for its payer, or is contested, keeps its amount for as long as that lasts. */
const NO_END = new Date(8.64e15);

/** Until when an order, as it is now, keeps its amount on its requisite: `order_over_at` in SQL (migrations/063) and the grace. */
export function slotUntil({
  status,
  expiresAt,
  paidAt,
}: {
  status: OrderStatus;
  expiresAt: Date;
  paidAt: Date | null;
}): Date {
  if (status === 'ACTIVE' || status === 'APPEAL') return NO_END;
  return after(paidAt !== null && paidAt > expiresAt ? paidAt : expiresAt, SLOT_GRACE_MS);
}

/** Orders that were over by then keep no amount at this moment. */
export const slotGraceBefore = (at: Date): Date => after(at, -SLOT_GRACE_MS);

/** Which status an event must find an order in, and where it leads. */
export const TRANSITIONS = {
  confirm: { from: 'ACTIVE', to: 'CLOSED' },
  'confirm-expired': { from: 'EXPIRED', to: 'CLOSED' },
  expire: { from: 'ACTIVE', to: 'EXPIRED' },
  cancel: { from: 'ACTIVE', to: 'DECLINED' },
} as const satisfies Record<string, { from: OrderStatus; to: OrderStatus }>;

/** An order in one of these may be appealed; a declined appeal returns it there, a confirmed one closes it. */
export const APPEALABLE: readonly OrderStatus[] = ['ACTIVE', 'EXPIRED', 'DECLINED'];

/** The limits that a merchant's new order may be beyond (migrations/029). */
export const LIMITS = ['active_orders', 'active_sum', 'unpaid_hour'] as const;
export type LimitName = (typeof LIMITS)[number];

/** Why an order was not issued: the gate that stopped it, no requisite at all, a rate that is too old, or the merchant's stop or limit. */
export type IssueRefusal = Gate | 'no_requisites' | 'rate_stale' | 'traffic_stopped' | `limit_${LimitName}`;

/** The possible meanings of a search text: an order's id, a part of what its owner sees of its payee, its sum in kopecks, a shop's own number. */
export type SearchTerm =
  | IdMeaning
  | { kind: 'text'; part: string }
  | { kind: 'sum'; amount: bigint }
  | { kind: 'number'; beginning: string };

/** What an order is known by exactly: also the last digits of its payee, and who sent the money as their bank wrote it. */
export type OrderKey =
  | Extract<SearchTerm, { kind: 'id' | 'short' | 'sum' }>
  | { kind: 'own number'; number: string }
  | { kind: 'ending'; digits: string }
  | { kind: 'sender'; name: string };

/** Everything that the text of the search box may mean to someone: only what they are shown. */
export function searchTerms(text: string, role: Owner['role'] | 'operator'): SearchTerm[] {
  const part = text.trim();
  if (part === '') return [];
  const sum = rubMeaning(part);
  const numbers: SearchTerm[] = role !== 'trader' ? [{ kind: 'number', beginning: part }] : [];
  return [
    { kind: 'text', part },
    ...(sum === undefined ? [] : [{ kind: 'sum' as const, amount: sum }]),
    ...numbers,
    ...idMeanings(part),
  ];
}
