import * as routes from '@kantor/contract/plain/routes.ts';
import type { Route } from '@kantor/contract/plain/routes.ts';
import type * as wire from '@kantor/contract/wire/appeals.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type { AppealStatus } from '@kantor/contract/plain/statuses.ts';
import type { Paged } from '@/shared/lib/paged';
import { type Coded, pageOf, toAppeal } from './adapter/status';
import { api, LIST } from './api';
import { ask, askOne, type PageArgs, request, type RowOf } from './ask';

type SentRow = RowOf<typeof wire.listAppeals>;
type SentAppeal = Wire<typeof wire.getAppeal>;
export type AppealRow = Coded<SentRow, AppealStatus>;
export type AppealDetail = Coded<SentAppeal, AppealStatus>;

interface AppealsArgs extends PageArgs {
  order_id?: string;
}

const appealsApi = api.injectEndpoints({
  endpoints: (build) => {
    /** Money and the order's status: also after a failure the screen must learn the true state, so the tags hold either way. */
    const decision = (route: Route) =>
      build.mutation<unknown, string>({
        query: askOne(route),
        invalidatesTags: ['Appeal', 'Order', 'Dashboard'],
      });
    return {
      getAppeals: build.query<Paged<AppealRow>, AppealsArgs>({
        query: ask(routes.listAppeals),
        transformResponse: pageOf(toAppeal<SentRow>),
        providesTags: [{ type: 'Appeal', id: LIST }],
      }),
      getAppeal: build.query<AppealDetail, string>({
        query: askOne(routes.getAppeal),
        transformResponse: (appeal: SentAppeal) => toAppeal(appeal),
        providesTags: (_appeal, _error, id) => [{ type: 'Appeal', id }],
      }),
      confirmAppeal: build.mutation<unknown, { id: string; ground?: WireBody<typeof wire.confirmAppeal> }>({
        query: ({ id, ground }) => request(routes.confirmAppeal, { id, ...(ground && { body: ground }) }),
        invalidatesTags: ['Appeal', 'Order', 'Dashboard', 'Notification'],
      }),
      declineAppeal: decision(routes.declineAppeal),
    };
  },
});

export const { getAppeals, getAppeal } = appealsApi.endpoints;
export const { useConfirmAppealMutation, useDeclineAppealMutation } = appealsApi;
