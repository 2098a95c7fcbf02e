import { fileOf } from '@/acts/exports/file-of';
import { NO_SPAN, ownRest, OwnSpan, ownTotals } from '@/acts/own-list/own-list';
import { type DepositRow, getDeposit, getDeposits } from '@/api/deposits';
import { paths } from '@/shared/lib/paths';
import { listScreen } from '@/shared/list/list-screen';
import { depositColumns } from './deposit-columns';
import { PendingDeposits } from './pending-deposits';

export const { Component, preload } = listScreen({
  name: 'deposits',
  call: getDeposits,
  file: fileOf('deposits'),
  pageSize: 10,
  filters: NO_SPAN,
  columns: depositColumns,
  row: { path: paths.deposit, detail: getDeposit, screen: () => import('./deposit-details') },
  live: 'first page',
  toolbar: (list) => <OwnSpan list={list} />,
  totals: ownTotals<DepositRow>('deposits', ({ amount }) => amount, 'usdt'),
  below: ownRest,
  above: PendingDeposits,
});
