import { after, MINUTE } from '../../kernel/clock.ts';
import type { Ours, Theirs } from './rules.ts';

/** The closing of an order, as a bank would see it. */
export interface Closing extends Ours {
  /** The last four digits of its card and account. */
  tails: readonly string[];
}

/**
 * Pairs the rows of a bank's statement with closings of their very sum, within so many minutes, on the account that the row names, one to
 * one, as many as can be: of the rows in whose time a closing is, it gets the one whose time ends first. Rows that name an account choose
 * before those that name none.
 * @returns the place of each row's closing, or none.
 */
export function pairByTime(
  theirs: readonly Theirs[],
  closings: readonly Closing[],
  windowMinutes: number,
): ReadonlyMap<Theirs, Closing> {
  const pairs = new Map<Theirs, Closing>();
  const taken = new Set<Closing>();
  const assign = (rows: readonly Theirs[], of: readonly Closing[]) => {
    const waiting = rows
      .flatMap((row) => {
        if (row.span === null) return [];
        const from = after(row.span.from, -windowMinutes * MINUTE).getTime();
        return [{ row, from, to: after(row.span.to, windowMinutes * MINUTE).getTime() }];
      })
      .toSorted((a, b) => a.from - b.from);
    let open: typeof waiting = [];
    let next = 0;
    for (const closing of of.filter((each) => !taken.has(each)).toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
      const at = closing.at.getTime();
      for (let row = waiting[next]; row !== undefined && row.from <= at; row = waiting[next]) {
        open.push(row);
        next += 1;
      }
      open = open.filter(({ to }) => to >= at);
      const first = open.reduce<(typeof open)[number] | undefined>(
        (a, b) => (a === undefined || b.to < a.to ? b : a),
        undefined,
      );
      if (first === undefined) continue;
      open = open.filter((each) => each !== first);
      taken.add(closing);
      pairs.set(first.row, closing);
    }
  };
  const ofSum = Map.groupBy(closings, ({ amount }) => amount);
  for (const [amount, rows] of Map.groupBy(theirs, (row) => row.amount)) {
    const candidates = ofSum.get(amount) ?? [];
    const named = Map.groupBy(rows, ({ tail }) => tail);
    for (const [tail, own] of named)
      if (tail !== null)
        assign(
          own,
          candidates.filter(({ tails }) => tails.includes(tail)),
        );
    assign(named.get(null) ?? [], candidates);
  }
  return pairs;
}
