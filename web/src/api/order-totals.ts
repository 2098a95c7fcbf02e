import * as routes from '@kantor/contract/plain/routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/orders.ts';
import { api, LIST } from './api';
import { ask } from './ask';
import type { NarrowingArgs } from './orders';

export type OrderTotals = Wire<typeof wire.getOrderTotals>;

/** One of these: what a list is narrowed to… */
export interface TotalsArgs extends NarrowingArgs {
  /** …a text of the search box… */
  id?: string;
  /** …or the first day. */
  since?: string;
}

const totalsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOrderTotals: build.query<OrderTotals, TotalsArgs>({
      query: ask(routes.getOrderTotals),
      providesTags: [{ type: 'Order', id: LIST }],
    }),
  }),
});

export const { useGetOrderTotalsQuery } = totalsApi;
