import type { Wire } from '@kantor/contract/wire/call.ts';
import type { getOrder, listOrders } from '@kantor/contract/wire/orders.ts';
import { ORDER_STATUS_TEXT, type OrderFilter } from '@kantor/contract/plain/statuses.ts';
import { api, LIST } from './api';

type OrderPage = Wire<typeof listOrders>;
export type OrderRow = OrderPage['results'][number];
export type OrderDetail = Wire<typeof getOrder>;

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
      query: (params) => ({ url: 'orders/', params }),
      providesTags: [{ type: 'Order', id: LIST }],
    }),
    getOrder: build.query<OrderDetail, string>({
      query: (id) => `orders/${encodeURIComponent(id)}/`,
      providesTags: (_order, _error, id) => [{ type: 'Order', id }],
    }),
    /** Money: also after a failure the screen must learn the true state, so the tags hold either way. */
    confirmOrder: build.mutation<OrderDetail, { id: string; expired: boolean }>({
      query: ({ id, expired }) => ({
        url: `orders/${encodeURIComponent(id)}/${expired ? 'confirm-expired' : 'confirm'}/`,
        method: 'POST',
      }),
      invalidatesTags: (_order, _error, { id }) => [
        { type: 'Order', id },
        { type: 'Order', id: LIST },
        'Appeal',
        'Dashboard',
      ],
    }),
  }),
});

export const { getOrders: getOrdersEndpoint, getOrder: getOrderEndpoint } = ordersApi.endpoints;
export const {
  useGetOrdersQuery,
  useGetOrderQuery,
  useConfirmOrderMutation,
  usePrefetch: usePrefetchOrder,
} = ordersApi;
