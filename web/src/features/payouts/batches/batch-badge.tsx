import type { BatchRowState, BatchState } from '@kantor/contract/plain/batches.ts';
import { useBatchTexts } from '@/shared/i18n/batch';
import { StatusBadge, type Tone } from '@/shared/ui/status-badge';

const TONES: Readonly<Record<BatchState, Tone>> = {
  columns: 'neutral',
  checked: 'neutral',
  waiting: 'warning',
  running: 'info',
  stopped: 'warning',
  done: 'success',
  cancelled: 'danger',
};

const ROW_TONES: Readonly<Record<BatchRowState, Tone>> = {
  bad: 'danger',
  warned: 'warning',
  good: 'neutral',
  queued: 'info',
  skipped: 'neutral',
  failed: 'danger',
  done: 'success',
};

export function BatchBadge({ state }: { state: BatchState }) {
  const t = useBatchTexts();
  return <StatusBadge tone={TONES[state]}>{t(`batch:states.${state}`)}</StatusBadge>;
}

export function RowBadge({ state }: { state: BatchRowState }) {
  const t = useBatchTexts();
  return <StatusBadge tone={ROW_TONES[state]}>{t(`batch:rowStates.${state}`)}</StatusBadge>;
}
