import type { RouteObject } from 'react-router';
import { paths } from '@/shared/lib/paths';
import { form, screen, section } from './screen-routes';

/** The screens of traders and merchants, inside the shell: all but those that most people come to first. */
export const sectionRoutes: RouteObject[] = [
  section('appeals', [
    screen(paths.appeals, () => import('@/features/appeals/appeals-list')),
    screen(`${paths.appeals}/:id`, () => import('@/features/appeals/appeal-details')),
  ]),
  section('withdrawals', [
    screen(paths.withdrawals, () => import('@/features/withdrawals/withdrawals-list')),
    form('withdrawals.make', paths.newWithdrawal(), () => import('@/features/withdrawals/new-withdrawal')),
    screen(`${paths.withdrawals}/:id`, () => import('@/features/withdrawals/withdrawal-details')),
  ]),
  section('usdtWithdrawals', [
    screen(paths.usdtWithdrawals, () => import('@/features/withdrawals/usdt-withdrawals-list')),
    form('usdt.withdraw', paths.newUsdtWithdrawal(), () => import('@/features/withdrawals/new-usdt-withdrawal')),
    screen(`${paths.usdtWithdrawals}/:id`, () => import('@/features/withdrawals/usdt-withdrawal-details')),
  ]),
  section('payouts', [
    screen(paths.payouts, () => import('@/features/payouts/payouts-list')),
    form('payouts.make', paths.newPayout(), () => import('@/features/payouts/new-payout')),
    form('batches.read', paths.batches, () => import('@/features/payouts/batches/batch-list')),
    form('batches.read', `${paths.batches}/:id`, () => import('@/features/payouts/batches/batch-page')),
    screen(`${paths.payouts}/:id`, () => import('@/features/payouts/payout-details')),
  ]),
  section('operations', [screen(paths.operations, () => import('@/features/operations/operations-list'))]),
  section('reconciliations', [
    screen(paths.reconciliations, () => import('@/features/reconciliation/own-list')),
    screen(`${paths.reconciliations}/:id`, () => import('@/features/reconciliation/own-page')),
  ]),
  section('analytics', [screen(paths.analytics, () => import('@/features/analytics/analytics-page'))]),
  section('statement', [
    screen(paths.statement, () => import('@/features/statement/statement-list')),
    screen(paths.acts(), () => import('@/features/statement/acts-page')),
  ]),
  section('wallets', [screen(paths.wallets, () => import('@/features/withdrawals/wallets-list'))]),
  section('cabinets', [
    screen(paths.cabinets, () => import('@/features/cabinets/cabinets-list')),
    form('cabinets.edit', paths.newCabinet(), () => import('@/features/cabinets/new-cabinet')),
    screen(`${paths.cabinets}/:id`, () => import('@/features/cabinets/cabinet-details')),
  ]),
  section('requisites', [
    screen(paths.requisites, () => import('@/features/requisites/requisites-list')),
    form('requisites.edit', paths.newRequisite(), () => import('@/features/requisites/new-requisite')),
    screen(`${paths.requisites}/:id`, () => import('@/features/requisites/requisite-details')),
  ]),
  section('deposits', [
    screen(paths.deposits, () => import('@/features/deposits/deposits-list')),
    screen(`${paths.deposits}/:id`, () => import('@/features/deposits/deposit-details')),
  ]),
  section('notifications', [
    screen(paths.notifications, () => import('@/features/notifications/notifications-list')),
    screen(paths.messagesToSort(), () => import('@/features/notifications/match-desk')),
    screen(`${paths.notifications}/:id`, () => import('@/features/notifications/notification-details')),
  ]),
  section('members', [screen(paths.members, () => import('@/features/members/members-page'))]),
  section('journal', [screen(paths.journal, () => import('@/features/journal/journal-list'))]),
  section('pings', [screen(paths.pings, () => import('@/features/pings/pings-list'))]),
  screen(paths.security, () => import('@/features/security/security-page')),
  screen(paths.files, () => import('@/features/files/files-page')),
  screen(paths.alerts, () => import('@/features/alerts/alerts-page')),
];

/** An act stands by itself, as on paper: outside the shell. */
export const actRoute: RouteObject = screen(`${paths.acts()}/:id`, () => import('@/features/statement/act-page'));
