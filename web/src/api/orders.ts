import * as routes from '@kantor/contract/plain/routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/orders.ts';
import { ORDER_STATUS_TEXT, type OrderFilter } from '@kantor/contract/plain/statuses.ts';
import { api, LIST } from './api';
import { ask, askOne, request } from './ask';

type OrderPage = Wire<typeof wire.listOrders>;
export type OrderRow = OrderPage['results'][number];
export type OrderDetail = Wire<typeof wire.getOrder>;

/** Its time runs, and it is known how much is left. */
export const isRunning = (order: Pick<OrderRow, 'human_status' | 'expires_at'>): boolean =>
  order.human_status === ORDER_STATUS_TEXT.ACTIVE && order.expires_at !== undefined;

interface OrdersQuery {
  page: number;
  page_size: number;
  id?: string;
  status?: OrderFilter;
}

const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOrders: build.query<OrderPage, OrdersQuery>({
      query: ask(routes.listOrders),
      providesTags: [{ type: 'Order', id: LIST }],
    }),
    getOrder: build.query<OrderDetail, string>({
      query: askOne(routes.getOrder),
      providesTags: (_order, _error, id) => [{ type: 'Order', id }],
    }),
    /** Money: also after a failure the screen must learn the true state, so the tags hold either way. */
    confirmOrder: build.mutation<OrderDetail, { id: string; expired: boolean }>({
      query: ({ id, expired }) => request(expired ? routes.confirmExpiredOrder : routes.confirmOrder, { id }),
      invalidatesTags: (_order, _error, { id }) => [
        { type: 'Order', id },
        { type: 'Order', id: LIST },
        'Appeal',
        'Dashboard',
      ],
    }),
  }),
});

export const { getOrders, getOrder } = ordersApi.endpoints;
export const { useGetOrdersQuery, useGetOrderQuery, useConfirmOrderMutation } = ordersApi;
