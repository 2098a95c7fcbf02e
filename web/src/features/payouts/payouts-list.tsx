import { fileOf } from '@/acts/exports/file-of';
import { NO_SPAN, ownRest, OwnSpan, ownTotals } from '@/acts/own-list/own-list';
import { getPayout, getPayouts, type PayoutRow } from '@/api/payouts';
import { paths } from '@/shared/lib/paths';
import { listScreen } from '@/shared/list/list-screen';
import { CreatePayout } from './create-payout';
import { payoutColumns } from './payout-columns';

export const { Component, preload } = listScreen({
  name: 'payouts',
  call: getPayouts,
  file: fileOf('payouts'),
  pageSize: 10,
  // `batch`: the payouts of one file, which days and sums take the place of.
  filters: { batch: '', ...NO_SPAN },
  columns: payoutColumns,
  row: { path: paths.payout, detail: getPayout, screen: () => import('./payout-details') },
  live: 'first page',
  toolbar: (list) => <OwnSpan list={list} clears={{ batch: '' }} />,
  totals: ownTotals<PayoutRow>('payouts', ({ amount }) => amount, 'rub'),
  below: ownRest,
  action: CreatePayout,
});
