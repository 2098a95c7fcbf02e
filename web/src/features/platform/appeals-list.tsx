import { APPEAL_STATUSES, PLATFORM_APPEAL_FILTERS } from '@kantor/contract/plain/statuses.ts';
import { fileOf } from '@/acts/exports/file-of';
import { TurnLeft } from '@/acts/appeal/turn-left';
import { getPlatformAppeal, getPlatformAppeals, type PlatformAppealRow } from '@/api/platform-objects';
import type { Column } from '@/shared/list/data-table';
import { SearchRest } from '@/shared/filters/search-rest';
import { listScreen } from '@/shared/list/list-screen';
import { formatAmount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { orderName } from '@/shared/lib/format-id';
import { paths } from '@/shared/lib/paths';
import { Status } from '@/shared/ui/status';
import { accountColumn } from './account-column';
import { filtersOf, PlatformFilters } from './filters';
import { type Texts, texts } from './texts';
import { platformTotals } from './totals';

function Turned({ row }: { row: PlatformAppealRow }) {
  return (
    <>
      <Status kind="appeal" of={row} />
      <TurnLeft of={row} />
    </>
  );
}

const columns = (t: Texts): readonly Column<PlatformAppealRow>[] => [
  { id: 'order', header: t('platform:columns.order'), card: 'wide', cell: (row) => orderName(row.order_id) },
  accountColumn('merchant', t('platform:columns.merchant'), ({ merchant }) => merchant),
  accountColumn('trader', t('platform:columns.trader'), ({ trader }) => trader),
  {
    id: 'amount',
    header: t('fields.amountRub'),
    align: 'right',
    card: 'head',
    unit: t('units.rub'),
    cell: ({ amount }) => formatAmount(amount),
  },
  { id: 'created', header: t('fields.created'), cell: ({ created_at: at }) => formatDateTime(at) },
  { id: 'status', header: t('fields.status'), card: 'badge', cell: (row) => <Turned row={row} /> },
];

const { totals, statusNote } = platformTotals<PlatformAppealRow>({
  of: 'appeals',
  amountOf: ({ amount }) => amount,
  apart: ['OPERATOR'],
});

export const { Component, preload } = listScreen({
  name: 'appeals',
  section: 'platformAppeals',
  call: getPlatformAppeals,
  file: fileOf('platform_appeals'),
  pageSize: 30,
  ...filtersOf({ statuses: PLATFORM_APPEAL_FILTERS, bank: true, sums: true }),
  columns: () => columns(texts),
  row: { path: paths.platformAppeal, detail: getPlatformAppeal, screen: () => import('./appeal-details') },
  toolbar: (list) => (
    <PlatformFilters
      list={list}
      bank
      sums
      searchLabel={(t) => t('platform:search.appeals')}
      statusNote={(status) => statusNote(status, list.filters)}
      statuses={['ALL', 'OPERATOR', ...APPEAL_STATUSES]}
      statusLabel={(t, status) => {
        if (status === 'ALL') return t('platform:filters.any');
        return status === 'OPERATOR' ? t('platform:filters.atOperator') : t(`status.appeal.${status}`);
      }}
    />
  ),
  totals,
  below: (page, list) => <SearchRest rest={page.rest} list={list} />,
});
