import { useTranslation } from 'react-i18next';
import { usePolling } from '@/shared/lib/use-polling';
import { useGetMerchantDashboardQuery } from '@/api/balance';
import { formatAmount, formatCount, formatUsdt } from '@/shared/lib/format-amount';
import { ErrorState, StaleNote } from '@/shared/ui/states';
import { BalanceCard, BalanceCards, BalanceHeader, BalanceSkeleton } from './balance-card';
import classes from './balance.module.css';
import { NewOrders } from './new-orders';

export function MerchantBalance() {
  return (
    <div className={classes.screen}>
      <Summary />
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
      {data ? (
        <BalanceCards wide>
          <BalanceCard label={t('balance.balance')} value={formatAmount(data.balance)} unit={t('units.usdt')}>
            {Number(data.debt ?? 0) > 0 && (
              <p className={classes.debt}>{t('balance.debt', { sum: formatUsdt(data.debt) })}</p>
            )}
          </BalanceCard>
          <BalanceCard label={t('balance.successOrders')} value={formatCount(data.success_orders)} />
          <BalanceCard label={t('balance.expiredOrders')} value={formatCount(data.expired_orders)} />
          <BalanceCard label={t('balance.ordersToday')} value={formatCount(data.orders_today)} />
          <BalanceCard label={t('balance.activeAccounts')} value={formatCount(data.active_accounts)} />
        </BalanceCards>
      ) : (
        <ErrorState title={t('balance.loadError')} error={error} onRetry={refetch} />
      )}
    </>
  );
}
