import { SCALE } from '@kantor/contract/plain/money.ts';
import type { ReactNode } from 'react';
import { type PlatformTotals, type PlatformTotalsOf, useGetPlatformTotalsQuery } from '@/api/platform-totals';
import { type Amount, formatCount, inRub, inUsdt } from '@/shared/lib/format-amount';
import { usePolling } from '@/shared/lib/use-polling';
import { FilterTotals } from '@/shared/totals/filter-totals';
import { sumOf } from '@/shared/totals/sum-of';

/** A list without statuses shows all of its rows. */
type Filters = Record<string, string> & { status?: string };

interface Summed<Row> {
  of: PlatformTotalsOf;
  amountOf: (row: Row) => Amount | null | undefined;
  unit?: 'rub' | 'usdt';
  /** Filters that are no status, for an object has one besides: they are counted apart… */
  apart?: readonly string[];
  /** …or by nobody. */
  uncounted?: readonly string[];
}

/** Of so many of the newest a total is that is not of all. */
const LOOKED_AT = 10_000;

/** What of the filters is asked: where the list is is no part of it, and a status only where it is counted apart. */
const asked = (filters: Filters, apart: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters).filter(
      ([name, value]) => value !== '' && name !== 'before' && (name !== 'status' || apart.includes(value)),
    ),
  );

const totalOf = ({ statuses }: PlatformTotals, isShown: (status: string) => boolean, unit: 'rub' | 'usdt') => {
  const shown = statuses.filter(({ status }) => isShown(status));
  return {
    count: shown.reduce((sum, { count }) => sum + count, 0),
    amount: sumOf(
      shown.map(({ amount }) => amount),
      SCALE[unit],
    ),
  };
};

/** The counts on the statuses of a list whose rows have no sum. */
export const platformCounts = (of: PlatformTotalsOf) => platformTotals<never>({ of, amountOf: () => 0 }).statusNote;

/** The figures of a list of the platform: the line under it, and the counts on its statuses. */
export function platformTotals<Row>({ of, amountOf, unit = 'rub', apart = [], uncounted = [] }: Summed<Row>): {
  totals: (props: { rows: readonly Row[]; filters: Filters }) => ReactNode;
  statusNote: (status: string, filters: Filters) => ReactNode;
} {
  const useTotals = (filters: Filters, counted: readonly string[]) =>
    useGetPlatformTotalsQuery({ of, filters: asked(filters, counted) }, usePolling()).currentData;

  function Totals({ rows, filters }: { rows: readonly Row[]; filters: Filters }) {
    const { status = 'ALL' } = filters;
    const totals = useTotals(filters, apart);
    const isShown = (each: string) => status === 'ALL' || apart.includes(status) || each === status;
    return (
      <FilterTotals
        page={sumOf(
          rows.map((row) => amountOf(row) ?? 0),
          SCALE[unit],
        )}
        isAll={status === 'ALL' && Object.keys(asked(filters, apart)).length === 0}
        written={unit === 'rub' ? inRub : inUsdt}
        {...(totals &&
          !uncounted.includes(status) && {
            found: totalOf(totals, isShown, unit),
            among: totals.is_whole ? undefined : LOOKED_AT,
          })}
      />
    );
  }

  /** How many a status has of those that the list is narrowed to; of a part of them it says nothing. */
  function Count({ status, filters }: { status: string; filters: Filters }) {
    const totals = useTotals(filters, []);
    if (!totals?.is_whole) return null;
    return formatCount(totalOf(totals, (each) => status === 'ALL' || each === status, unit).count);
  }

  return {
    totals: Totals,
    statusNote: (status, filters) =>
      !apart.includes(status) && !uncounted.includes(status) && <Count status={status} filters={filters} />,
  };
}
