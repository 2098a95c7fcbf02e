import type { getAppeal, listAppeals } from '@kantor/contract/wire/appeals.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import { api, LIST } from './api';

type AppealPage = Wire<typeof listAppeals>;
export type AppealRow = AppealPage['results'][number];
export type AppealDetail = Wire<typeof getAppeal>;

interface AppealsQuery {
  page: number;
  page_size: number;
  order_id?: string;
}

const one = (id: string) => `appeals/${encodeURIComponent(id)}/`;

const appealsApi = api.injectEndpoints({
  endpoints: (build) => {
    /** Money and the order's status: also after a failure the screen must learn the true state, so the tags hold either way. */
    const decision = (path: string) =>
      build.mutation<AppealDetail, string>({
        query: (id) => ({ url: `${one(id)}${path}/`, method: 'POST' }),
        invalidatesTags: ['Appeal', 'Order', 'Dashboard'],
      });
    return {
      getAppeals: build.query<AppealPage, AppealsQuery>({
        query: (params) => ({ url: 'appeals/', params }),
        providesTags: [{ type: 'Appeal', id: LIST }],
      }),
      getAppeal: build.query<AppealDetail, string>({
        query: one,
        providesTags: (_appeal, _error, id) => [{ type: 'Appeal', id }],
      }),
      confirmAppeal: decision('confirm'),
      declineAppeal: decision('decline'),
    };
  },
});

export const { getAppeals: getAppealsEndpoint, getAppeal: getAppealEndpoint } = appealsApi.endpoints;
export const {
  useGetAppealsQuery,
  useGetAppealQuery,
  useConfirmAppealMutation,
  useDeclineAppealMutation,
  usePrefetch: usePrefetchAppeal,
} = appealsApi;
