import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePolling } from '@/api/api';
import { useGetTransactionsQuery, usePrefetchTransaction, type TransactionRow } from '@/api/transactions';
import { paths } from '@/shared/lib/paths';
import { useListParams } from '@/shared/list/use-list-params';
import { ListScreen } from '@/shared/list/list-screen';
import { PendingTransactions } from './pending-transactions';
import { transactionColumns } from './transaction-columns';

const PREFETCHED_FOR_SECONDS = 30;

const rowKey = (transaction: TransactionRow) => transaction.id;
const rowHref = (transaction: TransactionRow) => paths.transaction(transaction.id);

export function Component() {
  const { t } = useTranslation();
  const list = useListParams({ pageSize: 10 });
  const query = useGetTransactionsQuery(list.query, usePolling(list.page === 1));
  const prefetch = usePrefetchTransaction('getTransaction', { ifOlderThan: PREFETCHED_FOR_SECONDS });
  const columns = useMemo(() => transactionColumns(t), [t]);
  const onRowIntent = useCallback(
    (transaction: TransactionRow) => {
      prefetch(transaction.id);
      void import('./transaction-details');
    },
    [prefetch],
  );
  return (
    <ListScreen
      title={t('sections.transactions')}
      countText={(n) => t('transactions.count', { n })}
      list={list}
      query={query}
      columns={columns}
      rowKey={rowKey}
      rowHref={rowHref}
      onRowIntent={onRowIntent}
      above={<PendingTransactions />}
      emptyText={t('transactions.notFound')}
      errorText={t('transactions.notFound')}
    />
  );
}
