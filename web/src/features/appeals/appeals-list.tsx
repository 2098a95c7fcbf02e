import { getAppeal, getAppeals } from '@/api/appeals';
import { paths } from '@/shared/lib/paths';
import { listScreen } from '@/shared/list/list-screen';
import { appealColumns } from './appeal-columns';

export const { Component, preload } = listScreen({
  name: 'appeals',
  call: getAppeals,
  pageSize: 10,
  filters: { order_id: '' },
  columns: appealColumns,
  failed: (t) => t('lists.appeals.failed'),
  row: { path: paths.appeal, detail: getAppeal, screen: () => import('./appeal-details') },
  live: 'first page',
  search: { filter: 'order_id', label: (t) => t('appeals.search') },
});
