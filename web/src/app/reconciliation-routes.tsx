import type { RouteObject } from 'react-router';
import { paths } from '@/shared/lib/paths';
import { screen, section } from './screen-routes';

/** A merchant's reconciliations, inside the shell. */
export const reconciliationRoutes: RouteObject[] = [
  section('reconciliations', [
    screen(paths.reconciliations, () => import('@/features/reconciliation/own-list')),
    screen(`${paths.reconciliations}/:id`, () => import('@/features/reconciliation/own-page')),
  ]),
];
