import * as routes from '@kantor/contract/plain/platform-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as accounts from '@kantor/contract/wire/platform/accounts.ts';
import type * as orders from '@kantor/contract/wire/platform/orders.ts';
import { api, LIST } from './api';
import { ask, askOne, type PageArgs } from './ask';

export type AccountChoice = Wire<typeof accounts.listAccountChoices>[number];
type OrdersPage = Wire<typeof orders.listPlatformOrders>;
export type PlatformOrderRow = OrdersPage['results'][number];
export type PlatformOrder = Wire<typeof orders.getPlatformOrder>;

const platformApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAccountChoices: build.query<AccountChoice[], { name: string; role?: 'trader' | 'merchant' } | { id: string }>({
      query: ask(routes.listAccountChoices),
    }),
    getPlatformOrders: build.query<OrdersPage, PageArgs>({
      query: ask(routes.listPlatformOrders),
      providesTags: [{ type: 'Order', id: LIST }],
    }),
    getPlatformOrder: build.query<PlatformOrder, string>({
      query: askOne(routes.getPlatformOrder),
      providesTags: (_order, _error, id) => [{ type: 'Order', id }],
    }),
    revealPlatformOrder: build.mutation<PlatformOrder, string>({
      query: askOne(routes.revealPlatformOrder),
      async onQueryStarted(id, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer) dispatch(platformApi.util.updateQueryData('getPlatformOrder', id, () => answer.data));
      },
    }),
  }),
});

export const { getPlatformOrders, getPlatformOrder } = platformApi.endpoints;
export const { useGetAccountChoicesQuery, useRevealPlatformOrderMutation } = platformApi;
