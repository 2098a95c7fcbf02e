import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { usePolling } from '@/shared/lib/use-polling';
import { useGetMerchantDashboardQuery } from '@/api/balance';
import { useUser } from '@/session/use-user';
import { formatAmount, formatCount, formatUsdt } from '@/shared/lib/format-amount';
import { lazyLater } from '@/shared/lib/lazy-later';
import { ErrorState, StaleNote } from '@/shared/ui/states';
import { BalanceCard, BalanceCards, BalanceHeader, BalanceSkeleton } from './balance-card';
import classes from './balance.module.css';
import { NewOrders } from './new-orders';

const Inbox = lazyLater(() => import('@/session/inbox/inbox'));
const MerchantDay = lazyLater(() => import('./day/merchant-day'));

export function MerchantBalance() {
  // A server of the specification alone tells no more than the summary.
  const isTold = useUser()?.rights !== undefined;
  return (
    <div className={classes.screen}>
      <Summary />
      {isTold && (
        <Suspense>
          <MerchantDay />
        </Suspense>
      )}
      <NewOrders />
    </div>
  );
}

function Summary() {
  const { t } = useTranslation();
  const { data, isError, error, refetch } = useGetMerchantDashboardQuery(undefined, usePolling());
  if (!data && !isError) return <BalanceSkeleton cards={5} />;
  return (
    <>
      <BalanceHeader>{data && isError && <StaleNote onRetry={refetch} />}</BalanceHeader>
      <Suspense>
        <Inbox />
      </Suspense>
      {data ? (
        <BalanceCards wide>
          <BalanceCard label={t('balance.balance')} value={formatAmount(data.balance)} unit={t('units.usdt')}>
            {Number(data.balance_on_hold ?? 0) > 0 && (
              <span className={classes.part}>{t('balance.held', { amount: formatAmount(data.balance_on_hold) })}</span>
            )}
            {Number(data.debt ?? 0) > 0 && (
              <p className={classes.debt}>{t('balance.debt', { sum: formatUsdt(data.debt) })}</p>
            )}
          </BalanceCard>
          <BalanceCard label={t('balance.successOrders')} value={formatCount(data.success_orders)} />
          <BalanceCard label={t('balance.expiredOrders')} value={formatCount(data.expired_orders)}>
            {data.timed_out_orders !== undefined && (
              <span className={classes.part}>
                {t('balance.lostOf', {
                  expired: formatCount(data.timed_out_orders),
                  cancelled: formatCount(data.cancelled_orders),
                })}
              </span>
            )}
          </BalanceCard>
          <BalanceCard label={t('balance.ordersToday')} value={formatCount(data.orders_today)} />
          <BalanceCard label={t('balance.activeAccounts')} value={formatCount(data.active_accounts)} />
        </BalanceCards>
      ) : (
        <ErrorState title={t('balance.loadError')} error={error} onRetry={refetch} />
      )}
    </>
  );
}
