import type { ApiRequest } from '@/api/api-requests';
import { DASH, formatCount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import type { Column } from '@/shared/list/data-table';
import { ShortId } from '@/shared/ui/short-id';
import { StatusBadge, type Tone } from '@/shared/ui/status-badge';
import type { Texts } from './texts';
import classes from './webhooks.module.css';

const NBSP = '\u{A0}';

/** As asked, refused, or failed by a fault of ours. */
function toneOf(status: number): Tone {
  if (status < 400) return 'success';
  return status < 500 ? 'warning' : 'danger';
}

export const requestColumns = (t: Texts): readonly Column<ApiRequest>[] => [
  {
    id: 'call',
    header: t('webhooks:requests.call'),
    card: 'head',
    cell: ({ method, route, is_test: isTest }) => (
      <>
        <code>
          {method} {route ?? ''}
        </code>{' '}
        {route === null && t('webhooks:requests.unknown')}
        {isTest && <StatusBadge tone="neutral">{t('webhooks:requests.test')}</StatusBadge>}
      </>
    ),
  },
  {
    id: 'answer',
    header: t('webhooks:requests.answer'),
    card: 'badge',
    cell: ({ status, code, is_replayed: isReplayed }) => (
      <StatusBadge tone={toneOf(status)}>
        {[status, code, isReplayed && t('webhooks:requests.replayed')].filter(Boolean).join(' · ')}
      </StatusBadge>
    ),
  },
  {
    id: 'number',
    header: t('webhooks:requests.number'),
    fit: 'cut',
    card: 'wide',
    labelled: true,
    cell: ({ external_id: number }) => (
      <span className={classes.cut} title={number ?? undefined}>
        {number ?? DASH}
      </span>
    ),
  },
  {
    id: 'key',
    header: t('webhooks:requests.key'),
    fit: 'cut',
    width: '18%',
    card: 'wide',
    labelled: true,
    cell: ({ key, address }) => (
      <span className={classes.cut} title={[key.name, address].filter(Boolean).join(' · ')}>
        {[key.name, address].filter(Boolean).join(' · ')}
      </span>
    ),
  },
  {
    id: 'id',
    header: t('webhooks:requests.requestId'),
    card: 'wide',
    labelled: true,
    interactive: true,
    cell: ({ request_id: id }) => <ShortId value={id} subject={t('webhooks:requests.requestId')} />,
  },
  {
    id: 'at',
    header: t('webhooks:requests.at'),
    card: 'wide',
    labelled: true,
    cell: ({ at, duration_ms: took }) =>
      // Two lines where there is no room for one.
      t('webhooks:requests.took', { at: formatDateTime(at).replace(' ', NBSP), took: formatCount(took) }),
  },
];
