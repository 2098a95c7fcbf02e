import { Button } from '@mantine/core';
import { useGetTransferQuery } from '@/api/platform-withdrawals';
import { StatusBadge, type Tone } from '@/shared/ui/status-badge';
import classes from './platform.module.css';
import { useTexts } from './texts';

const TONES: Record<string, Tone> = { proven: 'success', unconfirmed: 'info', failed: 'danger', other: 'danger' };

/** What the chain says of the transfer that a withdrawal was closed by, asked for when it is looked at. */
export function Transfer({ id }: { id: string }) {
  const t = useTexts();
  const { data, isFetching, isError, refetch } = useGetTransferQuery(id);
  if (isFetching) return t('platform:transfer.asking');
  const state = isError ? 'unreachable' : (data?.state ?? 'unreachable');
  return (
    <span className={classes.transfer}>
      <StatusBadge tone={TONES[state] ?? 'neutral'}>{t(`platform:transfer.${state}`)}</StatusBadge>
      {(state === 'unconfirmed' || state === 'unreachable' || state === 'unknown') && (
        <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
          {t('platform:transfer.again')}
        </Button>
      )}
    </span>
  );
}
