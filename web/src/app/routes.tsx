import { Navigate, type RouteObject } from 'react-router';
import { RequireAuth } from '@/session/require-auth';
import { RequireGuest } from '@/session/require-guest';
import { RequireSection } from '@/session/require-section';
import type { SectionName } from '@/session/sections';
import { paths } from '@/shared/lib/paths';
import { ScreenError } from '@/shared/ui/screen-error';
import { FullScreenLoader } from './full-screen-loader';
import { Root } from './root';
import { Shell } from './shell/shell';

type Screen = NonNullable<RouteObject['lazy']>;

const screen = (path: string, lazy: Screen): RouteObject => ({ path, lazy, ErrorBoundary: ScreenError });

/** A section's screens; each is a chunk of its own and fails alone. */
const section = (name: SectionName, screens: RouteObject[]): RouteObject => ({
  element: <RequireSection name={name} />,
  children: screens,
});

/** A section that opens later, at all its addresses. */
const soon = (name: SectionName): RouteObject => {
  const lazy: Screen = async () => {
    const { SoonPage } = await import('@/features/soon/soon-page');
    return { Component: () => <SoonPage name={name} /> };
  };
  return section(name, [screen(paths[name], lazy), screen(`${paths[name]}/:id`, lazy)]);
};

export const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: FullScreenLoader,
    ErrorBoundary: ScreenError,
    children: [
      {
        Component: RequireGuest,
        children: [screen(paths.login, () => import('@/features/login/login-page'))],
      },
      {
        Component: RequireAuth,
        children: [
          {
            Component: Shell,
            children: [
              { index: true, element: <Navigate to={paths.balance} replace /> },
              section('balance', [screen(paths.balance, () => import('@/features/balance/balance-page'))]),
              section('orders', [
                screen(paths.orders, () => import('@/features/orders/orders-list')),
                screen(`${paths.orders}/:id`, () => import('@/features/orders/order-details')),
              ]),
              section('appeals', [
                screen(paths.appeals, () => import('@/features/appeals/appeals-list')),
                screen(`${paths.appeals}/:id`, () => import('@/features/appeals/appeal-details')),
              ]),
              section('withdrawals', [
                screen(paths.withdrawals, () => import('@/features/withdrawals/withdrawals-list')),
                screen(paths.newWithdrawal(), () => import('@/features/withdrawals/new-withdrawal')),
                screen(`${paths.withdrawals}/:id`, () => import('@/features/withdrawals/withdrawal-details')),
              ]),
              section('payments', [
                screen(paths.payments, () => import('@/features/payments/payouts-list')),
                screen(paths.newPayment(), () => import('@/features/payments/new-payout')),
                screen(`${paths.payments}/:id`, () => import('@/features/payments/payout-details')),
              ]),
              section('history', [screen(paths.history, () => import('@/features/history/operations-list'))]),
              section('wallets', [screen(paths.wallets, () => import('@/features/wallets/wallets-list'))]),
              soon('cabinets'),
              soon('requisites'),
              soon('transactions'),
              soon('notifications'),
              soon('pings'),
              { path: '*', element: null },
            ],
          },
        ],
      },
    ],
  },
];
