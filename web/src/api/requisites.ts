import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type { createRequisite, getRequisite, listRequisites } from '@kantor/contract/wire/requisites.ts';
import { api, type Changed, LIST } from './api';

type RequisitePage = Wire<typeof listRequisites>;
export type Requisite = Wire<typeof getRequisite>;
export type RequisiteBody = WireBody<typeof createRequisite>;

const one = (id: string) => `bank_details/${encodeURIComponent(id)}/`;

/** What depends on a requisite: its lists, the cabinets that name it, and whether there is traffic. */
const touched = (id: string) => [
  { type: 'Requisite' as const, id },
  { type: 'Requisite' as const, id: LIST },
  'Cabinet' as const,
  'Dashboard' as const,
];

const requisitesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getRequisites: build.query<RequisitePage, { page: number; page_size: number }>({
      query: (params) => ({ url: 'bank_details/', params }),
      providesTags: [{ type: 'Requisite', id: LIST }],
    }),
    getRequisite: build.query<Requisite, string>({
      query: one,
      providesTags: (_requisite, _error, id) => [{ type: 'Requisite', id }],
    }),
    createRequisite: build.mutation<Changed<Requisite>, RequisiteBody>({
      query: (body) => ({ url: 'bank_details/', method: 'POST', body }),
      invalidatesTags: [{ type: 'Requisite', id: LIST }, 'Cabinet', 'Dashboard'],
    }),
    updateRequisite: build.mutation<Changed<Requisite>, { id: string; body: RequisiteBody }>({
      query: ({ id, body }) => ({ url: one(id), method: 'POST', body }),
      async onQueryStarted({ id }, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer)
          dispatch(
            requisitesApi.util.updateQueryData('getRequisite', id, (requisite) => ({ ...requisite, ...answer.data })),
          );
      },
      invalidatesTags: (_requisite, _error, { id }) => touched(id),
    }),
    toggleRequisite: build.mutation<Changed<Requisite>, { id: string; isActive: boolean }>({
      query: ({ id, isActive }) => ({ url: `${one(id)}toggle/`, method: 'POST', body: { is_active: isActive } }),
      async onQueryStarted({ id, isActive }, { dispatch, queryFulfilled, getState }) {
        const answer = await queryFulfilled.catch(() => undefined);
        if (!answer) return;
        // Shown at once, so that the switch does not fall back until the list has come anew.
        for (const query of requisitesApi.util.selectCachedArgsForQuery(getState(), 'getRequisites')) {
          dispatch(
            requisitesApi.util.updateQueryData('getRequisites', query, ({ results }) => {
              const switched = results.find((requisite) => requisite.id === id);
              if (switched) Object.assign(switched, { is_active: isActive }, answer.data);
            }),
          );
        }
      },
      invalidatesTags: (_requisite, _error, { id }) => touched(id),
    }),
    archiveRequisite: build.mutation<Changed<Requisite>, string>({
      query: (id) => ({ url: `${one(id)}archive/`, method: 'POST' }),
      // Not the page of the requisite: it is about to be left.
      invalidatesTags: [{ type: 'Requisite', id: LIST }, 'Cabinet', 'Dashboard'],
    }),
    resetRequisiteDeals: build.mutation<Changed<Requisite>, string>({
      query: (id) => ({ url: `${one(id)}reset_deals/`, method: 'POST' }),
      invalidatesTags: (_requisite, _error, id) => touched(id),
    }),
  }),
});

export const {
  useGetRequisitesQuery,
  useGetRequisiteQuery,
  useCreateRequisiteMutation,
  useUpdateRequisiteMutation,
  useToggleRequisiteMutation,
  useArchiveRequisiteMutation,
  useResetRequisiteDealsMutation,
  usePrefetch: usePrefetchRequisite,
} = requisitesApi;
