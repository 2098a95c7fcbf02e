import { useState } from 'react';
import { getOpenWithdrawals, type OpenWithdrawal, useGetOpenWithdrawalsQuery } from '@/api/platform-withdrawals';
import { useMay } from '@/session/may';
import { useDeskTexts } from '@/shared/i18n/desk';
import { inUsdt } from '@/shared/lib/format-amount';
import { type Preload, PRELOAD } from '@/shared/lib/query-call';
import { StableTable } from '@/shared/list/stable-table';
import classes from '@/shared/ui/screen.module.css';
import { ScreenTitle } from '@/shared/ui/screen-title';
import { EmptyState, ErrorState, StaleNote } from '@/shared/ui/states';
import { PasteHashes } from './paste-hashes';
import { TakeBatch } from './take-batch';
import { deskColumns } from './withdrawals-desk-columns';

const NONE: readonly OpenWithdrawal[] = [];
/** Columns of those who decide alone. */
const DECIDING = new Set(['chosen', 'acts']);
const idOf = ({ id }: OpenWithdrawal) => id;

/** The withdrawals that wait: taken, sent as a batch by a wallet, closed by its hashes. */
export function Component() {
  const t = useDeskTexts();
  const mayDecide = useMay('platform.decide');
  const query = useGetOpenWithdrawalsQuery();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { count = 0, total_usdt: total = '0', results } = query.data ?? {};
  // What is no longer open is no longer chosen.
  const picked = (results ?? NONE).filter(({ id }) => chosen.has(id));
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => {
      const others = [...before].filter((other) => other !== id);
      return new Set(isChosen ? [...others, id] : others);
    });
  const title = t('desk:withdrawals.title');
  return (
    <div className={classes.screen}>
      <ScreenTitle>{title}</ScreenTitle>
      <div className={classes.header}>
        <h1>{title}</h1>
        <span className={classes.count} aria-live="polite">
          {results && t('desk:withdrawals.count', { n: count, total: inUsdt(total) })}
        </span>
        {query.isError && results && <StaleNote onRetry={query.refetch} />}
        <div className={classes.actions}>
          {mayDecide && <TakeBatch withdrawals={picked} />}
          <PasteHashes />
        </div>
      </div>
      {query.isError && !results ? (
        <ErrorState title={t('desk:withdrawals.failed')} error={query.error} onRetry={query.refetch} />
      ) : (
        <StableTable
          label={title}
          scope="open"
          rows={results}
          rowKey={idOf}
          columns={deskColumns(t, { chosen, choose }).filter(({ id }) => mayDecide || !DECIDING.has(id))}
          empty={<EmptyState title={t('desk:withdrawals.empty')} />}
        />
      )}
    </div>
  );
}

export const preload: Preload = () => getOpenWithdrawals.initiate(undefined, PRELOAD);
