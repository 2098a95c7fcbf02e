import { WAITING_IN, type WaitingIn } from '@kantor/contract/plain/inbox.ts';
import { ORDER_FILTERS, type OrderFilter } from '@kantor/contract/plain/statuses.ts';
import type { TFunction } from 'i18next';
import { type ComponentProps, lazy, Suspense } from 'react';
import { fileOf } from '@/acts/exports/file-of';
import { ALLOWED_FIELDS } from '@/acts/order-filters/values';
import { getOrder, getOrders } from '@/api/orders';
import { onlyWaiting } from '@/session/inbox/only-waiting';
import { useMay } from '@/session/may';
import { mayLink } from '@/session/may-link';
import { useRole, useUser } from '@/session/use-user';
import { lazyLater } from '@/shared/lib/lazy-later';
import type { SearchRest } from '@/shared/filters/search-rest';
import { paths } from '@/shared/lib/paths';
import { listScreen } from '@/shared/list/list-screen';
import { orderColumns } from './order-columns';
import { StatusFilter } from './order-filter';
import { type Narrowing, NOT_NARROWED } from './order-narrowing';
import classes from './orders-list.module.css';

const NOTHING = { ...NOT_NARROWED, before: '' };

const filters: typeof NOTHING & { status: OrderFilter; id: string; waiting: WaitingIn<'orders'> | '' } = {
  status: 'ALL',
  id: '',
  waiting: '',
  ...NOTHING,
};

const OrderSpan = lazyLater<{ values: Narrowing; onChange: (patch: Partial<Narrowing>) => void }>(
  () => import('./order-span'),
);
const Rest = lazyLater<ComponentProps<typeof SearchRest>>(() => import('./orders-rest'));

/** Where the days and sums will stand: what is read under them does not move when they come. */
const SpanRoom = () => useUser()?.rights && <span className={classes.spanRoom} />;

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

/** A merchant knows no requisites: they have their own number. */
const useSearchLabel = (t: TFunction): string =>
  useRole() === 'merchant' ? t('orders.searchOfMerchant') : t('orders.search');

export const { Component, preload } = listScreen({
  name: 'orders',
  call: getOrders,
  file: fileOf('orders'),
  pageSize: 30,
  filters,
  allowed: { status: ORDER_FILTERS, waiting: WAITING_IN.orders, ...ALLOWED_FIELDS },
  columns: orderColumns,
  row: { path: paths.order, detail: getOrder, screen: () => import('./order-details'), hasPanel: true },
  live: 'first page',
  above: InboxOfShift,
  next: mayLink('requisites.read', paths.requisites, (t) => t('orders.whyNone')),
  search: { filter: 'id', label: useSearchLabel, clears: { waiting: '', ...NOTHING } },
  toolbar: (list) => (
    <>
      <StatusFilter
        value={list.filters.waiting === '' ? list.filters.status : undefined}
        filters={list.filters}
        onChange={(status) => list.setFilters({ status, waiting: '', before: '' })}
      />
      {onlyWaiting(list)}
      <Suspense fallback={<SpanRoom />}>
        {/* A text is looked for in all orders, whatever their days are. */}
        <OrderSpan
          values={list.filters}
          onChange={(patch) => list.setFilters({ ...patch, id: '', waiting: '', before: '' })}
        />
      </Suspense>
    </>
  ),
  totals: lazyLater(() => import('./orders-totals')),
  below: (page, list) => (
    <Suspense>
      <Rest rest={page.rest} list={list} />
    </Suspense>
  ),
});
