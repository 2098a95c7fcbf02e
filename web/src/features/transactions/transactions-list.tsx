import type { TFunction } from 'i18next';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePolling } from '@/api/api';
import { useGetTransactionsQuery, usePrefetchTransaction, type TransactionRow } from '@/api/transactions';
import { formatUsdt } from '@/shared/lib/format-amount';
import { paths } from '@/shared/lib/paths';
import { useListParams } from '@/shared/list/use-list-params';
import type { Column } from '@/shared/ui/data-table';
import { ListScreen } from '@/shared/ui/list-screen';
import { ShortId } from '@/shared/ui/short-id';

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
      emptyText={t('transactions.notFound')}
      errorText={t('transactions.notFound')}
    />
  );
}

const transactionColumns = (t: TFunction): readonly Column<TransactionRow>[] => [
  {
    id: 'hash',
    header: t('transactions.hash'),
    interactive: true,
    cell: ({ tx_hash: hash }) => <ShortId value={hash} subject={t('transactions.hash')} />,
  },
  {
    id: 'amount',
    header: t('transactions.amountUsdt'),
    align: 'right',
    card: 'head',
    unit: t('units.usdt'),
    cell: ({ amount }) => formatUsdt(amount),
  },
  {
    id: 'block',
    header: t('transactions.block'),
    align: 'right',
    card: 'badge',
    labelled: true,
    cell: ({ block_number: block }) => String(block),
  },
];
