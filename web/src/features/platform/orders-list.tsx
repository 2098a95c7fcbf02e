import { PLATFORM_ORDER_FILTERS } from '@kantor/contract/plain/statuses.ts';
import { fileOf } from '@/acts/exports/file-of';
import { ALLOWED_FIELDS } from '@/acts/order-filters/values';
import { getPlatformOrder, getPlatformOrders, type PlatformOrderRow } from '@/api/platform-lists';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import type { Column } from '@/shared/list/data-table';
import { amountColumns, requisiteColumns } from '@/shared/list/exchange-columns';
import { SearchRest } from '@/shared/filters/search-rest';
import { listScreen } from '@/shared/list/list-screen';
import { Status } from '@/shared/ui/status';
import { accountColumn } from './account-column';
import { filtersOf, PlatformFilters } from './filters';
import { NO_PARTS, OrderParts } from './order-parts';
import { type Texts, texts } from './texts';
import { platformTotals } from './totals';

const columns = (t: Texts): readonly Column<PlatformOrderRow>[] => [
  accountColumn('trader', t('platform:columns.trader'), ({ trader }) => trader),
  accountColumn('merchant', t('platform:columns.merchant'), ({ merchant }) => merchant),
  ...requisiteColumns(t),
  ...amountColumns(t),
  { id: 'created', header: t('orders.created'), cell: (order) => formatDateTime(order.created_at) },
  {
    id: 'externalId',
    header: t('platform:columns.externalId'),
    fit: 'cut',
    card: 'wide',
    labelled: true,
    cell: (order) => order.external_id,
  },
  { id: 'status', header: t('orders.status'), card: 'badge', cell: (order) => <Status kind="order" of={order} /> },
];

const SHARED = filtersOf({ statuses: PLATFORM_ORDER_FILTERS, bank: true, sums: true });

const { totals, statusNote } = platformTotals<PlatformOrderRow>({
  of: 'orders',
  amountOf: ({ amount }) => amount,
  // Phones that are silent are no status: nobody has counted their orders.
  uncounted: ['SILENT'],
});

export const { Component, preload } = listScreen({
  name: 'orders',
  section: 'platformOrders',
  call: getPlatformOrders,
  file: fileOf('platform_orders'),
  pageSize: 30,
  filters: { ...SHARED.filters, ...NO_PARTS },
  allowed: { ...SHARED.allowed, ...ALLOWED_FIELDS },
  columns: () => columns(texts),
  row: { path: paths.platformOrder, detail: getPlatformOrder, screen: () => import('./order-details') },
  toolbar: (list) => (
    <PlatformFilters
      list={list}
      bank
      sums
      more={<OrderParts list={list} />}
      statusNote={(status) => statusNote(status, list.filters)}
      searchLabel={(t) => t('platform:search.orders')}
      statuses={PLATFORM_ORDER_FILTERS}
      statusLabel={(t, status) =>
        status === 'SILENT' ? t('platform:states.orders.SILENT') : t(`orders.filter.${status}`)
      }
    />
  ),
  totals,
  below: (page, list) => <SearchRest rest={page.rest} list={list} />,
});
