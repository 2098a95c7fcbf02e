import type { PlatformNotificationFilter } from '@kantor/contract/plain/statuses.ts';
import { fileOf } from '@/acts/exports/file-of';
import {
  getPlatformNotification,
  getPlatformNotifications,
  type PlatformNotificationRow,
} from '@/api/platform-objects';
import type { Column } from '@/shared/list/data-table';
import { SearchRest } from '@/shared/filters/search-rest';
import { listScreen } from '@/shared/list/list-screen';
import { formatAmount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { MessageText } from '@/shared/raw/message-text';
import { Outcome } from '@/shared/raw/outcome';
import { accountColumn } from './account-column';
import { filtersOf, PlatformFilters } from './filters';
import { type Texts, texts } from './texts';
import { platformTotals } from './totals';

const columns = (t: Texts): readonly Column<PlatformNotificationRow>[] => [
  { id: 'created', card: 'wide', header: t('fields.created'), cell: ({ created_at: at }) => formatDateTime(at) },
  accountColumn('account', t('platform:columns.account'), ({ account }) => account),
  {
    id: 'amount',
    header: t('fields.amountRub'),
    align: 'right',
    card: 'head',
    unit: t('units.rub'),
    cell: ({ amount }) => formatAmount(amount),
  },
  {
    id: 'text',
    header: t('platform:columns.text'),
    fit: 'wrap',
    card: 'wide',
    cell: ({ text }) => <MessageText text={text} cut />,
  },
  {
    id: 'outcome',
    header: t('platform:columns.outcome'),
    fit: 'wrap',
    card: 'wide',
    cell: (row) => <Outcome outcome={row.outcome} reason={row.reason} />,
  },
];

/** Of all outcomes, those that ask for a hand. */
const STATUSES = ['to_sort', 'unread', 'unread_application'] as const satisfies readonly PlatformNotificationFilter[];

const { totals, statusNote } = platformTotals<PlatformNotificationRow>({
  of: 'notifications',
  amountOf: ({ amount }) => amount,
  apart: ['unread_application', 'to_sort'],
});

export const { Component, preload } = listScreen({
  name: 'notifications',
  section: 'platformNotifications',
  call: getPlatformNotifications,
  file: fileOf('platform_notifications'),
  pageSize: 30,
  ...filtersOf({ statuses: STATUSES, bank: true, sums: true }),
  columns: () => columns(texts),
  row: {
    path: paths.platformNotification,
    detail: getPlatformNotification,
    screen: () => import('./notification-details'),
  },
  toolbar: (list) => (
    <PlatformFilters
      list={list}
      bank
      sums
      searchLabel={(t) => t('platform:search.notifications')}
      statusNote={(status) => statusNote(status, list.filters)}
      statuses={['ALL', ...STATUSES]}
      statusLabel={(t, status) =>
        status === 'ALL' ? t('platform:filters.any') : t(`platform:states.notifications.${status}`)
      }
    />
  ),
  totals,
  below: (page, list) => <SearchRest rest={page.rest} list={list} />,
});
