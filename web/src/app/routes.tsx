import { Navigate, type RouteObject } from 'react-router';
import { mayDo, type User } from '@/api/user';
import * as ordersList from '@/features/orders/orders-list';
import { RequireAuth } from '@/session/require-auth';
import { RequireGuest } from '@/session/require-guest';
import { useUser } from '@/session/use-user';
import { paths } from '@/shared/lib/paths';
import { ScreenError } from '@/shared/ui/screen-error';
import { Root } from './root';
import { form, screen, section, toRoute } from './screen-routes';
import { Shell } from './shell/shell';

/** Most people come for the orders: their list comes with the shell. */
const orders: RouteObject = { path: paths.orders, ...toRoute(ordersList), ErrorBoundary: ScreenError };

/** Whoever sees no balance begins with the orders. */
const firstPathOf = (user: User): string => {
  if (user.role === 'operator') return paths.overview;
  return mayDo(user, user.role === 'trader' ? 'balance.read' : 'summary.read') ? paths.balance : paths.orders;
};

/** The first page of whoever comes: the platform's people have one of their own. */
function Home() {
  const user = useUser();
  return user && <Navigate to={firstPathOf(user)} replace />;
}

/** The page has a loader of its own until the first screen's code is there. */
const Nothing = () => null;

export const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: Nothing,
    ErrorBoundary: ScreenError,
    children: [
      {
        Component: RequireGuest,
        children: [screen(paths.login, () => import('@/features/login/login-page'))],
      },
      screen('/invite/:token', () => import('@/features/members/invitation-page')),
      {
        Component: RequireAuth,
        children: [
          {
            Component: Shell,
            children: [
              { index: true, Component: Home },
              section('balance', [screen(paths.balance, () => import('@/features/balance/balance-page'))]),
              section('orders', [
                orders,
                screen(`${paths.orders}/:id`, () => import('@/features/orders/order-details')),
              ]),
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
                form(
                  'usdt.withdraw',
                  paths.newUsdtWithdrawal(),
                  () => import('@/features/withdrawals/new-usdt-withdrawal'),
                ),
                screen(`${paths.usdtWithdrawals}/:id`, () => import('@/features/withdrawals/usdt-withdrawal-details')),
              ]),
              section('payouts', [
                screen(paths.payouts, () => import('@/features/payouts/payouts-list')),
                form('payouts.make', paths.newPayout(), () => import('@/features/payouts/new-payout')),
                screen(`${paths.payouts}/:id`, () => import('@/features/payouts/payout-details')),
              ]),
              section('operations', [screen(paths.operations, () => import('@/features/operations/operations-list'))]),
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
                screen(`${paths.notifications}/:id`, () => import('@/features/notifications/notification-details')),
              ]),
              section('webhooks', [
                screen(paths.webhooks, () => import('@/features/webhooks/webhooks-page')),
                screen(`${paths.webhooks}/:id`, () => import('@/features/webhooks/webhook-details')),
              ]),
              section('overview', [
                screen(paths.overview, () => import('@/features/figures/overview-page')),
                screen(paths.platformHolds, () => import('@/features/platform/holds-list')),
              ]),
              section('radar', [screen(paths.radar, () => import('@/features/radar/radar-list'))]),
              section('state', [screen(paths.state, () => import('@/features/figures/state-page'))]),
              section('liquidity', [screen(paths.liquidity, () => import('@/features/figures/liquidity-page'))]),
              section('platformOrders', [
                screen(paths.platformOrders, () => import('@/features/platform/orders-list')),
                screen(`${paths.platformOrders}/:id`, () => import('@/features/platform/order-details')),
              ]),
              section('proposals', [
                screen(paths.proposals, () => import('@/features/platform/decisions/proposals-page')),
              ]),
              section('rate', [screen(paths.rate, () => import('@/features/platform/decisions/rate-page'))]),
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
              section('platformDeposits', [
                screen(paths.platformDeposits, () => import('@/features/platform/deposits-list')),
                screen(`${paths.platformDeposits}/:id`, () => import('@/features/platform/deposit-details')),
              ]),
              section('platformWebhooks', [
                screen(paths.platformWebhooks, () => import('@/features/platform/webhooks-list')),
                screen(`${paths.platformWebhooks}/:id`, () => import('@/features/platform/webhook-details')),
              ]),
              section('members', [screen(paths.members, () => import('@/features/members/members-page'))]),
              section('journal', [screen(paths.journal, () => import('@/features/journal/journal-list'))]),
              section('platformJournal', [
                screen(paths.platformJournal, () => import('@/features/journal/platform-journal-list')),
              ]),
              section('pings', [screen(paths.pings, () => import('@/features/pings/pings-list'))]),
              screen(paths.security, () => import('@/features/security/security-page')),
              { path: '*', element: null },
            ],
          },
        ],
      },
    ],
  },
];
