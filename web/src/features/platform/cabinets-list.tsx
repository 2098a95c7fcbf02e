import { CABINET_STATES } from '@kantor/contract/plain/statuses.ts';
import { fileOf } from '@/acts/exports/file-of';
import { getPlatformCabinet, getPlatformCabinets, type PlatformCabinetRow } from '@/api/platform-objects';
import type { Column } from '@/shared/list/data-table';
import { SearchRest } from '@/shared/filters/search-rest';
import { listScreen } from '@/shared/list/list-screen';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { cabinetState } from './states';
import { accountColumn } from './account-column';
import { filtersOf, PlatformFilters } from './filters';
import { type Texts, texts } from './texts';
import { platformCounts } from './totals';

const columns = (t: Texts): readonly Column<PlatformCabinetRow>[] => [
  accountColumn('account', t('platform:columns.account'), ({ account }) => account),
  { id: 'name', header: t('platform:columns.name'), fit: 'cut', card: 'head', cell: (row) => row.device_name },
  { id: 'phone', header: t('platform:payee.phone'), cell: ({ phone }) => phone },
  {
    id: 'heard',
    header: t('platform:columns.heard'),
    card: 'wide',
    labelled: true,
    cell: (row) => formatDateTime(row.last_heard_at),
  },
  {
    id: 'state',
    header: t('fields.status'),
    card: 'badge',
    cell: (row) => t(`platform:states.cabinets.${cabinetState(row)}`),
  },
];

const statusNote = platformCounts('cabinets');

export const { Component, preload } = listScreen({
  name: 'cabinets',
  section: 'platformCabinets',
  call: getPlatformCabinets,
  file: fileOf('platform_cabinets'),
  pageSize: 30,
  ...filtersOf({ statuses: CABINET_STATES }),
  columns: () => columns(texts),
  row: { path: paths.platformCabinet, detail: getPlatformCabinet, screen: () => import('./cabinet-details') },
  toolbar: (list) => (
    <PlatformFilters
      list={list}

      searchLabel={(t) => t('platform:search.cabinets')}
      statusNote={(status) => statusNote(status, list.filters)}
      statuses={['ALL', ...CABINET_STATES]}
      statusLabel={(t, status) =>
        status === 'ALL' ? t('platform:filters.any') : t(`platform:states.cabinets.${status}`)
      }
    />
  ),
  below: (page, list) => <SearchRest rest={page.rest} list={list} />,
});
