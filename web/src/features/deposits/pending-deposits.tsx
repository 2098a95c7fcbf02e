import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetPendingDepositsQuery, type PendingRow } from '@/api/deposits';
import { formatCount } from '@/shared/lib/format-amount';
import { paths } from '@/shared/lib/paths';
import { usePolling } from '@/shared/lib/use-polling';
import { StableTable } from '@/shared/list/stable-table';
import { pendingColumns } from './deposit-columns';
import classes from './deposits.module.css';
import { usePendingRefetch } from './use-pending-refetch';

const rowKey = (deposit: PendingRow) => deposit.id;
const rowHref = (deposit: PendingRow) => paths.deposit(deposit.id);

/** Deposits that the network has but that are not credited yet; nothing when there are none, or when the server does not tell. */
export function PendingDeposits() {
  const { t } = useTranslation();
  const { currentData: page, refetch } = useGetPendingDepositsQuery(undefined, usePolling());
  usePendingRefetch(page !== undefined && page.count > 0, refetch);
  const columns = useMemo(() => pendingColumns(t), [t]);
  if (!page || page.count === 0) return null;
  return (
    <section className={classes.pending} aria-labelledby="pending">
      <div className={classes.head}>
        <h2 id="pending">{t('deposits.pending')}</h2>
        <span className={classes.count}>{formatCount(page.count)}</span>
      </div>
      <StableTable
        label={t('deposits.pending')}
        columns={columns}
        rows={page.results}
        rowKey={rowKey}
        rowHref={rowHref}
        scope="pending"
      />
      <p className={classes.hint}>{t('deposits.pendingHint')}</p>
    </section>
  );
}
