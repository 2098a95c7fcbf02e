import * as routes from '@kantor/contract/plain/match-routes.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/match.ts';
import type { Paged } from '@/shared/lib/paged';
import { api, listed } from './api';
import { ask, askOne, type PageArgs, request, type RowOf, send } from './ask';

export type MessageToSort = RowOf<typeof wire.listMessagesToSort>;
export type MatchCandidate = MessageToSort['candidates'][number];
export type OtherSums = Wire<typeof wire.getOtherSums>;

/** What a message was used for changes its order, and what waits for a hand. */
const SORTED = ['Notification', 'Order', 'Appeal', 'Dashboard', 'Inbox'] as const;

const matchApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMessagesToSort: build.query<Paged<MessageToSort>, PageArgs & { kind?: 'noise' }>({
      query: ask(routes.listMessagesToSort),
      // It shows what its orders have come to.
      providesTags: listed('Notification', 'Order'),
    }),
    dismissMessage: build.mutation<unknown, { id: string; body: WireBody<typeof wire.dismissMessage> }>({
      query: ({ id, body }) => request(routes.dismissMessage, { id, body }),
      invalidatesTags: ['Notification', 'Inbox', 'Order'],
    }),
    restoreMessage: build.mutation<unknown, string>({
      query: askOne(routes.restoreMessage),
      invalidatesTags: ['Notification', 'Inbox', 'Order'],
    }),
    /** Money: also after a failure the screen must learn the true state, so the tags hold either way. */
    confirmForSum: build.mutation<Wire<typeof wire.confirmOrderForSum>, { id: string; messageId: string; key: string }>(
      {
        query: ({ id, messageId, key }) => ({
          ...request(routes.confirmOrderForSum, {
            id,
            body: { notification_id: messageId },
            headers: { 'idempotency-key': key },
          }),
          // It may be sent as the page goes.
          keepalive: true,
        }),
        invalidatesTags: [...SORTED],
      },
    ),
    getOtherSums: build.query<OtherSums, void>({
      query: ask(routes.getOtherSums),
      providesTags: listed('User'),
    }),
    setOtherSums: build.mutation<OtherSums, WireBody<typeof wire.setOtherSums>>({
      query: send(routes.setOtherSums),
      invalidatesTags: ['User'],
    }),
    agreeAppeal: build.mutation<unknown, string>({
      query: askOne(routes.agreeAppeal),
      invalidatesTags: ['Appeal', 'Order', 'Dashboard'],
    }),
    disagreeAppeal: build.mutation<unknown, string>({
      query: askOne(routes.disagreeAppeal),
      invalidatesTags: ['Appeal', 'Order', 'Dashboard'],
    }),
  }),
});

export const { getMessagesToSort, confirmForSum } = matchApi.endpoints;
export const {
  useGetMessagesToSortQuery,
  useDismissMessageMutation,
  useRestoreMessageMutation,
  useGetOtherSumsQuery,
  useSetOtherSumsMutation,
  useAgreeAppealMutation,
  useDisagreeAppealMutation,
} = matchApi;
