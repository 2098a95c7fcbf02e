import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetPendingTransactionsQuery, type PendingRow } from '@/api/transactions';
import { formatCount } from '@/shared/lib/format-amount';
import { paths } from '@/shared/lib/paths';
import { usePolling } from '@/shared/lib/use-polling';
import { StableTable } from '@/shared/list/stable-table';
import { pendingColumns } from './transaction-columns';
import classes from './transactions.module.css';
import { usePendingRefetch } from './use-pending-refetch';

const rowKey = (transaction: PendingRow) => transaction.id;
const rowHref = (transaction: PendingRow) => paths.transaction(transaction.id);

/** Deposits that the network has but that are not credited yet; nothing when there are none, or when the server does not tell. */
export function PendingTransactions() {
  const { t } = useTranslation();
  const { currentData: page, refetch } = useGetPendingTransactionsQuery(undefined, usePolling());
  usePendingRefetch(page !== undefined && page.count > 0, refetch);
  const columns = useMemo(() => pendingColumns(t), [t]);
  if (!page || page.count === 0) return null;
  return (
    <section className={classes.pending} aria-labelledby="pending">
      <div className={classes.head}>
        <h2 id="pending">{t('transactions.pending')}</h2>
        <span className={classes.count}>{formatCount(page.count)}</span>
      </div>
      <StableTable
        label={t('transactions.pending')}
        columns={columns}
        rows={page.results}
        rowKey={rowKey}
        rowHref={rowHref}
        scope="pending"
      />
      <p className={classes.hint}>{t('transactions.pendingHint')}</p>
    </section>
  );
}
