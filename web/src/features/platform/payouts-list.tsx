import { PLATFORM_PAYOUT_FILTERS, type PlatformPayoutFilter } from '@kantor/contract/plain/statuses.ts';
import { fileOf } from '@/acts/exports/file-of';
import { getPlatformPayout, getPlatformPayouts, type PlatformPayoutRow } from '@/api/platform-objects';
import type { Column } from '@/shared/list/data-table';
import { SearchRest } from '@/shared/filters/search-rest';
import { listScreen } from '@/shared/list/list-screen';
import { DASH } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { amountColumns } from '@/shared/list/exchange-columns';
import { Status } from '@/shared/ui/status';
import { accountColumn } from './account-column';
import { filtersOf, PlatformFilters } from './filters';
import { type Texts, texts } from './texts';
import { platformTotals } from './totals';

const columns = (t: Texts): readonly Column<PlatformPayoutRow>[] => [
  accountColumn('merchant', t('platform:columns.merchant'), ({ merchant }) => merchant),
  accountColumn('trader', t('platform:columns.trader'), ({ trader }) => trader),
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

function labelOf(t: Texts, status: PlatformPayoutFilter | 'ALL'): string {
  if (status === 'ALL') return t('platform:filters.any');
  return status === 'LATE' || status === 'CONTESTED'
    ? t(`platform:states.payouts.${status}`)
    : t(`status.payout.${status}`);
}

const { totals, statusNote } = platformTotals<PlatformPayoutRow>({
  of: 'payouts',
  amountOf: ({ amount }) => amount,
  // Neither keeps a payout from having a status.
  apart: ['LATE', 'CONTESTED'],
});

export const { Component, preload } = listScreen({
  name: 'payouts',
  section: 'platformPayouts',
  call: getPlatformPayouts,
  file: fileOf('platform_payouts'),
  pageSize: 30,
  ...filtersOf({ statuses: PLATFORM_PAYOUT_FILTERS, sums: true }),
  columns: () => columns(texts),
  row: { path: paths.platformPayout, detail: getPlatformPayout, screen: () => import('./payout-details') },
  toolbar: (list) => (
    <PlatformFilters
      list={list}
      sums
      searchLabel={(t) => t('platform:search.payouts')}
      statusNote={(status) => statusNote(status, list.filters)}
      statuses={['ALL', ...PLATFORM_PAYOUT_FILTERS]}
      statusLabel={labelOf}
    />
  ),
  totals,
  below: (page, list) => <SearchRest rest={page.rest} list={list} />,
});
