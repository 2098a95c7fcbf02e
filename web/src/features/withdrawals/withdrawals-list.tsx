import { fileOf } from '@/acts/exports/file-of';
import { NO_SPAN, ownRest, OwnSpan, ownTotals } from '@/acts/own-list/own-list';
import { mayLink } from '@/session/may-link';
import type { WithdrawalRow } from '@/api/withdrawals';
import { listScreen } from '@/shared/list/list-screen';
import { MERCHANT } from './sides';
import { withdrawalColumns } from './withdrawal-columns';

export const { Component, preload } = listScreen({
  name: MERCHANT.name,
  call: MERCHANT.list,
  file: fileOf('withdrawals'),
  pageSize: 10,
  filters: NO_SPAN,
  columns: withdrawalColumns,
  row: { path: MERCHANT.path, detail: MERCHANT.one, screen: () => import('./withdrawal-details') },
  live: 'first page',
  toolbar: (list) => <OwnSpan list={list} />,
  totals: ownTotals<WithdrawalRow>('withdrawals', (row) => row.amount_in_usdt, 'usdt'),
  below: ownRest,
  action: mayLink(MERCHANT.rights.withdraw, MERCHANT.newPath, (t) => t('withdrawals.create')),
});
