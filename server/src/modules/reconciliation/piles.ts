import type { PeriodSource, Pile } from '@kantor/contract/plain/reconciliations.ts';
import type { LeftOut, Ours, Theirs } from './rules.ts';
import type { PileSums } from './store/reconciliation.ts';
import type { Row } from './store/rows.ts';

/** What came of a comparison. */
export interface Result {
  rows: Row[];
  piles: PileSums[];
  from: string;
  to: string;
  periodSource: PeriodSource;
}

/** A row of nothing. */
export const EMPTY: Omit<Row, 'pile' | 'n' | 'key'> = {
  line: null,
  theirs: null,
  theirsFee: null,
  theirsState: null,
  theirsAt: null,
  objectKind: null,
  objectId: null,
  ours: null,
  oursFee: null,
  oursState: null,
  oursAt: null,
  reason: null,
};

export const theirPart = ({ line, key, tail, amount, fee, word, span }: Theirs) => ({
  line,
  key: key || (tail === null ? '' : `•${tail}`),
  theirs: amount,
  theirsFee: fee,
  theirsState: word,
  theirsAt: span?.from ?? null,
});
/** A fee is told where both sides have one, or it is all ours. */
export const ourPart = (ours: Ours, hasFee: boolean) => ({
  objectKind: ours.object,
  objectId: ours.id,
  ours: ours.amount,
  oursFee: hasFee ? ours.fee : null,
  oursState: ours.state,
  oursAt: ours.at,
});

/** A row that takes no part, in its pile. */
export const leftOut = (row: LeftOut) =>
  ({ ...EMPTY, pile: 'left_out', line: row.line, key: row.key, theirs: row.amount, reason: row.reason }) as const;

/** A row that could have taken part. */
export const outOf = ({ line, key, amount }: Theirs, reason: string): LeftOut => ({
  line,
  key,
  amount,
  reason: `Строка ${line}: ${reason}`,
});

/** Rows as they are put into their piles, numbered, and what each pile comes to. */
export function createPiles() {
  const rows: Row[] = [];
  const sums = new Map<Pile, PileSums>();
  const add = (sum: bigint | null, more: bigint | null) => (more === null ? sum : (sum ?? 0n) + more);
  return {
    rows,
    sums: () => [...sums.values()],
    put(row: Omit<Row, 'n'>): void {
      const { pile } = row;
      const before = sums.get(pile) ?? { pile, count: 0, ours: null, theirs: null, oursFee: null, theirsFee: null };
      const count = before.count + 1;
      sums.set(pile, {
        pile,
        count,
        ours: add(before.ours, row.ours),
        theirs: add(before.theirs, row.theirs),
        oursFee: add(before.oursFee, row.oursFee),
        theirsFee: add(before.theirsFee, row.theirsFee),
      });
      rows.push({ ...row, n: count });
    },
  };
}
