import { getWithdrawal, getWithdrawals } from '@/api/withdrawals';
import { paths } from '@/shared/lib/paths';
import { listScreen } from '@/shared/list/list-screen';
import { withdrawalColumns } from './withdrawal-columns';

export const { Component, preload } = listScreen({
  name: 'withdrawals',
  call: getWithdrawals,
  pageSize: 10,
  columns: withdrawalColumns,
  row: { path: paths.withdrawal, detail: getWithdrawal, screen: () => import('./withdrawal-details') },
  live: 'first page',
  action: { to: paths.newWithdrawal(), label: (t) => t('withdrawals.create') },
});
