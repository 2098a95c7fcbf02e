import { useTranslation } from 'react-i18next';
import { usePolling } from '@/shared/lib/use-polling';
import { useGetTraderDashboardQuery, useMoveEarningsMutation, type TraderDashboard } from '@/api/balance';
import { formatAmount } from '@/shared/lib/format-amount';
import { MoveIcon } from '@/shared/ui/icons';
import { ErrorState, StaleNote } from '@/shared/ui/states';
import Inbox from '@/session/inbox/inbox';
import ReadyLine from '@/session/readiness/ready-line';
import { useUser } from '@/session/use-user';
import { AskButton } from '@/shared/action/ask-button';
import { useAction } from '@/shared/action/use-action';
import { FirstDay } from './first-day';
import { BalanceCard, BalanceCards, BalanceHeader, BalanceSkeleton } from './balance-card';
import classes from './balance.module.css';
import { InWork } from './in-work';
import { Today } from './today';
import { TrafficButton } from './traffic-button';

export function TraderBalance() {
  const { t } = useTranslation();
  const { data, isError, error, refetch } = useGetTraderDashboardQuery(undefined, usePolling());
  // A server of the specification alone tells no more than the balances.
  const isTold = useUser()?.rights !== undefined;
  return (
    <div className={classes.screen}>
      {data ? (
        <>
          <BalanceHeader>
            {isError && <StaleNote onRetry={refetch} />}
            <TrafficButton dashboard={data} />
          </BalanceHeader>
          <Inbox />
          {data.first_steps && <FirstDay steps={data.first_steps} />}
          <ReadyLine />
          <BalanceCards>
            <BalanceCard label={t('balance.balance')} value={formatAmount(data.balance)} unit={t('units.usdt')} />
            <BalanceCard label={t('balance.onHold')} value={formatAmount(data.balance_on_hold)} unit={t('units.usdt')}>
              <HeldForPayouts amount={data.payouts_on_hold} />
            </BalanceCard>
            <BalanceCard label={t('balance.earned')} value={formatAmount(data.earned_balance)} unit={t('units.usdt')}>
              <MoveEarnings dashboard={data} />
            </BalanceCard>
            {isTold && <Today />}
          </BalanceCards>
        </>
      ) : (
        <NoDashboard isError={isError} error={error} onRetry={refetch} />
      )}
      <InWork />
    </div>
  );
}

/** Of what is held, what comes to the balance once payouts are settled. */
function HeldForPayouts({ amount }: { amount: TraderDashboard['payouts_on_hold'] }) {
  const { t } = useTranslation();
  if (!Number(amount)) return null;
  return <span className={classes.part}>{t('balance.forPayouts', { amount: formatAmount(amount) })}</span>;
}

interface NoDashboardProps {
  isError: boolean;
  error: unknown;
  onRetry: () => unknown;
}

function NoDashboard({ isError, error, onRetry }: NoDashboardProps) {
  const { t } = useTranslation();
  if (!isError) return <BalanceSkeleton cards={3} />;
  return (
    <>
      <BalanceHeader />
      <ErrorState title={t('balance.loadError')} error={error} onRetry={onRetry} />
    </>
  );
}

function MoveEarnings({ dashboard }: { dashboard: TraderDashboard }) {
  const { t } = useTranslation();
  const [move] = useMoveEarningsMutation();
  const run = useAction(move, { success: t('balance.moved'), failure: t('errors.action') });
  return (
    <AskButton
      size="xs"
      variant="default"
      leftSection={<MoveIcon width={16} height={16} />}
      disabled={!dashboard.can_move_earnings}
      question={{
        title: t('balance.moveTitle', { amount: formatAmount(dashboard.earned_balance) }),
        text: t('balance.moveQuestion'),
        confirmText: t('balance.moveAction'),
        moot: dashboard.can_move_earnings ? undefined : t('balance.moveMoot'),
      }}
      onConfirm={() => run()}
    >
      {t('balance.move')}
    </AskButton>
  );
}
