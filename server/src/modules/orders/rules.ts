import type { OrderStatus } from '@kantor/contract/statuses.ts';
import { MINUTE } from '../../kernel/clock.ts';

/** How long a payer has. */
export const ORDER_LIFETIME = 15 * MINUTE;

/** An amount stays taken on its requisite this long after the order's expiry and closing: banks send late and double messages. */
export const SLOT_GRACE = 10 * MINUTE;

/** Which status an event must find an order in, and where it leads. */
export const TRANSITIONS = {
  confirm: { from: 'ACTIVE', to: 'CLOSED' },
  'confirm-expired': { from: 'EXPIRED', to: 'CLOSED' },
  expire: { from: 'ACTIVE', to: 'EXPIRED' },
  cancel: { from: 'ACTIVE', to: 'DECLINED' },
} as const satisfies Record<string, { from: OrderStatus; to: OrderStatus }>;

/** An order in one of these may be appealed; a declined appeal returns it there, a confirmed one closes it. */
export const APPEALABLE: readonly OrderStatus[] = ['ACTIVE', 'EXPIRED', 'DECLINED'];

/** The first characters of an order's id, its short name, or a part of a requisite. */
export type SearchTerm =
  | { kind: 'id'; from: string; to: string }
  | { kind: 'short'; name: string }
  | { kind: 'text'; part: string };

const UUID_DIGITS = 32;
const dashed = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;

/** Everything that the text of the search box may mean; empty when it means nothing. */
export function searchTerms(text: string): SearchTerm[] {
  const term = text.trim();
  if (term === '') return [];
  const terms: SearchTerm[] = [{ kind: 'text', part: term }];
  const hex = term
    .toLowerCase()
    .replaceAll('-', '')
    .replace(/(?:…|\.\.\.)$/, '');
  if (/^[0-9a-f]{4,32}$/.test(hex)) {
    terms.push({
      kind: 'id',
      from: dashed(hex.padEnd(UUID_DIGITS, '0')),
      to: dashed(hex.padEnd(UUID_DIGITS, 'f')),
    });
    if (hex.length === 8) terms.push({ kind: 'short', name: hex.toUpperCase() });
  }
  return terms;
}
