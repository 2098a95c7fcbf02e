import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { pageCount, shownPage, type PagedQuery } from '../lib/paged';
import type { Paging } from './use-list-params';
import type { DataTableProps } from './data-table';
import { Pager } from './pager';
import { EmptyState, ErrorState } from '../ui/states';
import { StableTable } from './stable-table';

export interface PagedTableProps<Row> extends DataTableProps<Row> {
  list: Paging;
  query: PagedQuery<Row>;
  emptyText: string;
  errorText: string;
  /** The next step of whoever finds nothing. */
  next?: ReactNode;
  /** What the rows come to, between the page size and the pages. */
  totals?: ReactNode;
}

/** One page of a list in its four states, and the way to the others. */
export function PagedTable<Row>({ list, query, emptyText, errorText, next, totals, ...table }: PagedTableProps<Row>) {
  const { t } = useTranslation();
  const page = shownPage(query);
  const isPastEnd = usePastEnd(list, query);

  if (!page && query.isError) return <ErrorState title={errorText} error={query.error} onRetry={query.refetch} />;
  if (page && page.count === 0 && !isPastEnd) {
    return list.isFiltered ? (
      <EmptyState title={emptyText} hint={t('list.nothingMatchesHint')}>
        <Button variant="default" onClick={list.resetFilters}>
          {t('actions.resetFilters')}
        </Button>
      </EmptyState>
    ) : (
      <EmptyState title={emptyText}>{next}</EmptyState>
    );
  }
  const isStale = query.currentData === undefined;
  return (
    <>
      <StableTable
        {...table}
        rows={isPastEnd ? undefined : page?.results}
        // Rows that only stand in for the page on its way are replaced as soon as it comes.
        scope={isStale ? 'previous' : list.scope}
        isDeep={list.page > 1}
        isStale={isStale && page !== undefined}
        skeletonRows={list.pageSize}
      />
      {page && (
        <Pager list={list} pages={pageCount(page.count, list.pageSize)}>
          {totals}
        </Pager>
      )}
    </>
  );
}

/** A page that no longer exists (its rows were confirmed away) gives way to the last one, without a step in the history. */
function usePastEnd<Row>(list: Paging, query: PagedQuery<Row>): boolean {
  const current = query.currentData;
  const last = current && pageCount(current.count, list.pageSize);
  const isPastEnd = last !== undefined && list.page > last;
  const goTo = useEffectEvent((page: number) => list.setPage(page, { replace: true }));
  useEffect(() => {
    if (isPastEnd) goTo(last);
  }, [isPastEnd, last]);
  return isPastEnd;
}
