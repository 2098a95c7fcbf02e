import type { TFunction } from 'i18next';
import { type ComponentType, createElement, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type ru from '../i18n/ru.json';
import type screens from '../i18n/screens.ru.json';
import { type Paged, type PagedQuery, shownPage } from '../lib/paged';
import { type QueryCall, type QueryState, usePrefetch } from '../lib/query-call';
import { usePolling } from '../lib/use-polling';
import { useListAddress } from './beside';
import type { Column } from './data-table';
import { useColumns } from './use-columns';
import type { PagedTableProps } from './paged-table';
import { type Filters, type ListOptions, type ListParams, type Paging, useListParams } from './use-list-params';

/** A list's texts are `lists.<name>`: its count, and what it says when it has no rows. Those of the first screen are in ru.json. */
export type ListTexts = typeof ru.lists & typeof screens.lists;
export type ListName = keyof ListTexts;

interface Item {
  id: string | number;
}

/** The page that a row leads to. */
interface RowLink {
  path: (id: string) => string;
  /** Fetched ahead when the pointer rests on a row or the focus is in it… */
  detail?: QueryCall<string, unknown>;
  /** …and so is the code of its page. */
  screen?: () => Promise<unknown>;
  /** On a wide window it stands beside the list. */
  hasPanel?: true;
}

interface PagedSource<Row, F extends Filters> {
  call: QueryCall<ListParams<F>['query'], Paged<Row>>;
  isWhole?: false;
}

/** The call answers all rows at once; the screen has pages as every list does. */
interface WholeSource<Row> {
  call: QueryCall<void, Row[]>;
  isWhole: true;
}

/** What a list's file is asked by: what the screen asks, and the keys of its columns. */
export interface FileProps {
  query: object;
  columns: readonly string[];
}

/** A table of one page of a list: everything that is particular to it. */
export type ListDefinition<Row extends Item, F extends Filters> = ListOptions<F> &
  (PagedSource<Row, F> | WholeSource<Row>) & {
    name: ListName;
    columns: (t: TFunction) => readonly Column<Row>[];
    /** The text when the list cannot be had, if not the same as when it is empty. */
    failed?: (t: TFunction) => string;
    /** Loaded later: takes all that the list shows away as a file. */
    file?: ComponentType<FileProps>;
    /** The next step, where there is nothing in the list at all. */
    next?: ComponentType;
    /** A row of its own before this one, which follows another on the page: the head of a group. */
    before?: (row: Row, last: Row | undefined, columns: number) => ReactNode;
    /** Rows lead nowhere without one. */
    row?: RowLink;
    /** Which pages ask again by themselves; none when absent. New rows push a page further down on, so only the first may be worth it. */
    live?: 'always' | 'first page';
  };

interface List<Row, F extends Filters> {
  list: ListParams<F>;
  query: PagedQuery<Row>;
  /** To be spread on a `PagedTable`. */
  table: Omit<PagedTableProps<Row>, 'label'>;
  /** The button of its file, where there are rows. */
  file: ReactNode;
  /** The count in words; empty while it is not known. */
  count: string;
}

const rowKey = ({ id }: Item) => String(id);

/** The hook of a defined list: its address, its rows, and what its table needs. */
export function defineList<Row extends Item, F extends Filters>(
  definition: ListDefinition<Row, F>,
): () => List<Row, F> {
  const { name, live, row, before, failed, next: Next, file: File, isWhole = false } = definition;
  // The argument fits the call: both come from one definition.
  const { useQuery } = definition.call as QueryCall<unknown, Row[] | Paged<Row>>;
  const rowHref = ({ id }: Row) => row?.path(String(id)) ?? '';

  return function useList() {
    const { t } = useTranslation();
    const list = useListParams(definition);
    const polling = usePolling(live === 'always' || (live === 'first page' && list.page === 1));
    const query = usePage(useQuery(isWhole ? undefined : list.query, polling), list);
    const page = shownPage(query);
    const isBeside = useListAddress().object !== undefined;
    const columns = useColumns(definition.columns, t, page?.results, isBeside, list.columns);
    const prefetch = usePrefetch(row?.detail);
    const onRowIntent = ({ id }: Row) => {
      prefetch(String(id));
      void row?.screen?.();
    };
    const table = {
      list,
      query,
      columns,
      rowKey,
      before,
      ...(row && { rowHref, onRowIntent, hasPanel: row.hasPanel ?? false }),
      ...(Next && { next: createElement(Next) }),
      emptyText: t(`lists.${name}.empty`),
      errorText: failed?.(t) ?? t(`lists.${name}.empty`),
    };
    const keys = columns.map(({ id }) => id);
    const file = File && page?.count ? createElement(File, { query: list.query, columns: keys }) : null;
    // Not everything was looked at: there may be more.
    const count = page ? `${t(`lists.${name}.count`, { n: page.count })}${page.rest ? '+' : ''}` : '';
    return { list, query, table, file, count };
  };
}

/** An answer that holds all rows as an answer that holds one page of them. */
function usePage<Row>(answer: QueryState<Row[] | Paged<Row>>, { page, pageSize }: Paging): PagedQuery<Row> {
  return useMemo(() => {
    const pageOf = (all: Row[] | Paged<Row> | undefined): Paged<Row> | undefined =>
      Array.isArray(all) ? { count: all.length, results: all.slice((page - 1) * pageSize, page * pageSize) } : all;
    return { ...answer, data: pageOf(answer.data), currentData: pageOf(answer.currentData) };
  }, [answer, page, pageSize]);
}
