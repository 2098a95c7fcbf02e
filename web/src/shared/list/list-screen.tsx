import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { type ComponentType, createElement, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type ru from '../i18n/ru.json';
import { useStore } from '../lib/create-store';
import { type Paged, shownPage } from '../lib/paged';
import { type Preload, PRELOAD, type QueryCall } from '../lib/query-call';
import { useListAddress } from './beside';
import { PagedTable } from './paged-table';
import classes from '../ui/screen.module.css';
import { ScreenTitle } from '../ui/screen-title';
import { Search, type SearchOf } from './search';
import { StaleNote } from '../ui/states';
import { type ListDefinition, type ListName, defineList } from './use-list';
import { type Filters, type ListParams, readListParams } from './use-list-params';
import { viewsSlot } from './views-slot';

type Label = (t: TFunction) => string;

interface LinkAction {
  to: string;
  label: Label;
}

type ScreenDefinition<Row extends { id: string | number }, F extends Filters> = ListDefinition<Row, F> & {
  name: ListName & keyof typeof ru.sections;
  /** Its title is `sections.<section>`; the name is the section when absent. */
  section?: keyof typeof ru.sections;
  /** A search box for one of the filters. */
  search?: SearchOf<F>;
  /** Other filters, beside the search box. */
  toolbar?: (list: ListParams<F>, t: TFunction) => ReactNode;
  /** The screen's own button, at the right of the title: a link, or a component of its own. */
  action?: LinkAction | ComponentType;
  /** Stands over the rows and is none of them. */
  above?: ComponentType;
  /** Loaded later: what the rows of a page come to, and all that the filters leave. */
  totals?: (props: { rows: readonly Row[]; filters: F }) => ReactNode;
  /** Stands under a page that has come. */
  below?: (page: Paged<Row>, list: ListParams<F>) => ReactNode;
};

/** A list screen from its definition: title, count, toolbar, one page of rows, the way to the others. */
export function listScreen<Row extends { id: string | number }, const F extends Filters = Record<never, string>>(
  definition: ScreenDefinition<Row, F>,
): { Component: ComponentType; preload: Preload } {
  const { name, section = name, search, toolbar, action, above: Above, totals: Totals, below, isWhole } = definition;
  const call = definition.call as QueryCall<unknown, unknown>;

  const useList = defineList(definition);

  function Component() {
    const { t } = useTranslation();
    const Views = useStore(viewsSlot);
    const isBeside = useListAddress().object !== undefined;
    const { list, query, table, file, count } = useList();
    const page = shownPage(query);
    const title = t(`sections.${section}`);
    const tools = toolbar?.(list, t);
    return (
      <div className={classes.screen}>
        {!isBeside && <ScreenTitle>{title}</ScreenTitle>}
        <div className={classes.header}>
          <h1>{title}</h1>
          <span className={classes.count} aria-live="polite">
            {count}
          </span>
          {query.isError && count !== '' && <StaleNote onRetry={query.refetch} />}
          {(file || action || Views) && (
            <div className={classes.actions}>
              {Views && (
                <Suspense>
                  {createElement(Views, {
                    section,
                    list,
                    columns: definition.columns,
                    shown: table.columns,
                  })}
                </Suspense>
              )}
              <Suspense>{file}</Suspense>
              {action && <Action action={action} />}
            </div>
          )}
        </div>
        {(search || tools) && (
          <div className={classes.toolbar}>
            {search && <Search list={list} {...search} />}
            {tools}
          </div>
        )}
        {Above && <Above />}
        <PagedTable
          {...table}
          label={title}
          totals={
            Totals &&
            page && (
              <Suspense>
                <Totals rows={page.results} filters={list.filters} />
              </Suspense>
            )
          }
        />
        {page && below?.(page, list)}
      </div>
    );
  }
  const preload: Preload = (address) =>
    call.initiate(isWhole ? undefined : readListParams(address.search, definition).query, PRELOAD);
  return { Component, preload };
}

function Action({ action }: { action: LinkAction | ComponentType }) {
  const { t } = useTranslation();
  if (typeof action === 'function') {
    const Own = action;
    return <Own />;
  }
  return (
    <Button component={Link} to={action.to}>
      {action.label(t)}
    </Button>
  );
}
