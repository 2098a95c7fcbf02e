import { WEBHOOK_STATUSES } from '@kantor/contract/plain/statuses.ts';
import { fileOf } from '@/acts/exports/file-of';
import { getPlatformWebhook, getPlatformWebhooks, type PlatformWebhookRow } from '@/api/platform-objects';
import type { Column } from '@/shared/list/data-table';
import { SearchRest } from '@/shared/filters/search-rest';
import { listScreen } from '@/shared/list/list-screen';
import { formatCount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { Status } from '@/shared/ui/status';
import { accountColumn } from './account-column';
import { filtersOf, PlatformFilters } from './filters';
import { type Texts, texts } from './texts';
import { platformCounts } from './totals';

const columns = (t: Texts): readonly Column<PlatformWebhookRow>[] => [
  accountColumn('account', t('platform:columns.account'), ({ account }) => account),
  { id: 'type', header: t('platform:columns.type'), card: 'head', cell: ({ type }) => type },
  {
    id: 'attempts',
    header: t('platform:columns.attempts'),
    align: 'right',
    card: 'end',
    labelled: true,
    cell: ({ attempts }) => formatCount(attempts),
  },
  { id: 'created', header: t('fields.created'), cell: ({ created_at: at }) => formatDateTime(at) },
  { id: 'status', header: t('fields.status'), card: 'badge', cell: (row) => <Status kind="webhook" of={row} /> },
];

const statusNote = platformCounts('webhooks');

export const { Component, preload } = listScreen({
  name: 'webhooks',
  section: 'platformWebhooks',
  call: getPlatformWebhooks,
  file: fileOf('platform_webhooks'),
  pageSize: 30,
  ...filtersOf({ statuses: WEBHOOK_STATUSES }),
  columns: () => columns(texts),
  row: { path: paths.platformWebhook, detail: getPlatformWebhook, screen: () => import('./webhook-details') },
  toolbar: (list) => (
    <PlatformFilters
      list={list}

      searchLabel={(t) => t('platform:search.webhooks')}
      statusNote={(status) => statusNote(status, list.filters)}
      statuses={['ALL', ...WEBHOOK_STATUSES]}
      statusLabel={(t, status) => (status === 'ALL' ? t('platform:filters.any') : t(`status.webhook.${status}`))}
    />
  ),
  below: (page, list) => <SearchRest rest={page.rest} list={list} />,
});
