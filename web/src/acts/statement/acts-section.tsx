import type { Right } from '@kantor/contract/plain/rights.ts';
import { Button } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { type ActsOf, type ListedAct, useGetActsQuery } from '@/api/statement';
import { May } from '@/session/may';
import { writtenDay } from '@/shared/dates/spans';
import { type StatementTexts, useStatementTexts } from '@/shared/i18n/statement';
import { usdtInColumn } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { shownPage } from '@/shared/lib/paged';
import type { Column } from '@/shared/list/data-table';
import { PagedTable } from '@/shared/list/paged-table';
import { type Paging, useListParams } from '@/shared/list/use-list-params';
import type { PageSize } from '@kantor/contract/plain/pages.ts';
import { MakeAct } from './make-act';
import classes from './statement.module.css';

const columns = (t: StatementTexts): readonly Column<ListedAct>[] => [
  {
    id: 'number',
    header: t('statement:acts.number'),
    card: 'head',
    interactive: true,
    cell: ({ id, number }) => <Link to={paths.act(id)}>{t('statement:acts.of', { n: number })}</Link>,
  },
  {
    id: 'days',
    header: t('statement:acts.days'),
    card: 'wide',
    cell: ({ from, to }) => (from === to ? writtenDay(from) : `${writtenDay(from)} – ${writtenDay(to)}`),
  },
  {
    id: 'closing',
    header: t('statement:acts.closing'),
    align: 'right',
    labelled: true,
    cell: ({ closing }) => usdtInColumn(closing),
  },
  { id: 'at', header: t('statement:acts.madeAt'), labelled: true, cell: ({ made_at: at }) => formatDateTime(at) },
  { id: 'by', header: t('statement:acts.madeBy'), fit: 'cut', labelled: true, cell: ({ made_by: name }) => name },
];

const idOf = ({ id }: ListedAct) => id;

interface ActsSectionProps {
  of: ActsOf;
  /** Who may make one. */
  right: Right;
  /** The days that are looked at. */
  from?: string;
  to?: string;
}

/** The acts of an account or of the revenue, newest first, and the way to another. */
export function ActsSection({ of, right, from = '', to = '' }: ActsSectionProps) {
  const t = useStatementTexts();
  const heading = useId();
  const [isMaking, setMaking] = useState(false);
  const list = useOwnPages(10);
  const query = useGetActsQuery({ of, page: list.page, page_size: list.pageSize });
  const own = useMemo(() => columns(t), [t]);
  const page = shownPage(query);
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <div className={classes.bar}>
        <h2 id={heading}>{t('statement:acts.title')}</h2>
        {page && page.count > 0 && <span>{t('statement:acts.count', { n: page.count })}</span>}
        <May right={right}>
          <Button variant="default" onClick={() => setMaking(true)}>
            {t('statement:acts.make')}
          </Button>
        </May>
      </div>
      <PagedTable
        list={list}
        query={query}
        columns={own}
        rowKey={idOf}
        label={t('statement:acts.title')}
        emptyText={t('statement:acts.none')}
        errorText={t('statement:acts.failed')}
      />
      {isMaking && <MakeAct of={of} from={from} to={to} onClose={() => setMaking(false)} />}
    </section>
  );
}

/** Pages of a list that stands on a page of another one, whose address is not its own. */
function useOwnPages(first: PageSize): Paging {
  const address = useListParams({ pageSize: first });
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState<PageSize>(first);
  return {
    ...address,
    page,
    pageSize,
    scope: `${page}/${pageSize}`,
    isFiltered: false,
    setPage,
    setPageSize: (size) => {
      setPageSize(size as PageSize);
      setPage(1);
    },
  };
}
