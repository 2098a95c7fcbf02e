import { getPlatformReconciliation, getPlatformReconciliations } from '@/api/reconciliations';
import { paths } from '@/shared/lib/paths';
import { reconciliationList } from './list-of-side';

/** The platform's. */
export const { Component, preload } = reconciliationList({
  isPlatform: true,
  call: getPlatformReconciliations,
  detail: getPlatformReconciliation,
  path: (id) => `${paths.platformReconciliations}/${encodeURIComponent(id)}`,
  screen: () => import('./platform-page'),
});
