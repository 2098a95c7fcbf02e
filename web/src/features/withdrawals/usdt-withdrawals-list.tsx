import { fileOf } from '@/acts/exports/file-of';
import { NO_SPAN, ownRest, OwnSpan, ownTotals } from '@/acts/own-list/own-list';
import type { WithdrawalRow } from '@/api/withdrawals';
import { listScreen } from '@/shared/list/list-screen';
import { TRADER } from './sides';
import { TraderWallets } from './trader-wallets';
import { withdrawalColumns } from './withdrawal-columns';

export const { Component, preload } = listScreen({
  name: TRADER.name,
  call: TRADER.list,
  file: fileOf('trader_withdrawals'),
  pageSize: 10,
  filters: NO_SPAN,
  columns: withdrawalColumns,
  row: { path: TRADER.path, detail: TRADER.one, screen: () => import('./usdt-withdrawal-details') },
  live: 'first page',
  toolbar: (list) => <OwnSpan list={list} />,
  totals: ownTotals<WithdrawalRow>('usdtWithdrawals', (row) => row.amount_in_usdt, 'usdt'),
  below: ownRest,
  action: { to: TRADER.newPath, label: (t) => t('withdrawals.create') },
  above: TraderWallets,
});
