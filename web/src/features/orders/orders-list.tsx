import { ORDER_FILTERS, type OrderFilter } from '@kantor/contract/plain/statuses.ts';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ASK, type FirstQuestion, usePolling } from '@/api/api';
import { getOrdersEndpoint, useGetOrdersQuery, usePrefetchOrder, type OrderRow } from '@/api/orders';
import { paths } from '@/shared/lib/paths';
import { readListParams, useListParams } from '@/shared/list/use-list-params';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import { ListScreen } from '@/shared/list/list-screen';
import { SearchField } from '@/shared/list/search-field';
import { orderColumns } from './order-columns';

const PREFETCHED_FOR_SECONDS = 30;

interface OrderFilters extends Record<string, string> {
  status: OrderFilter;
  id: string;
}

const FILTERS: OrderFilters = { status: 'ALL', id: '' };
const LIST = { pageSize: 30, filters: FILTERS, allowed: { status: ORDER_FILTERS } } as const;

export const handle: FirstQuestion = ({ search }) =>
  getOrdersEndpoint.initiate(readListParams(search, LIST).query, ASK);

const rowKey = (order: OrderRow) => order.id;
const rowHref = (order: OrderRow) => paths.order(order.id);

export function Component() {
  const { t } = useTranslation();
  const list = useListParams(LIST);
  const query = useGetOrdersQuery(list.query, usePolling(list.page === 1));
  const prefetch = usePrefetchOrder('getOrder', { ifOlderThan: PREFETCHED_FOR_SECONDS });
  const columns = useMemo(() => orderColumns(t), [t]);
  const onRowIntent = useCallback(
    (order: OrderRow) => {
      prefetch(order.id);
      void import('./order-details');
    },
    [prefetch],
  );

  return (
    <ListScreen
      title={t('orders.title')}
      countText={(n) => t('orders.count', { n })}
      list={list}
      query={query}
      columns={columns}
      rowKey={rowKey}
      rowHref={rowHref}
      onRowIntent={onRowIntent}
      emptyText={t('orders.notFound')}
      errorText={t('orders.notFound')}
      toolbar={
        <>
          <SearchField
            label={t('orders.search')}
            value={list.filters.id}
            onChange={(id) => list.setFilters({ id }, { replace: true })}
          />
          <FilterButtons
            label={t('orders.filterLabel')}
            value={list.filters.status}
            onChange={(status) => list.setFilters({ status })}
            options={ORDER_FILTERS.map((value) => ({ value, label: t(`orders.filter.${value}`) }))}
          />
        </>
      }
    />
  );
}
