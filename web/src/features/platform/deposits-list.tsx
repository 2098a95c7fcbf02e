import { fileOf } from '@/acts/exports/file-of';
import { getPlatformDeposit, getPlatformDeposits, type PlatformDepositRow } from '@/api/platform-objects';
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

const columns = (t: Texts): readonly Column<PlatformDepositRow>[] => [
  accountColumn('account', t('platform:columns.account'), ({ account }) => account),
  {
    id: 'usdt',
    header: t('fields.amountUsdt'),
    align: 'right',
    card: 'head',
    unit: t('units.usdt'),
    cell: ({ amount }) => formatAmount(amount),
  },
  { id: 'hash', header: t('platform:columns.hash'), card: 'wide', cell: (row) => <IdText value={row.tx_hash} /> },
  { id: 'created', header: t('fields.created'), cell: ({ timestamp: at }) => formatDateTime(at) },
];

const { totals } = platformTotals<PlatformDepositRow>({
  of: 'deposits',
  amountOf: ({ amount }) => amount,
  unit: 'usdt',
});

export const { Component, preload } = listScreen({
  name: 'deposits',
  section: 'platformDeposits',
  call: getPlatformDeposits,
  file: fileOf('platform_deposits'),
  pageSize: 30,
  ...filtersOf({ sums: true }),
  columns: () => columns(texts),
  row: { path: paths.platformDeposit, detail: getPlatformDeposit, screen: () => import('./deposit-details') },
  toolbar: (list) => <PlatformFilters list={list} sums searchLabel={(t) => t('platform:search.deposits')} />,
  totals,
  below: (page, list) => <SearchRest rest={page.rest} list={list} />,
});
