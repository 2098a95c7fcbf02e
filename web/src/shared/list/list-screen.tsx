import type { ReactNode } from 'react';
import { shownPage } from '../lib/paged';
import { PagedTable, type PagedTableProps } from './paged-table';
import classes from '../ui/screen.module.css';
import { ScreenTitle } from '../ui/screen-title';
import { StaleNote } from '../ui/states';

interface ListScreenProps<Row> extends Omit<PagedTableProps<Row>, 'label'> {
  title: string;
  /** The count's text: `Заказов: 12`. */
  countText: (count: number) => string;
  /** Search and filters. */
  toolbar?: ReactNode;
  /** The screen's own button, at the right of the title. */
  action?: ReactNode;
  /** What stands over the rows and is none of them. */
  above?: ReactNode;
}

/** The frame of every list: title, count, toolbar, one page of rows, the way to the others. */
export function ListScreen<Row>({ title, countText, toolbar, action, above, ...table }: ListScreenProps<Row>) {
  const page = shownPage(table.query);
  return (
    <div className={classes.screen}>
      <ScreenTitle>{title}</ScreenTitle>
      <div className={classes.header}>
        <h1>{title}</h1>
        <span className={classes.count} aria-live="polite">
          {page ? countText(page.count) : ''}
        </span>
        {table.query.isError && page && <StaleNote onRetry={table.query.refetch} />}
        {action && <div className={classes.actions}>{action}</div>}
      </div>
      {toolbar && <div className={classes.toolbar}>{toolbar}</div>}
      {above}
      <PagedTable {...table} label={title} />
    </div>
  );
}
