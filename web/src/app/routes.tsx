import { Navigate, type PatchRoutesOnNavigationFunction, type RouteObject } from 'react-router';
import { mayDo, type User } from '@/api/user';
import * as ordersList from '@/features/orders/orders-list';
import { RequireAuth } from '@/session/require-auth';
import { RequireGuest } from '@/session/require-guest';
import { useUser } from '@/session/use-user';
import { DESK, DEVELOPER, paths } from '@/shared/lib/paths';
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

/** The id of the shell's route. */
const SHELL = 'shell';

const isUnder = (path: string, base: string) => path === base || path.startsWith(`${base}/`);

/** Screens that few go to are told to whoever goes to one: their names would weigh on everybody's first visit. */
export const patchRoutesOnNavigation: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  if (isUnder(path, DESK)) patch(SHELL, (await import('./desk-routes')).deskRoutes);
  else if (isUnder(path, DEVELOPER) || isUnder(path, paths.oldWebhooks()))
    patch(SHELL, (await import('./developer-routes')).developerRoutes);
};

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
            id: SHELL,
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
                form('batches.read', paths.batches, () => import('@/features/payouts/batches/batch-list')),
                form('batches.read', `${paths.batches}/:id`, () => import('@/features/payouts/batches/batch-page')),
                screen(`${paths.payouts}/:id`, () => import('@/features/payouts/payout-details')),
              ]),
              section('operations', [screen(paths.operations, () => import('@/features/operations/operations-list'))]),
              section('statement', [screen(paths.statement, () => import('@/features/statement/statement-list'))]),
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
              screen(paths.alerts, () => import('@/features/alerts/alerts-page')),
              { path: '*', element: null },
            ],
          },
        ],
      },
    ],
  },
];
