import * as routes from '@kantor/contract/plain/platform-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as accounts from '@kantor/contract/wire/platform/accounts.ts';
import type * as orders from '@kantor/contract/wire/platform/orders.ts';
import type { PageArgs, RowOf } from './ask';
import { inspect } from './platform-inspect';
import { read } from './reads';

export type AccountChoice = Wire<typeof accounts.listAccountChoices>[number];
export const { useQuery: useGetAccountChoicesQuery } = read<
  typeof accounts.listAccountChoices,
  { name: string; role?: 'trader' | 'merchant' } | { id: string }
>(routes.listAccountChoices);

export type PlatformOrderRow = RowOf<typeof orders.listPlatformOrders>;
export type PlatformOrder = Wire<typeof orders.getPlatformOrder>;
export const getPlatformOrders = read<typeof orders.listPlatformOrders, PageArgs>(routes.listPlatformOrders, 'Order');
export const [getPlatformOrder, useRevealPlatformOrderMutation] = inspect<typeof orders.getPlatformOrder>(
  routes.getPlatformOrder,
  routes.revealPlatformOrder,
  'Order',
);
