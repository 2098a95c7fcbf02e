import { type ComponentType, type ReactNode, Suspense, useId } from 'react';
import { type Paged, shownPage } from '../lib/paged';
import { useTranslation } from 'react-i18next';
import { PagedTable } from '../list/paged-table';
import { StaleNote } from '../ui/states';
import screen from '../ui/screen.module.css';
import classes from './list-section.module.css';
import { type ListDefinition, type ListName, type ListTexts, defineList } from '../list/use-list';
import type { Filters, ListParams } from '../list/use-list-params';
import { Search, type SearchOf } from '../list/search';

/** A list inside a screen has a title among its texts. */
type SectionName = { [Name in ListName]: ListTexts[Name] extends { title: string } ? Name : never }[ListName];

type SectionDefinition<Row extends { id: string | number }, F extends Filters> = ListDefinition<Row, F> & {
  name: SectionName;
  /** A search box for one of the filters. */
  search?: SearchOf<F>;
  /** Other filters, beside the search box. */
  toolbar?: (list: ListParams<F>) => ReactNode;
  /** Stands under a page that has come. */
  below?: (page: Paged<Row>, list: ListParams<F>) => ReactNode;
};

/** A list that is a part of a screen, from its definition: a heading, the count, one page of rows, the way to the others. */
export function listSection<Row extends { id: string | number }, const F extends Filters = Record<never, string>>(
  definition: SectionDefinition<Row, F>,
): ComponentType {
  const useList = defineList(definition);
  const { search, toolbar, below } = definition;
  return function ListSection() {
    const { t } = useTranslation();
    const id = useId();
    const { list, query, table, file, count } = useList();
    const page = shownPage(query);
    const title = t(`lists.${definition.name}.title`);
    return (
      <section className={classes.section} aria-labelledby={id}>
        <div className={classes.header}>
          <h2 id={id}>{title}</h2>
          <span className={classes.count} aria-live="polite">
            {count}
          </span>
          {query.isError && count !== '' && <StaleNote onRetry={query.refetch} />}
          <Suspense>{file}</Suspense>
        </div>
        {(search || toolbar) && (
          <div className={screen.toolbar}>
            {search && <Search list={list} {...search} />}
            {toolbar?.(list)}
          </div>
        )}
        <PagedTable {...table} label={title} />
        {page && below?.(page, list)}
      </section>
    );
  };
}
