import { ORDER_FILTERS, type OrderFilter } from '@kantor/contract/plain/statuses.ts';
import { getOrder, getOrders } from '@/api/orders';
import { paths } from '@/shared/lib/paths';
import { listScreen } from '@/shared/list/list-screen';
import { orderColumns } from './order-columns';
import { StatusFilter } from './order-filter';

const filters: { status: OrderFilter; id: string } = { status: 'ALL', id: '' };

export const { Component, preload } = listScreen({
  name: 'orders',
  call: getOrders,
  pageSize: 30,
  filters,
  allowed: { status: ORDER_FILTERS },
  columns: orderColumns,
  row: { path: paths.order, detail: getOrder, screen: () => import('./order-details') },
  live: 'first page',
  search: { filter: 'id', label: (t) => t('orders.search') },
  toolbar: (list) => <StatusFilter value={list.filters.status} onChange={(status) => list.setFilters({ status })} />,
});
