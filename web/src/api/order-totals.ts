import * as routes from '@kantor/contract/plain/routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/orders.ts';
import type { NarrowingArgs } from './orders';
import { read } from './reads';

export type OrderTotals = Wire<typeof wire.getOrderTotals>;

/** One of these: what a list is narrowed to… */
export interface TotalsArgs extends NarrowingArgs {
  /** …a text of the search box… */
  id?: string;
  /** …or the first day. */
  since?: string;
}

export const { useQuery: useGetOrderTotalsQuery } = read<typeof wire.getOrderTotals, TotalsArgs>(
  routes.getOrderTotals,
  'Order',
);
