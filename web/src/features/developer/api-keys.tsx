import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type ApiKey, useGetApiKeysQuery } from '@/api/api-keys';
import { May } from '@/session/may';
import { EmptyState, ErrorState, StaleNote } from '@/shared/ui/states';
import { StableTable } from '@/shared/list/stable-table';
import { isInForce, keyColumns } from './api-key-columns';
import { NewApiKey } from './new-api-key';
import { ServerWithdrawals } from './server-withdrawals';
import { useTexts } from './texts';
import classes from './webhooks.module.css';

const SKELETON_ROWS = 3;

const rowKey = (key: ApiKey) => key.id;

/** The API keys of the merchant's server. Those that have ended are shown on demand. */
export function Component() {
  return (
    <div className={classes.screen}>
      <ApiKeys />
      <ServerWithdrawals />
    </div>
  );
}

function ApiKeys() {
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
  const [isShowingEnded, setShowingEnded] = useState(false);
  const columns = useMemo(() => keyColumns(t), [t]);
  const ended = keys?.filter((key) => !isInForce(key)).length ?? 0;
  const shown = isShowingEnded ? keys : keys?.filter((key) => isInForce(key));
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
          scope={`${isShowingEnded} ${ended}`}
          skeletonRows={SKELETON_ROWS}
        />
      )}
      {ended > 0 && (
        <button type="button" className={classes.more} onClick={() => setShowingEnded(!isShowingEnded)}>
          {isShowingEnded ? t('webhooks:keys.hideEnded') : t('webhooks:keys.showEnded', { n: ended })}
        </button>
      )}
    </>
  );
}
