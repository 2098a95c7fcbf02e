import * as routes from '@kantor/contract/plain/routes.ts';
import type { Route } from '@kantor/contract/plain/routes.ts';
import type * as wire from '@kantor/contract/wire/appeals.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import { api, LIST } from './api';
import { ask, askOne } from './ask';

type AppealPage = Wire<typeof wire.listAppeals>;
export type AppealRow = AppealPage['results'][number];
export type AppealDetail = Wire<typeof wire.getAppeal>;

interface AppealsQuery {
  page: number;
  page_size: number;
  order_id?: string;
}

const appealsApi = api.injectEndpoints({
  endpoints: (build) => {
    /** Money and the order's status: also after a failure the screen must learn the true state, so the tags hold either way. */
    const decision = (route: Route) =>
      build.mutation<AppealDetail, string>({
        query: askOne(route),
        invalidatesTags: ['Appeal', 'Order', 'Dashboard'],
      });
    return {
      getAppeals: build.query<AppealPage, AppealsQuery>({
        query: ask(routes.listAppeals),
        providesTags: [{ type: 'Appeal', id: LIST }],
      }),
      getAppeal: build.query<AppealDetail, string>({
        query: askOne(routes.getAppeal),
        providesTags: (_appeal, _error, id) => [{ type: 'Appeal', id }],
      }),
      confirmAppeal: decision(routes.confirmAppeal),
      declineAppeal: decision(routes.declineAppeal),
    };
  },
});

export const { getAppeals, getAppeal } = appealsApi.endpoints;
export const { useConfirmAppealMutation, useDeclineAppealMutation } = appealsApi;
