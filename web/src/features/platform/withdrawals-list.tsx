import { PLATFORM_WITHDRAWAL_STATUSES } from '@kantor/contract/plain/statuses.ts';
import { fileOf } from '@/acts/exports/file-of';
import { getPlatformWithdrawal, getPlatformWithdrawals, type PlatformWithdrawalRow } from '@/api/platform-objects';
import type { Column } from '@/shared/list/data-table';
import { SearchRest } from '@/shared/filters/search-rest';
import { listScreen } from '@/shared/list/list-screen';
import { formatAmount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { IdText } from '@/shared/ui/short-id';
import { accountColumn } from './account-column';
import { filtersOf, PlatformFilters } from './filters';
import { type Texts, texts } from './texts';
import { platformTotals } from './totals';

const columns = (t: Texts): readonly Column<PlatformWithdrawalRow>[] => [
  accountColumn('account', t('platform:columns.account'), ({ account }) => account),
  {
    id: 'usdt',
    header: t('fields.amountUsdt'),
    align: 'right',
    card: 'head',
    unit: t('units.usdt'),
    cell: (row) => formatAmount(row.amount_in_usdt),
  },
  { id: 'wallet', header: t('platform:columns.wallet'), card: 'wide', cell: ({ wallet }) => <IdText value={wallet} /> },
  { id: 'created', header: t('fields.created'), cell: ({ created_at: at }) => formatDateTime(at) },
  {
    id: 'state',
    header: t('fields.status'),
    card: 'badge',
    cell: (row) => t(`platform:states.withdrawals.${row.outcome ?? 'OPEN'}`),
  },
];

const { totals, statusNote } = platformTotals<PlatformWithdrawalRow>({
  of: 'withdrawals',
  amountOf: (row) => row.amount_in_usdt,
  unit: 'usdt',
});

export const { Component, preload } = listScreen({
  name: 'withdrawals',
  section: 'platformWithdrawals',
  call: getPlatformWithdrawals,
  file: fileOf('platform_withdrawals'),
  pageSize: 30,
  ...filtersOf({ statuses: PLATFORM_WITHDRAWAL_STATUSES, sums: true }),
  columns: () => columns(texts),
  row: { path: paths.platformWithdrawal, detail: getPlatformWithdrawal, screen: () => import('./withdrawal-details') },
  toolbar: (list) => (
    <PlatformFilters
      list={list}
      sums
      searchLabel={(t) => t('platform:search.withdrawals')}
      statusNote={(status) => statusNote(status, list.filters)}
      statuses={['ALL', ...PLATFORM_WITHDRAWAL_STATUSES]}
      statusLabel={(t, status) =>
        status === 'ALL' ? t('platform:filters.any') : t(`platform:states.withdrawals.${status}`)
      }
    />
  ),
  totals,
  below: (page, list) => <SearchRest rest={page.rest} list={list} />,
});
