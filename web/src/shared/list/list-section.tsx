import { type ComponentType, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PagedTable } from './paged-table';
import { StaleNote } from '../ui/states';
import classes from './list-section.module.css';
import { type ListDefinition, type ListName, type ListTexts, defineList } from './use-list';
import type { Filters } from './use-list-params';

/** A list inside a screen has a title among its texts. */
type SectionName = { [Name in ListName]: ListTexts[Name] extends { title: string } ? Name : never }[ListName];

/** A list that is a part of a screen, from its definition: a heading, the count, one page of rows, the way to the others. */
export function listSection<Row extends { id: string | number }, const F extends Filters = Record<never, string>>(
  definition: ListDefinition<Row, F> & { name: SectionName },
): ComponentType {
  const useList = defineList(definition);
  return function ListSection() {
    const { t } = useTranslation();
    const id = useId();
    const { query, table, count } = useList();
    const title = t(`lists.${definition.name}.title`);
    return (
      <section className={classes.section} aria-labelledby={id}>
        <div className={classes.header}>
          <h2 id={id}>{title}</h2>
          <span className={classes.count} aria-live="polite">
            {count}
          </span>
          {query.isError && count !== '' && <StaleNote onRetry={query.refetch} />}
        </div>
        <PagedTable {...table} label={title} />
      </section>
    );
  };
}
