import { PAYOUT_STATUSES } from '@kantor/contract/plain/statuses.ts';
import { getPlatformPayout, getPlatformPayouts, type PlatformPayoutRow } from '@/api/platform-objects';
import type { Column } from '@/shared/list/data-table';
import { listScreen } from '@/shared/list/list-screen';
import { DASH } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { amountColumns } from '@/shared/list/exchange-columns';
import { Status } from '@/shared/ui/status';
import { filtersOf, PlatformFilters } from './filters';
import { SearchRest } from './search-rest';
import { type Texts, texts } from './texts';

const columns = (t: Texts): readonly Column<PlatformPayoutRow>[] => [
  { id: 'merchant', header: t('platform:columns.merchant'), fit: 'cut', cell: ({ merchant }) => merchant.name },
  { id: 'trader', header: t('platform:columns.trader'), fit: 'cut', cell: ({ trader }) => trader?.name ?? DASH },
  ...amountColumns(t),
  { id: 'created', header: t('fields.created'), cell: ({ created_at: at }) => formatDateTime(at) },
  {
    id: 'externalId',
    header: t('platform:columns.externalId'),
    fit: 'cut',
    card: 'wide',
    labelled: true,
    cell: (row) => row.external_id ?? DASH,
  },
  { id: 'status', header: t('fields.status'), card: 'badge', cell: (row) => <Status kind="payout" of={row} /> },
];

export const { Component, preload } = listScreen({
  name: 'payouts',
  section: 'platformPayouts',
  call: getPlatformPayouts,
  pageSize: 30,
  ...filtersOf({ statuses: PAYOUT_STATUSES, sums: true }),
  columns: () => columns(texts),
  row: { path: paths.platformPayout, detail: getPlatformPayout, screen: () => import('./payout-details') },
  toolbar: (list) => (
    <PlatformFilters
      list={list}
      sums
      searchLabel={(t) => t('platform:search.payouts')}
      statuses={['ALL', ...PAYOUT_STATUSES]}
      statusLabel={(t, status) => (status === 'ALL' ? t('platform:filters.any') : t(`status.payout.${status}`))}
    />
  ),
  below: (page, list) => <SearchRest rest={page.rest} list={list} />,
});
