import { useMemo, useState } from 'react';

interface SteadyRows<Row> {
  rows: readonly Row[];
  /** How many of the latest rows are held back. */
  fresh: number;
  /** Applies what is held back. */
  show: () => void;
}

const sameOrder = <Row>(a: readonly Row[], b: readonly Row[], key: (row: Row) => string): boolean =>
  a.length === b.length && a.every((row, index) => key(row) === key(b[index] as Row));

/**
 * Rows that do not move under the pointer. While `hold` is set, rows keep their places: they take new values,
 * but none comes, goes or changes its place until the hold ends, `show` is called, or `scope` changes
 * (another page or filter was asked for).
 */
export function useSteadyRows<Row>(
  latest: readonly Row[],
  { key, hold, scope }: { key: (row: Row) => string; hold: boolean; scope: string },
): SteadyRows<Row> {
  const [base, setBase] = useState({ rows: latest, scope });
  const held = hold && base.scope === scope && !sameOrder(base.rows, latest, key);
  if (!held && (base.rows !== latest || base.scope !== scope)) setBase({ rows: latest, scope });

  return useMemo(() => {
    const show = () => setBase({ rows: latest, scope });
    if (!held) return { rows: latest, fresh: 0, show };
    const byKey = new Map(latest.map((row) => [key(row), row]));
    const known = new Set(base.rows.map(key));
    return {
      rows: base.rows.map((row) => byKey.get(key(row)) ?? row),
      fresh: latest.filter((row) => !known.has(key(row))).length,
      show,
    };
  }, [held, base, latest, scope, key]);
}
