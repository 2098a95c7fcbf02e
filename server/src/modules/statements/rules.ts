import { POSTING_KINDS } from '@kantor/contract/plain/money-trail.ts';
import type { AccountKind, EntryReason, Numbers, RevenueTurnover, Turnover } from '../ledger/index.ts';

/** What a period came to, micro-USDT: `opening + received - spent = closing`. */
interface Sums {
  opening: bigint;
  received: bigint;
  spent: bigint;
  closing: bigint;
}

export interface PartTotals extends Sums {
  part: AccountKind;
  entries: bigint;
  /** Of its entries in the period; the platform's revenue has no numbers. */
  numbers: Numbers | undefined;
}

/** Whole postings of a kind, by what they left all parts with together. */
export interface KindTotals {
  reason: EntryReason;
  postings: bigint;
  received: bigint;
  spent: bigint;
}

export interface Totals {
  parts: PartTotals[];
  /** All parts together: what only moved between them is neither received nor spent. */
  whole: Sums;
  kinds: KindTotals[];
}

type Figures = 'opening' | 'received' | 'spent' | 'closing' | 'postings' | 'entries';
export const sumOf = <Name extends Figures>(rows: readonly Record<Name, bigint>[], name: Name): bigint =>
  rows.reduce((sum, row) => sum + row[name], 0n);

const inOrder = (kinds: readonly KindTotals[]) => {
  const placeOf = ({ reason }: KindTotals) => (POSTING_KINDS as readonly string[]).indexOf(reason);
  return kinds.toSorted((a, b) => placeOf(a) - placeOf(b));
};

const wholeOf = (parts: readonly Sums[], kinds: readonly KindTotals[]): Sums => ({
  opening: sumOf(parts, 'opening'),
  received: sumOf(kinds, 'received'),
  spent: sumOf(kinds, 'spent'),
  closing: sumOf(parts, 'closing'),
});

/** A period of a trader or a merchant. */
export function totalsOf(turnovers: readonly Turnover[]): Totals {
  const parts = turnovers.map(({ movements, opening, closing, ...numbers }) => ({
    part: numbers.part,
    opening,
    received: movements.reduce((sum, { credited }) => sum + credited, 0n),
    spent: movements.reduce((sum, { debited }) => sum + debited, 0n),
    closing,
    entries: numbers.last - numbers.first + 1n,
    numbers,
  }));
  const kinds = new Map<EntryReason, KindTotals>();
  for (const { reason, postings, gained, lost } of turnovers.flatMap(({ movements }) => movements)) {
    // A debt, and a move within the owner's own parts, are no receipt and no expense; their postings are counted all the same.
    if (postings === 0n) continue;
    const kind = kinds.get(reason) ?? { reason, postings: 0n, received: 0n, spent: 0n };
    kinds.set(reason, {
      reason,
      postings: kind.postings + postings,
      received: kind.received + gained,
      spent: kind.spent + lost,
    });
  }
  const ordered = inOrder([...kinds.values()]);
  return { parts, whole: wholeOf(parts, ordered), kinds: ordered };
}

/** A period of the platform's revenue. */
export function totalsOfRevenue({ opening, closing, kinds }: RevenueTurnover): Totals {
  const rows = inOrder(
    kinds.map(({ reason, entries, credited, debited }) => ({
      reason,
      postings: entries,
      received: credited,
      spent: debited,
    })),
  );
  const sums = { opening, received: sumOf(rows, 'received'), spent: sumOf(rows, 'spent'), closing };
  const part = { part: 'revenue' as const, ...sums, entries: sumOf(rows, 'postings'), numbers: undefined };
  return { parts: [part], whole: sums, kinds: rows };
}

/** More entries are not printed one by one: an act has the sums by kind then, and the statement has each of them. */
export const MAX_PRINTED = 2000n;

export const isPrinted = (parts: readonly { entries: bigint }[]): boolean => sumOf(parts, 'entries') <= MAX_PRINTED;
