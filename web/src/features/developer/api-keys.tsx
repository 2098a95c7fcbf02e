import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type ApiKey, useGetApiKeysQuery } from '@/api/api-keys';
import { May } from '@/session/may';
import { formatDateTime } from '@/shared/lib/format-date';
import type { Column } from '@/shared/list/data-table';
import { EmptyState, ErrorState, StaleNote } from '@/shared/ui/states';
import { StatusBadge } from '@/shared/ui/status-badge';
import { StableTable } from '@/shared/list/stable-table';
import { NewApiKey } from './new-api-key';
import { RevokeApiKey } from './revoke-api-key';
import { type Texts, useTexts } from './texts';
import classes from './webhooks.module.css';

const SKELETON_ROWS = 3;

const rowKey = (key: ApiKey) => key.id;

/** The API keys of the merchant's server. Revoked ones are shown on demand. */
export function Component() {
  const t = useTexts();
  const [isAdding, setAdding] = useState(false);
  const { currentData: keys, isError, error, refetch } = useGetApiKeysQuery();
  return (
    <section className={classes.section} aria-labelledby="webhooks-keys">
      <div className={classes.head}>
        <h2 id="webhooks-keys">{t('webhooks:keys.title')}</h2>
        {isError && keys && <StaleNote onRetry={refetch} />}
        <May right="keys.edit">
          <Button size="xs" onClick={() => setAdding(true)}>
            {t('webhooks:keys.create')}
          </Button>
        </May>
      </div>
      {!keys && isError ? (
        <ErrorState title={t('webhooks:keys.notFound')} error={error} onRetry={refetch} />
      ) : (
        <Keys keys={keys} />
      )}
      {isAdding && <NewApiKey onClose={() => setAdding(false)} />}
    </section>
  );
}

function Keys({ keys }: { keys: readonly ApiKey[] | undefined }) {
  const t = useTexts();
  const [isShowingRevoked, setShowingRevoked] = useState(false);
  const columns = useMemo(() => keyColumns(t), [t]);
  const revoked = keys?.filter((key) => key.revoked_at !== null).length ?? 0;
  const shown = isShowingRevoked ? keys : keys?.filter((key) => key.revoked_at === null);
  return (
    <>
      {shown?.length === 0 ? (
        <EmptyState title={t('webhooks:keys.notFound')} />
      ) : (
        <StableTable
          label={t('webhooks:keys.title')}
          columns={columns}
          rows={shown}
          rowKey={rowKey}
          // A key that was just revoked goes at once.
          scope={`${isShowingRevoked} ${revoked}`}
          skeletonRows={SKELETON_ROWS}
        />
      )}
      {revoked > 0 && (
        <button type="button" className={classes.more} onClick={() => setShowingRevoked(!isShowingRevoked)}>
          {isShowingRevoked ? t('webhooks:keys.hideRevoked') : t('webhooks:keys.showRevoked', { n: revoked })}
        </button>
      )}
    </>
  );
}

/** The merchant revoked it, unless the server says what else has ended it. */
const endTextOf = ({ end_reason: reason }: ApiKey, time: string, t: Texts) =>
  reason === 'password' || reason === 'blocked'
    ? t(`webhooks:keys.endedBy.${reason}`, { time })
    : t('webhooks:keys.revoked', { time });

const keyColumns = (t: Texts): readonly Column<ApiKey>[] => [
  { id: 'name', header: t('webhooks:keys.name'), fit: 'wrap', card: 'head', cell: ({ name }) => name },
  {
    id: 'created',
    header: t('webhooks:keys.created'),
    labelled: true,
    cell: ({ created_at: at }) => formatDateTime(at),
  },
  {
    id: 'state',
    header: t('webhooks:keys.state'),
    card: 'badge',
    cell: (key) =>
      key.revoked_at === null ? (
        <StatusBadge tone="success">{t('webhooks:keys.inForce')}</StatusBadge>
      ) : (
        <StatusBadge tone="neutral">{endTextOf(key, formatDateTime(key.revoked_at), t)}</StatusBadge>
      ),
  },
  {
    id: 'action',
    header: t('webhooks:keys.action'),
    align: 'right',
    card: 'end',
    interactive: true,
    cell: (key) =>
      key.revoked_at === null && (
        <May right="keys.edit">
          <RevokeApiKey apiKey={key} />
        </May>
      ),
  },
];
