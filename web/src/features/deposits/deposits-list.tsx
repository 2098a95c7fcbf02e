import { fileOf } from '@/acts/exports/file-of';
import { getDeposit, getDeposits } from '@/api/deposits';
import { paths } from '@/shared/lib/paths';
import { listScreen } from '@/shared/list/list-screen';
import { depositColumns } from './deposit-columns';
import { PendingDeposits } from './pending-deposits';

export const { Component, preload } = listScreen({
  name: 'deposits',
  call: getDeposits,
  file: fileOf('deposits'),
  pageSize: 10,
  columns: depositColumns,
  row: { path: paths.deposit, detail: getDeposit, screen: () => import('./deposit-details') },
  live: 'first page',
  above: PendingDeposits,
});
