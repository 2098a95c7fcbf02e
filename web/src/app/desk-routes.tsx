import type { RouteObject } from 'react-router';
import { paths } from '@/shared/lib/paths';
import { screen, section } from './screen-routes';

/** The desk of the platform's people, inside the shell. */
export const deskRoutes: RouteObject[] = [
  section('overview', [
    screen(paths.overview, () => import('@/features/figures/overview-page')),
    screen(paths.platformHolds, () => import('@/features/platform/holds-list')),
  ]),
  section('platformAnalytics', [screen(paths.platformAnalytics, () => import('@/features/analytics/analytics-page'))]),
  section('radar', [screen(paths.radar, () => import('@/features/radar/radar-list'))]),
  section('state', [screen(paths.state, () => import('@/features/figures/state-page'))]),
  section('reading', [screen(paths.reading, () => import('@/features/figures/reading-page'))]),
  section('liquidity', [screen(paths.liquidity, () => import('@/features/figures/liquidity-page'))]),
  section('platformOrders', [
    screen(paths.platformOrders, () => import('@/features/platform/orders-list')),
    screen(`${paths.platformOrders}/:id`, () => import('@/features/platform/order-details')),
  ]),
  section('proposals', [screen(paths.proposals, () => import('@/features/platform/decisions/proposals-page'))]),
  section('rate', [screen(paths.rate, () => import('@/features/platform/decisions/rate-page'))]),
  section('revenue', [screen(paths.revenue, () => import('@/features/platform/revenue-list'))]),
  section('platformAccounts', [
    screen(paths.platformAccounts, () => import('@/features/platform/accounts-list')),
    screen(`${paths.platformAccounts}/:id`, () => import('@/features/platform/account-details')),
  ]),
  section('withdrawalDesk', [
    screen(paths.withdrawalDesk, () => import('@/features/platform/withdrawals/withdrawals-desk')),
  ]),
  section('platformPayouts', [
    screen(paths.platformPayouts, () => import('@/features/platform/payouts-list')),
    screen(`${paths.platformPayouts}/:id`, () => import('@/features/platform/payout-details')),
  ]),
  section('platformWithdrawals', [
    screen(paths.platformWithdrawals, () => import('@/features/platform/withdrawals-list')),
    screen(`${paths.platformWithdrawals}/:id`, () => import('@/features/platform/withdrawal-details')),
  ]),
  section('platformAppeals', [
    screen(paths.platformAppeals, () => import('@/features/platform/appeals-list')),
    screen(`${paths.platformAppeals}/:id`, () => import('@/features/platform/appeal-details')),
  ]),
  section('platformRequisites', [
    screen(paths.platformRequisites, () => import('@/features/platform/requisites-list')),
    screen(`${paths.platformRequisites}/:id`, () => import('@/features/platform/requisite-details')),
  ]),
  section('platformCabinets', [
    screen(paths.platformCabinets, () => import('@/features/platform/cabinets-list')),
    screen(`${paths.platformCabinets}/:id`, () => import('@/features/platform/cabinet-details')),
  ]),
  section('platformNotifications', [
    screen(paths.platformNotifications, () => import('@/features/platform/notifications-list')),
    screen(`${paths.platformNotifications}/:id`, () => import('@/features/platform/notification-details')),
  ]),
  section('bankBalances', [screen(paths.bankBalances, () => import('@/features/platform/bank-balances-list'))]),
  section('platformDeposits', [
    screen(paths.platformDeposits, () => import('@/features/platform/deposits-list')),
    screen(`${paths.platformDeposits}/:id`, () => import('@/features/platform/deposit-details')),
  ]),
  section('platformWebhooks', [
    screen(paths.platformWebhooks, () => import('@/features/platform/webhooks-list')),
    screen(`${paths.platformWebhooks}/:id`, () => import('@/features/platform/webhook-details')),
  ]),
  section('platformReconciliations', [
    screen(paths.platformReconciliations, () => import('@/features/reconciliation/platform-list')),
    screen(`${paths.platformReconciliations}/:id`, () => import('@/features/reconciliation/platform-page')),
  ]),
  section('platformJournal', [screen(paths.platformJournal, () => import('@/features/journal/platform-journal-list'))]),
];
