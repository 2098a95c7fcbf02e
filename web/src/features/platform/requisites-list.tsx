import { REQUISITE_STATES } from '@kantor/contract/plain/statuses.ts';
import { fileOf } from '@/acts/exports/file-of';
import { getPlatformRequisite, getPlatformRequisites, type PlatformRequisiteRow } from '@/api/platform-objects';
import type { Column } from '@/shared/list/data-table';
import { SearchRest } from '@/shared/filters/search-rest';
import { listScreen } from '@/shared/list/list-screen';
import { paths } from '@/shared/lib/paths';
import { requisiteState } from './states';
import { accountColumn } from './account-column';
import { filtersOf, PlatformFilters } from './filters';
import { type Texts, texts } from './texts';
import { platformCounts } from './totals';

const columns = (t: Texts): readonly Column<PlatformRequisiteRow>[] => [
  accountColumn('account', t('platform:columns.account'), ({ account }) => account),
  { id: 'name', header: t('platform:columns.name'), fit: 'cut', card: 'head', cell: ({ name }) => name },
  { id: 'bank', header: t('orders.bank'), fit: 'cut', cell: (row) => row.bank_type.name },
  { id: 'fio', header: t('platform:payee.fio'), fit: 'cut', cell: ({ fio }) => fio },
  { id: 'phone', header: t('platform:payee.phone'), cell: ({ phone }) => phone },
  {
    id: 'state',
    header: t('fields.status'),
    card: 'badge',
    cell: (row) => t(`platform:states.requisites.${requisiteState(row)}`),
  },
];

const statusNote = platformCounts('requisites');

export const { Component, preload } = listScreen({
  name: 'requisites',
  section: 'platformRequisites',
  call: getPlatformRequisites,
  file: fileOf('platform_requisites'),
  pageSize: 30,
  ...filtersOf({ statuses: REQUISITE_STATES, bank: true }),
  columns: () => columns(texts),
  row: { path: paths.platformRequisite, detail: getPlatformRequisite, screen: () => import('./requisite-details') },
  toolbar: (list) => (
    <PlatformFilters
      list={list}
      bank
      searchLabel={(t) => t('platform:search.requisites')}
      statusNote={(status) => statusNote(status, list.filters)}
      statuses={['ALL', ...REQUISITE_STATES]}
      statusLabel={(t, status) =>
        status === 'ALL' ? t('platform:filters.any') : t(`platform:states.requisites.${status}`)
      }
    />
  ),
  below: (page, list) => <SearchRest rest={page.rest} list={list} />,
});
