import { fileOf } from '@/acts/exports/file-of';
import { mayLink } from '@/session/may-link';
import { listScreen } from '@/shared/list/list-screen';
import { MERCHANT } from './sides';
import { withdrawalColumns } from './withdrawal-columns';

export const { Component, preload } = listScreen({
  name: MERCHANT.name,
  call: MERCHANT.list,
  file: fileOf('withdrawals'),
  pageSize: 10,
  columns: withdrawalColumns,
  row: { path: MERCHANT.path, detail: MERCHANT.one, screen: () => import('./withdrawal-details') },
  live: 'first page',
  action: mayLink(MERCHANT.rights.withdraw, MERCHANT.newPath, (t) => t('withdrawals.create')),
});
