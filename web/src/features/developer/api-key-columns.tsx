import type { ApiKey } from '@/api/api-keys';
import { May } from '@/session/may';
import { formatDateTime } from '@/shared/lib/format-date';
import { serverNow } from '@/shared/lib/server-clock';
import type { Column } from '@/shared/list/data-table';
import { StatusBadge } from '@/shared/ui/status-badge';
import { RevokeApiKey } from './revoke-api-key';
import type { Texts } from './texts';
import classes from './webhooks.module.css';

/** Whether nothing has ended it: neither the merchant nor its time. */
export const isInForce = ({ revoked_at: revokedAt, expires_at: expiresAt }: ApiKey): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > serverNow());

/** The merchant revoked it, unless the server says what else has ended it. */
function endTextOf({ end_reason: reason, revoked_at: revokedAt, expires_at: expiresAt }: ApiKey, t: Texts): string {
  if (revokedAt === null) return t('webhooks:keys.expired', { time: formatDateTime(expiresAt) });
  const time = formatDateTime(revokedAt);
  return reason === 'password' || reason === 'blocked'
    ? t(`webhooks:keys.endedBy.${reason}`, { time })
    : t('webhooks:keys.revoked', { time });
}

const stateTextOf = ({ expires_at: expiresAt }: ApiKey, t: Texts): string =>
  expiresAt === null ? t('webhooks:keys.inForce') : t('webhooks:keys.until', { time: formatDateTime(expiresAt) });

export const keyColumns = (t: Texts): readonly Column<ApiKey>[] => [
  {
    id: 'name',
    header: t('webhooks:keys.name'),
    fit: 'wrap',
    card: 'head',
    cell: ({ name, is_test: isTest }) => (
      <span className={classes.named}>
        {name}
        {isTest && <StatusBadge tone="warning">{t('webhooks:keys.test')}</StatusBadge>}
      </span>
    ),
  },
  {
    id: 'scopes',
    header: t('webhooks:keys.scopes'),
    fit: 'wrap',
    card: 'wide',
    labelled: true,
    cell: ({ scopes }) => scopes.map((scope) => t(`webhooks:keys.scopeNames.${scope}`)).join(', '),
  },
  {
    id: 'addresses',
    header: t('webhooks:keys.from'),
    fit: 'wrap',
    card: 'wide',
    labelled: true,
    cell: ({ addresses }) =>
      addresses.length === 0 ? t('webhooks:keys.anywhere') : addresses.map(withoutWholeLength).join(', '),
  },
  {
    id: 'created',
    header: t('webhooks:keys.created'),
    labelled: true,
    cell: ({ created_at: at }) => formatDateTime(at),
  },
  {
    id: 'used',
    header: t('webhooks:keys.used'),
    labelled: true,
    cell: ({ last_used_at: at }) => (at === null ? t('webhooks:keys.unused') : formatDateTime(at)),
  },
  {
    id: 'state',
    header: t('webhooks:keys.state'),
    card: 'badge',
    cell: (key) =>
      isInForce(key) ? (
        <StatusBadge tone="success">{stateTextOf(key, t)}</StatusBadge>
      ) : (
        <StatusBadge tone="neutral">{endTextOf(key, t)}</StatusBadge>
      ),
  },
  {
    id: 'action',
    header: t('webhooks:keys.action'),
    align: 'right',
    card: 'end',
    interactive: true,
    cell: (key) =>
      isInForce(key) && (
        <May right="keys.edit">
          <RevokeApiKey apiKey={key} />
        </May>
      ),
  },
];

/** A network of one address is that address. */
const withoutWholeLength = (network: string): string => network.replace(/(?<=\.\d+)\/32$|(?<=:.*)\/128$/, '');
