import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePolling } from '@/api/api';
import { useGetOrdersQuery, type OrderRow } from '@/api/orders';
import { formatCount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { shownPage } from '@/shared/lib/paged';
import { paths } from '@/shared/lib/paths';
import { useListParams } from '@/shared/list/use-list-params';
import type { Column } from '@/shared/list/data-table';
import { amountColumns } from '@/shared/list/exchange-columns';
import { PagedTable } from '@/shared/list/paged-table';
import { ShortId } from '@/shared/ui/short-id';
import { StaleNote } from '@/shared/ui/states';
import { StatusBadge } from '@/shared/ui/status-badge';
import classes from './balance.module.css';

const rowKey = (order: OrderRow) => order.id;
const rowHref = (order: OrderRow) => paths.order(order.id);

/** The merchant's orders, the latest first. */
export function NewOrders() {
  const { t } = useTranslation();
  const list = useListParams({ pageSize: 50 });
  const query = useGetOrdersQuery(list.query, usePolling(list.page === 1));
  const columns = useMemo(() => newOrderColumns(t), [t]);
  const page = shownPage(query);
  return (
    <section className={classes.section} aria-labelledby="new-orders">
      <div className={classes.sectionHeader}>
        <h2 id="new-orders">{t('newOrders.title')}</h2>
        {page && <span className={classes.count}>{formatCount(page.count)}</span>}
        {page && query.isError && <StaleNote onRetry={query.refetch} />}
      </div>
      <PagedTable
        label={t('newOrders.title')}
        list={list}
        query={query}
        columns={columns}
        rowKey={rowKey}
        rowHref={rowHref}
        emptyText={t('newOrders.notFound')}
        errorText={t('newOrders.notFound')}
      />
    </section>
  );
}

const newOrderColumns = (t: TFunction): readonly Column<OrderRow>[] => [
  ...amountColumns(t),
  {
    id: 'id',
    header: t('newOrders.id'),
    interactive: true,
    card: 'wide',
    cell: (order) => <ShortId value={order.id} subject={t('newOrders.id')} />,
  },
  { id: 'created', header: t('newOrders.createdAt'), cell: (order) => formatDateTime(order.created_at) },
  {
    id: 'paid',
    header: t('newOrders.paidAt'),
    card: 'badge',
    cell: (order) =>
      order.payment_datetime ? (
        formatDateTime(order.payment_datetime)
      ) : (
        <StatusBadge tone="neutral">{t('newOrders.notPaid')}</StatusBadge>
      ),
  },
];
