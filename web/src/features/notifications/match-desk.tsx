import type { Dismissal as Reason } from '@kantor/contract/plain/match.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { UnreadBanks } from '@/acts/unread-banks';
import { getMessagesToSort, useGetMessagesToSortQuery, useRestoreMessageMutation } from '@/api/match';
import { useAction } from '@/shared/action/use-action';
import { useMatchTexts } from '@/shared/i18n/match';
import { pageCount, type PagedQuery, shownPage } from '@/shared/lib/paged';
import { type Preload, PRELOAD } from '@/shared/lib/query-call';
import { usePolling } from '@/shared/lib/use-polling';
import { Pager } from '@/shared/list/pager';
import { readListParams, useListParams } from '@/shared/list/use-list-params';
import { ScreenTitle } from '@/shared/ui/screen-title';
import screen from '@/shared/ui/screen.module.css';
import { EmptyState, ErrorState, LoadingNote, Skeleton, StaleNote } from '@/shared/ui/states';
import type { MessageToSort } from '@/api/match';
import { MessageTabs } from './message-tabs';
import classes from './desk.module.css';
import { MessageCard } from './message-card';
import { Noise } from './noise';

const OPTIONS = { pageSize: 30 } as const;
const SKELETON_CARDS = 3;

/** The messages that wait for a person, each with the orders that it may be about. */
export function Component() {
  const t = useMatchTexts();
  const list = useListParams(OPTIONS);
  const query: PagedQuery<MessageToSort> = useGetMessagesToSortQuery(list.query, usePolling());
  const [dismissed, setDismissed] = useState<{ id: string; reason: Reason }>();
  const page = shownPage(query);
  return (
    <div className={screen.screen}>
      <ScreenTitle>{t('sections.notifications')}</ScreenTitle>
      <div className={screen.header}>
        <h1>{t('sections.notifications')}</h1>
        {query.isError && page && <StaleNote onRetry={query.refetch} />}
      </div>
      <MessageTabs />
      <UnreadBanks />
      <div aria-live="polite">
        {dismissed && <Dismissed {...dismissed} onRestored={() => setDismissed(undefined)} />}
      </div>
      <Messages query={query} onDismissed={setDismissed} />
      {page !== undefined && page.count > list.pageSize && (
        <Pager list={list} pages={pageCount(page.count, list.pageSize)} />
      )}
      <Noise />
    </div>
  );
}

interface MessagesProps {
  query: PagedQuery<MessageToSort>;
  onDismissed: (dismissed: { id: string; reason: Reason }) => void;
}

function Messages({ query, onDismissed }: MessagesProps) {
  const t = useMatchTexts();
  const page = shownPage(query);
  if (!page && query.isError) {
    return <ErrorState title={t('match:failed')} error={query.error} onRetry={query.refetch} />;
  }
  if (!page) {
    return (
      <div className={classes.list} aria-busy="true">
        <LoadingNote />
        {Array.from({ length: SKELETON_CARDS }, (_, nth) => (
          <div key={nth} className={classes.card}>
            <Skeleton width="40%" height={20} />
            <Skeleton width="70%" />
            <Skeleton />
          </div>
        ))}
      </div>
    );
  }
  if (page.results.length === 0) return <EmptyState title={t('match:empty')} hint={t('match:emptyHint')} />;
  return (
    <>
      <p className={classes.keys}>{t('match:keys')}</p>
      <ul className={classes.list} aria-label={t('match:list')}>
        {page.results.map((message) => (
          <MessageCard key={message.id} message={message} onDismissed={onDismissed} />
        ))}
      </ul>
    </>
  );
}

/** What was just put away comes back by one press. */
function Dismissed({ id, reason, onRestored }: { id: string; reason: Reason; onRestored: () => void }) {
  const t = useMatchTexts();
  const [restore, { isLoading }] = useRestoreMessageMutation();
  const run = useAction(restore, {
    success: t('match:restored'),
    failure: t('match:restoreFailed'),
    onSuccess: onRestored,
  });
  return (
    <p className={classes.dismissed}>
      {t('match:dismissed', { reason: t(`match:dismissals.${reason}`) })}
      <Button size="xs" variant="default" loading={isLoading} onClick={() => void run(id)}>
        {t('match:restore')}
      </Button>
    </p>
  );
}

export const preload: Preload = (address) =>
  getMessagesToSort.initiate(readListParams(address.search, OPTIONS).query, PRELOAD);
