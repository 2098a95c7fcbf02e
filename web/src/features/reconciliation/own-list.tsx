import { getReconciliation, getReconciliations } from '@/api/reconciliations';
import { paths } from '@/shared/lib/paths';
import { reconciliationList } from './list-of-side';

/** A merchant's. */
export const { Component, preload } = reconciliationList({
  isPlatform: false,
  call: getReconciliations,
  detail: getReconciliation,
  path: (id) => `${paths.reconciliations}/${encodeURIComponent(id)}`,
  screen: () => import('./own-page'),
});
