import type { WaitingIn } from '@kantor/contract/plain/inbox.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/orders.ts';
import type * as claims from '@kantor/contract/wire/payer-claims.ts';
import type { AppealStatus, OrderFilter, OrderStatus } from '@kantor/contract/plain/statuses.ts';
import type { Paged } from '@/shared/lib/paged';
import { type Coded, pageOf, toOrder, toOrderDetail } from './adapter/status';
import { api, listed } from './api';
import { ask, askOne, type PageArgs, request, type RowOf } from './ask';

type SentOrder = Wire<typeof wire.getOrder>;
type SentAppeal = NonNullable<SentOrder['appeal']>;
export type OrderRow = Coded<RowOf<typeof wire.listOrders>, OrderStatus>;
export type OrderDetail = Omit<Coded<SentOrder, OrderStatus>, 'status_history' | 'appeal'> & {
  status_history: Coded<SentOrder['status_history'][number], OrderStatus>[];
  appeal: Coded<SentAppeal, AppealStatus> | null;
};

/** What the payer of an order says they did. */
export type PayerClaim = NonNullable<Wire<typeof claims.getPayerClaim>['claim']>;

/** Money that came, and that an order may be confirmed by. */
export type UnusedMessage = RowOf<typeof wire.listOrderMessages>;

/** Its time runs, and it is known how much is left. */
export const isRunning = (order: Pick<OrderRow, 'status' | 'expires_at'>): boolean =>
  order.status === 'ACTIVE' && order.expires_at !== undefined;

/** Something of it was taken back after it was closed; a server of the bare specification never says so. */
export const isReversed = ({ reversed_amount: amount }: Pick<OrderRow, 'reversed_amount'>): boolean =>
  amount !== null && amount !== undefined;

/** What a list of orders is narrowed to. */
export interface NarrowingArgs {
  from?: string;
  to?: string;
  min?: string;
  max?: string;
  bank?: string;
  requisite?: string;
  method?: string;
  confirmed?: string;
  number?: string;
}

interface OrdersArgs extends PageArgs, NarrowingArgs {
  id?: string;
  status?: OrderFilter;
  waiting?: WaitingIn<'orders'> | '';
  before?: string;
}

const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOrders: build.query<Paged<OrderRow>, OrdersArgs>({
      query: ask(routes.listOrders),
      transformResponse: pageOf(toOrder<RowOf<typeof wire.listOrders>>),
      providesTags: listed('Order'),
    }),
    getOrder: build.query<OrderDetail, string>({
      query: askOne(routes.getOrder),
      transformResponse: (order: SentOrder) => toOrderDetail(order),
      providesTags: (_order, _error, id) => [{ type: 'Order', id }],
    }),
    getPayerClaim: build.query<Wire<typeof claims.getPayerClaim>, string>({
      query: askOne(routes.getPayerClaim),
      providesTags: (_claim, _error, id) => [{ type: 'Order', id }],
    }),
    getOrderMessages: build.query<Paged<UnusedMessage>, PageArgs & { id: string }>({
      query: ({ id, ...params }) => request(routes.listOrderMessages, { id, params }),
      providesTags: (_messages, _error, { id }) => [{ type: 'Order', id }, ...listed('Notification')],
    }),
    /** Money: also after a failure the screen must learn the true state, so the tags hold either way. */
    confirmOrder: build.mutation<
      unknown,
      { id: string; expired: boolean; ground?: WireBody<typeof wire.confirmOrder> }
    >({
      query: ({ id, expired, ground }) => ({
        ...request(expired ? routes.confirmExpiredOrder : routes.confirmOrder, { id, ...(ground && { body: ground }) }),
        // It may be sent as the page goes.
        keepalive: true,
      }),
      invalidatesTags: (_order, _error, { id }) => [
        { type: 'Order', id },
        ...listed('Order'),
        'Appeal',
        'Dashboard',
        'Notification',
      ],
    }),
  }),
});

export const { getOrders, getOrder, confirmOrder } = ordersApi.endpoints;
export const {
  useGetOrdersQuery,
  useGetOrderQuery,
  useGetOrderMessagesQuery,
  useGetPayerClaimQuery,
  useConfirmOrderMutation,
} = ordersApi;
