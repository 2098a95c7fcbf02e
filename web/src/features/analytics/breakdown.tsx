import type { Breakdown } from '@kantor/contract/plain/analytics.ts';
import { useState } from 'react';
import { type BreakdownRow, type PeriodArgs, useGetBreakdownQuery } from '@/api/analytics';
import { useRole } from '@/session/use-user';
import { FilterSelect } from '@/shared/filters/filter-select';
import { useAnalyticsTexts } from '@/shared/i18n/analytics';
import { DataTable } from '@/shared/list/data-table';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import { ErrorState } from '@/shared/ui/states';
import classes from './analytics.module.css';
import { columnsOf, type Order, type Sort, SORTS, sortName, sortsOf } from './breakdown-columns';
import { ordersOf } from './links';
import { withRest } from './with-rest';

const NONE: ReadonlySet<string> = new Set();

interface BreakdownProps {
  asked: PeriodArgs;
  by: Breakdown;
  breakdowns: readonly Breakdown[];
  onBy: (by: Breakdown) => void;
}

/** The period's figures by what the orders have in common; each number leads to the orders that it counts. */
export function BreakdownTable({ asked, by, breakdowns, onBy }: BreakdownProps) {
  const t = useAnalyticsTexts();
  const isDesk = useRole() === 'operator';
  const [order, setOrder] = useState<Order>({ by: 'sum', isLeastFirst: false });
  const { data, currentData, isError, error, refetch } = useGetBreakdownQuery({ ...asked, by });
  const shown = currentData ?? (isError ? undefined : data);
  const sign = order.isLeastFirst ? 1 : -1;
  const rows = shown?.rows.toSorted((one, other) => sign * (SORTS[order.by](one) - SORTS[order.by](other)));
  const sortBy = (sort: Sort) => setOrder({ by: sort, isLeastFirst: order.by === sort ? !order.isLeastFirst : false });
  const linkOf = (row: BreakdownRow, status?: string) =>
    shown && ordersOf(row, { by, days: shown.period, account: asked.account, isDesk }, status);
  const sums = shown?.total;
  return (
    <section className={classes.section} aria-labelledby="analytics-breakdown">
      <div className={classes.heading}>
        <h2 id="analytics-breakdown">{t('analytics:breakdown')}</h2>
        <FilterButtons
          label={t('analytics:by')}
          value={by}
          options={breakdowns.map((each) => ({ value: each, label: t(`analytics:bys.${each}`) }))}
          onChange={onBy}
        />
        <div className={classes.sort}>
          <FilterSelect
            label={t('analytics:sortBy')}
            any={sortName('sum', t)}
            value={order.by === 'sum' ? '' : order.by}
            options={sortsOf(sums)
              .filter((sort) => sort !== 'sum')
              .map((sort) => ({ value: sort, label: sortName(sort, t) }))}
            onChange={(sort) => setOrder({ by: (sort || 'sum') as Sort, isLeastFirst: false })}
          />
        </div>
      </div>
      {isError && !shown ? (
        <ErrorState title={t('analytics:loadError')} error={error} onRetry={refetch} />
      ) : (
        <div className={classes.wide}>
          <DataTable
            label={t('analytics:breakdown')}
            columns={columnsOf({ by, total: sums, order, sortBy, linkOf, t })}
            rows={rows && withRest(rows, shown, t)}
            rowKey={({ key }) => key}
            skeletonRows={4}
            isStale={currentData === undefined}
            gone={NONE}
          />
        </div>
      )}
    </section>
  );
}
