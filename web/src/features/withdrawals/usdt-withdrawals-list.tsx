import { fileOf } from '@/acts/exports/file-of';
import { listScreen } from '@/shared/list/list-screen';
import { TRADER } from './sides';
import { TraderWallets } from './trader-wallets';
import { withdrawalColumns } from './withdrawal-columns';

export const { Component, preload } = listScreen({
  name: TRADER.name,
  call: TRADER.list,
  file: fileOf('trader_withdrawals'),
  pageSize: 10,
  columns: withdrawalColumns,
  row: { path: TRADER.path, detail: TRADER.one, screen: () => import('./usdt-withdrawal-details') },
  live: 'first page',
  action: { to: TRADER.newPath, label: (t) => t('withdrawals.create') },
  above: TraderWallets,
});
