import { fileOf } from '@/acts/exports/file-of';
import { getPayout, getPayouts } from '@/api/payouts';
import { paths } from '@/shared/lib/paths';
import { listScreen } from '@/shared/list/list-screen';
import { CreatePayout } from './create-payout';
import { payoutColumns } from './payout-columns';

export const { Component, preload } = listScreen({
  name: 'payouts',
  call: getPayouts,
  file: fileOf('payouts'),
  pageSize: 10,
  // The payouts of one file.
  filters: { batch: '' },
  columns: payoutColumns,
  row: { path: paths.payout, detail: getPayout, screen: () => import('./payout-details') },
  live: 'first page',
  action: CreatePayout,
});
