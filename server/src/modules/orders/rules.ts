import { parseMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';
import type { Gate } from '@kantor/contract/plain/gates.ts';
import { after, MINUTE } from '../../kernel/clock.ts';
import type { Owner } from '../../kernel/owner.ts';

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

/** Why an order was not issued: the gate that stopped it, no requisite at all, a rate that is too old, or the merchant's limit. */
export type IssueRefusal = Gate | 'no_requisites' | 'rate_stale' | `limit_${LimitName}`;

/** The possible meanings of a text as an order's id: its beginning, or its short name. */
type IdMeaning = { kind: 'id'; from: string; to: string } | { kind: 'short'; name: string };

/** The possible meanings of a search text: an order's id, a part of what its owner sees of its payee, its sum in kopecks, a shop's own number. */
export type SearchTerm =
  | IdMeaning
  | { kind: 'text'; part: string }
  | { kind: 'sum'; amount: bigint }
  | { kind: 'number'; beginning: string };

const UUID_DIGITS = 32;
const SHORT_NAME_DIGITS = 8;
const dashed = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;

/** Empty when the text is no part of an id: fewer than 4 characters, or other than hexadecimal. */
function idMeanings(text: string): IdMeaning[] {
  const hex = text
    .trim()
    .toLowerCase()
    // As screens shorten it.
    .replace(/(?:…|\.\.\.)$/, '')
    .replaceAll('-', '');
  if (!/^[0-9a-f]{4,32}$/.test(hex)) return [];
  const beginning: IdMeaning = {
    kind: 'id',
    from: dashed(hex.padEnd(UUID_DIGITS, '0')),
    to: dashed(hex.padEnd(UUID_DIGITS, 'f')),
  };
  return hex.length === SHORT_NAME_DIGITS ? [beginning, { kind: 'short', name: hex.toUpperCase() }] : [beginning];
}

/** Roubles as people write them and screens show them: `1500`, `1 500,50`, `1500.5 ₽`. Empty when the text is no sum. */
function sumMeanings(text: string): SearchTerm[] {
  const written = /^(\d{1,3}(?:\s\d{3})+|\d+)(?:[.,](\d{1,2}))?\s?₽?$/.exec(text);
  if (written === null) return [];
  const [, whole = '', kopecks = '0'] = written;
  const amount = parseMinorUnits(`${whole.replaceAll(/\s/g, '')}.${kopecks}`, SCALE.rub);
  return amount === undefined || amount === 0n ? [] : [{ kind: 'sum', amount }];
}

/** Everything that the text of the search box may mean to someone: only what they are shown. */
export function searchTerms(text: string, role: Owner['role'] | 'operator'): SearchTerm[] {
  const part = text.trim();
  if (part === '') return [];
  const numbers: SearchTerm[] = role !== 'trader' ? [{ kind: 'number', beginning: part }] : [];
  return [{ kind: 'text', part }, ...sumMeanings(part), ...numbers, ...idMeanings(part)];
}
