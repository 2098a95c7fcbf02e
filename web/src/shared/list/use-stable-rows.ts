import { useMemo, useState } from 'react';

interface StableRows<Row> {
  rows: readonly Row[];
  /** The number of latest rows that are held back. */
  fresh: number;
  /** The shown rows are not the latest ones, or not in their order. */
  isHeld: boolean;
  /** Keys of shown rows that no longer belong to the list. */
  gone: ReadonlySet<string>;
  /** Applies what is held back. */
  show: () => void;
}

type Key<Row> = (row: Row) => string;

const NONE: ReadonlySet<string> = new Set();

const sameOrder = <Row>(a: readonly Row[], b: readonly Row[], key: Key<Row>): boolean =>
  a.length === b.length && a.every((row, index) => key(row) === key(b[index] as Row));

/**
 * The shown rows that left the list. Of those that the latest rows lack, the last may only have been pushed to the next page
 * by new ones: as many as there are new ones are given the benefit of the doubt.
 */
function goneOf<Row>(
  shown: readonly Row[],
  latest: ReadonlySet<string>,
  fresh: number,
  key: Key<Row>,
): ReadonlySet<string> {
  const keys = shown.map(key);
  const lastPresent = keys.findLastIndex((each) => latest.has(each));
  const maybePushed = Math.max(lastPresent + 1, keys.length - fresh);
  return new Set(keys.filter((each, index) => !latest.has(each) && index < maybePushed));
}

/**
 * Rows that do not move under the pointer. While `hold` is set, rows keep their places: they take new values,
 * but none comes, goes or changes its place until the hold ends, `show` is called, or `scope` changes
 * (another page or filter was asked for).
 */
export function useStableRows<Row>(
  latest: readonly Row[],
  { key, hold, scope }: { key: Key<Row>; hold: boolean; scope: string },
): StableRows<Row> {
  const [base, setBase] = useState({ rows: latest, scope });
  const isHeld = hold && base.scope === scope && !sameOrder(base.rows, latest, key);
  if (!isHeld && (base.rows !== latest || base.scope !== scope)) setBase({ rows: latest, scope });

  return useMemo(() => {
    const show = () => setBase({ rows: latest, scope });
    if (!isHeld) return { rows: latest, fresh: 0, isHeld, gone: NONE, show };
    const byKey = new Map(latest.map((row) => [key(row), row]));
    const known = new Set(base.rows.map(key));
    const fresh = latest.filter((row) => !known.has(key(row))).length;
    return {
      rows: base.rows.map((row) => byKey.get(key(row)) ?? row),
      fresh,
      isHeld,
      gone: goneOf(base.rows, new Set(byKey.keys()), fresh, key),
      show,
    };
  }, [isHeld, base, latest, scope, key]);
}
