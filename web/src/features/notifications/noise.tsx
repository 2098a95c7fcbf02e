import { useState } from 'react';
import { useGetMessagesToSortQuery } from '@/api/match';
import { useMatchTexts } from '@/shared/i18n/match';
import { ErrorState, LoadingNote } from '@/shared/ui/states';
import classes from './desk.module.css';
import { MessageCard } from './message-card';

const MOST_SHOWN = 30;

/** Texts with a sum that nobody could read while no order waited for money: folded, asked for when they are opened. */
export function Noise() {
  const t = useMatchTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.noise} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {t('match:noise')} <span className={classes.hint}>{t('match:noiseHint')}</span>
      </summary>
      {isOpen && <Texts />}
    </details>
  );
}

function Texts() {
  const t = useMatchTexts();
  const { data, isError, error, refetch } = useGetMessagesToSortQuery({
    kind: 'noise',
    page: 1,
    page_size: MOST_SHOWN,
  });
  if (isError && !data) return <ErrorState title={t('match:failed')} error={error} onRetry={refetch} />;
  if (!data) return <LoadingNote />;
  if (data.results.length === 0) return <p className={classes.none}>{t('match:noiseEmpty')}</p>;
  return (
    <ul className={classes.list}>
      {data.results.map((message) => (
        <MessageCard key={message.id} message={message} onDismissed={() => undefined} />
      ))}
    </ul>
  );
}
