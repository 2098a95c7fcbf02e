import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { type Batch, getBatch, useGetBatchQuery } from '@/api/batches';
import { May } from '@/session/may';
import { DetailFrame } from '@/shared/detail/detail-frame';
import { Card, FactsSkeleton } from '@/shared/detail/facts';
import { type BatchTexts, useBatchTexts } from '@/shared/i18n/batch';
import { formatCount } from '@/shared/lib/format-amount';
import { paths } from '@/shared/lib/paths';
import { PRELOAD } from '@/shared/lib/query-call';
import type { Preload } from '@/shared/lib/query-call';
import { usePolling } from '@/shared/lib/use-polling';
import { ErrorState, StaleNote } from '@/shared/ui/states';
import { BatchActions, Results } from './batch-actions';
import { BatchBadge } from './batch-badge';
import { BatchRows } from './batch-rows';
import classes from './batches.module.css';
import { ColumnsCard } from './columns-card';
import { SumsCard } from './sums-card';

export const preload: Preload = ({ params: { id = '' } }) => getBatch.initiate(id, PRELOAD);

/** A file with payouts: its columns, what was found of its rows, what is made of them. */
export function Component() {
  const { id = '' } = useParams();
  const t = useBatchTexts();
  const { currentData: batch, isError, error, refetch } = useGetBatchQuery(id, usePolling(true));
  const back = { to: paths.batches, label: t('sections.batches') };
  if (batch === undefined)
    return (
      <DetailFrame title={t('batch:fields.file')} back={back}>
        {isError ? <ErrorState title={t('batch:failed')} error={error} onRetry={refetch} /> : <FactsSkeleton />}
      </DetailFrame>
    );
  return (
    <DetailFrame
      title={batch.file_name}
      back={back}
      badge={<BatchBadge state={batch.state} />}
      note={isError && <StaleNote onRetry={refetch} />}
      actions={<BatchActions batch={batch} t={t} />}
      tools={batch.state !== 'columns' && <Results batch={batch} t={t} />}
    >
      <Progress batch={batch} t={t} />
      {batch.can_map && (
        <May right="payouts.make">
          <ColumnsCard batch={batch} t={t} />
        </May>
      )}
      {batch.state !== 'columns' && (
        <>
          <SumsCard batch={batch} t={t} />
          <BatchRows batch={batch} t={t} />
        </>
      )}
    </DetailFrame>
  );
}

/** How far it has come, and why it goes no further. */
function Progress({ batch, t }: { batch: Batch; t: BatchTexts }) {
  const { state, counts, stop_reason: stop } = batch;
  const all = counts.done + counts.failed + counts.queued;
  const note = state === 'waiting' ? 'waiting' : stop;
  if (all === 0) return null;
  const text = t('batch:progress', { done: formatCount(counts.done), all: formatCount(all) });
  return (
    <Card>
      {note !== null && <p role="status">{t(`batch:notes.${note}`)}</p>}
      {state !== 'waiting' && (
        <>
          <p aria-live="polite">{text}</p>
          <progress className={classes.progress} aria-label={text} value={counts.done + counts.failed} max={all} />
        </>
      )}
      {counts.done > 0 && (
        <Button component={Link} variant="default" size="xs" to={paths.payoutsOfBatch(batch.id)}>
          {t('batch:payouts')}
        </Button>
      )}
    </Card>
  );
}
