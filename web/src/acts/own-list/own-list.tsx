import { type ReactNode, Suspense } from 'react';
import type { TotalsOf } from '@/api/list-totals';
import { useUser } from '@/session/use-user';
import classes from '@/shared/filters/filters.module.css';
import { SearchRest } from '@/shared/filters/search-rest';
import type { Amount } from '@/shared/lib/format-amount';
import { lazyLater } from '@/shared/lib/lazy-later';
import type { Paged } from '@/shared/lib/paged';
import type { ListParams } from '@/shared/list/use-list-params';

// What every list of an owner's may be narrowed to, and the line that stands under it.

/** The filters, for a list's definition; empty is any. `before` is where a search goes on. */
export const NO_SPAN = { from: '', to: '', min: '', max: '', before: '' };
type Span = typeof NO_SPAN;

export type SpanList = Pick<ListParams<Span>, 'filters' | 'setFilters'>;

const SpanFields = lazyLater<{ list: SpanList; clears: object }>(() => import('./span-fields'));

/** The days and sums of a list; a server of the specification alone knows none. `clears`: other filters, whose place they take. */
export function OwnSpan({ list, clears = {} }: { list: SpanList; clears?: Record<string, string> }): ReactNode {
  if (!useUser()?.rights) return null;
  return (
    <Suspense fallback={<span className={classes.room} />}>
      <SpanFields list={list} clears={clears} />
    </Suspense>
  );
}

export interface TotalsProps<Row> {
  rows: readonly Row[];
  filters: Record<string, string>;
}

/** The line under a list: how many there are, and what they come to. */
export const ownTotals = <Row,>(
  of: TotalsOf,
  amountOf: (row: Row) => Amount | null | undefined,
  unit: 'rub' | 'usdt',
): ((props: TotalsProps<Row>) => ReactNode) =>
  lazyLater<TotalsProps<Row>>(() =>
    import('./totals').then(({ totalsOf }) => ({ default: totalsOf(of, amountOf, unit) })),
  );

/** Where a narrowed list goes on. */
export const ownRest = <F extends Span>(
  { rest }: Paged<unknown>,
  { filters, setFilters }: ListParams<F>,
): ReactNode => <SearchRest rest={rest} list={{ filters, setFilters: (patch) => setFilters(patch as Partial<F>) }} />;
