import { ORDER_FILTERS, type OrderFilter } from '@kantor/contract/plain/statuses.ts';
import { lazy, Suspense } from 'react';
import { getOrder, getOrders } from '@/api/orders';
import { useMay } from '@/session/may';
import { mayLink } from '@/session/may-link';
import { lazyLater } from '@/shared/lib/lazy-later';
import { paths } from '@/shared/lib/paths';
import { listScreen } from '@/shared/list/list-screen';
import { orderColumns } from './order-columns';
import { StatusFilter } from './order-filter';

const filters: { status: OrderFilter; id: string } = { status: 'ALL', id: '' };

const Inbox = lazy(() => import('@/session/inbox/inbox').catch(() => ({ default: () => null })));

/** Whoever sees no balance begins here: what asks for a hand stands above the orders. */
function InboxOfShift() {
  const confirms = useMay('orders.confirm');
  const hasBalance = useMay('balance.read');
  if (!confirms || hasBalance) return null;
  return (
    <Suspense>
      <Inbox />
    </Suspense>
  );
}

export const { Component, preload } = listScreen({
  name: 'orders',
  call: getOrders,
  pageSize: 30,
  filters,
  allowed: { status: ORDER_FILTERS },
  columns: orderColumns,
  row: { path: paths.order, detail: getOrder, screen: () => import('./order-details'), hasPanel: true },
  live: 'first page',
  above: InboxOfShift,
  next: mayLink('requisites.read', paths.requisites, (t) => t('orders.whyNone')),
  search: { filter: 'id', label: (t) => t('orders.search') },
  toolbar: ({ filters: { status, id }, setFilters }) => (
    <StatusFilter value={status} search={id} onChange={(chosen) => setFilters({ status: chosen })} />
  ),
  totals: lazyLater(() => import('./orders-totals')),
});
