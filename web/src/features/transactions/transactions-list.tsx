import { getTransaction, getTransactions } from '@/api/transactions';
import { paths } from '@/shared/lib/paths';
import { listScreen } from '@/shared/list/list-screen';
import { PendingTransactions } from './pending-transactions';
import { transactionColumns } from './transaction-columns';

export const { Component, preload } = listScreen({
  name: 'transactions',
  call: getTransactions,
  pageSize: 10,
  columns: transactionColumns,
  row: { path: paths.transaction, detail: getTransaction, screen: () => import('./transaction-details') },
  live: 'first page',
  above: PendingTransactions,
});
