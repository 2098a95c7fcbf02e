import { Button } from '@mantine/core';
import { isUnfinished, type ListFile, useStopExportMutation } from '@/api/exports';
import { useAction } from '@/shared/action/use-action';
import classes from './exports.module.css';
import { type Texts, useTexts } from './texts';

function stateOf(t: Texts, { state, rows_done: done, rows_total: total, failure }: ListFile): string {
  const rows = total === null ? t('exports:rows', { done }) : t('exports:rowsOf', { done, total });
  switch (state) {
    case 'queued':
      return t('exports:queued');
    case 'running':
      return `${t('exports:preparing')}: ${rows}`;
    case 'done':
      return t('exports:rows', { done });
    case 'stopped':
      return t('exports:stopped');
    default:
      return failure ?? t('exports:failed');
  }
}

/** How a file stands. */
export function Progress({ file }: { file: ListFile }) {
  const t = useTexts();
  const { rows_done: done, rows_total: total } = file;
  return (
    <div className={classes.progress}>
      <p role="status">{stateOf(t, file)}</p>
      {isUnfinished(file) && (
        <progress
          aria-label={t('exports:preparing')}
          {...(total !== null && file.state === 'running' && { value: done, max: Math.max(total, 1) })}
        />
      )}
      {file.is_restarted && <p className={classes.text}>{t('exports:restarted')}</p>}
    </div>
  );
}

export function StopButton({ file, onStopped }: { file: ListFile; onStopped?: () => unknown }) {
  const t = useTexts();
  const [stop, { isLoading }] = useStopExportMutation();
  const run = useAction(stop, { failure: t('exports:stopFailed'), onSuccess: () => void onStopped?.() });
  return (
    <Button variant="default" loading={isLoading} onClick={() => void run(file.id)}>
      {t('exports:stop')}
    </Button>
  );
}
