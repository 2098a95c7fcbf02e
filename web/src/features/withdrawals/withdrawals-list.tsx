import { listScreen } from '@/shared/list/list-screen';
import { MERCHANT } from './sides';
import { withdrawalColumns } from './withdrawal-columns';

export const { Component, preload } = listScreen({
  name: MERCHANT.name,
  call: MERCHANT.list,
  pageSize: 10,
  columns: withdrawalColumns,
  row: { path: MERCHANT.path, detail: MERCHANT.one, screen: () => import('./withdrawal-details') },
  live: 'first page',
  action: { to: MERCHANT.newPath, label: (t) => t('withdrawals.create') },
});
