import { Navigate, type PatchRoutesOnNavigationFunction, type RouteObject } from 'react-router';
import { mayDo, type User } from '@/api/user';
import * as ordersList from '@/features/orders/orders-list';
import { RequireAuth } from '@/session/require-auth';
import { RequireGuest } from '@/session/require-guest';
import { useUser } from '@/session/use-user';
import { DESK, DEVELOPER, paths } from '@/shared/lib/paths';
import { ScreenError } from '@/shared/ui/screen-error';
import { Root } from './root';
import { screen, section, toRoute } from './screen-routes';
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

/** The ids of the shell's route, and of the one around it. */
const SHELL = 'shell';
const SIGNED_IN = 'in';

const isUnder = (path: string, base: string) => path === base || path.startsWith(`${base}/`);

/** All screens but the first ones are told to whoever goes to one: their names would weigh on everybody's first visit. */
export const patchRoutesOnNavigation: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  if (isUnder(path, DESK)) patch(SHELL, (await import('./desk-routes')).deskRoutes);
  else if (isUnder(path, DEVELOPER) || isUnder(path, paths.oldWebhooks()))
    patch(SHELL, (await import('./developer-routes')).developerRoutes);
  else {
    const { actRoute, sectionRoutes } = await import('./section-routes');
    patch(SIGNED_IN, [actRoute]);
    patch(SHELL, sectionRoutes);
  }
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
        id: SIGNED_IN,
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
              { path: '*', element: null },
            ],
          },
        ],
      },
    ],
  },
];
