import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePolling } from '@/shared/lib/use-polling';
import { useGetTraderDashboardQuery, useMoveEarningsMutation } from '@/api/balance';
import { formatAmount } from '@/shared/lib/format-amount';
import { MoveIcon } from '@/shared/ui/icons';
import { ErrorState, StaleNote } from '@/shared/ui/states';
import { useAction } from '@/shared/action/use-action';
import { BalanceCard, BalanceCards, BalanceHeader, BalanceSkeleton } from './balance-card';
import classes from './balance.module.css';
import { InWork } from './in-work';
import { TrafficButton } from './traffic-button';

export function TraderBalance() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useGetTraderDashboardQuery(undefined, usePolling());
  return (
    <div className={classes.screen}>
      {data ? (
        <>
          <BalanceHeader>
            {isError && <StaleNote onRetry={refetch} />}
            <TrafficButton dashboard={data} />
          </BalanceHeader>
          <BalanceCards>
            <BalanceCard label={t('balance.balance')} value={formatAmount(data.balance)} unit={t('units.usdt')} />
            <BalanceCard
              label={t('balance.onHold')}
              value={formatAmount(data.balance_on_hold)}
              unit={t('units.usdt')}
            />
            <BalanceCard label={t('balance.earned')} value={formatAmount(data.earned_balance)} unit={t('units.usdt')}>
              <MoveEarnings canMove={data.can_move_earnings} />
            </BalanceCard>
          </BalanceCards>
        </>
      ) : (
        <NoDashboard isError={isError} onRetry={refetch} />
      )}
      <InWork />
    </div>
  );
}

function NoDashboard({ isError, onRetry }: { isError: boolean; onRetry: () => unknown }) {
  const { t } = useTranslation();
  if (!isError) return <BalanceSkeleton cards={3} />;
  return (
    <>
      <BalanceHeader />
      <ErrorState title={t('balance.loadError')} onRetry={onRetry} />
    </>
  );
}

/** Moves money, so the screen waits for the server's word. */
function MoveEarnings({ canMove }: { canMove: boolean }) {
  const { t } = useTranslation();
  const [move, { isLoading }] = useMoveEarningsMutation();
  const run = useAction(move, { success: t('balance.moved'), failure: t('errors.action') });
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<MoveIcon width={16} height={16} />}
      loading={isLoading}
      disabled={!canMove}
      onClick={() => void run()}
    >
      {t('balance.move')}
    </Button>
  );
}
