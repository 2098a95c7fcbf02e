import type { WaitingIn } from '@kantor/contract/plain/inbox.ts';
import { MAX_PAGE_SIZE } from '@kantor/contract/plain/pages.ts';

import * as requisiteRoutes from '@kantor/contract/plain/requisite-routes.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/requisites.ts';
import { changed } from './adapter/shape';
import { api, listed } from './api';
import { ask, askOne, type PageArgs, request, type RowOf, send, sendOne } from './ask';

type RequisitePage = Wire<typeof wire.listRequisites>;
export type Requisite = Wire<typeof wire.getRequisite>;
type RequisiteHistory = Wire<typeof wire.listRequisiteVersions>;
export type RequisiteVersion = RowOf<typeof wire.listRequisiteVersions>;
export type RequisiteBody = WireBody<typeof wire.createRequisite>;

/** A change of a requisite makes its lists stale, the cabinets that name it, and the state of traffic. */
const HISTORY_SIZE = 30;
const touched = (id: string) => [
  { type: 'Requisite' as const, id },
  ...listed('Requisite'),
  'Cabinet' as const,
  'Dashboard' as const,
];

const requisitesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getRequisites: build.query<RequisitePage, PageArgs & { waiting?: WaitingIn<'requisites'> | '' }>({
      query: ask(requisiteRoutes.listRequisites),
      providesTags: listed('Requisite'),
    }),
    /** All of them, for a choice. */
    getRequisiteChoices: build.query<Requisite[], void>({
      async queryFn(_arg, _api, _options, fetchPage) {
        const found: Requisite[] = [];
        for (let page = 1; ; page += 1) {
          const { data, error } = await fetchPage(
            request(requisiteRoutes.listRequisites, { params: { page, page_size: MAX_PAGE_SIZE } }),
          );
          if (error) return { error };
          const { count, results } = data as RequisitePage;
          found.push(...results);
          if (results.length === 0 || found.length >= count) return { data: found };
        }
      },
      providesTags: listed('Requisite'),
    }),
    getRequisite: build.query<Requisite, string>({
      query: askOne(requisiteRoutes.getRequisite),
      providesTags: (_requisite, _error, id) => [{ type: 'Requisite', id }],
    }),
    /** The bank data it has had, newest first: the last ones, of which there are seldom more. */
    getRequisiteHistory: build.query<RequisiteHistory, string>({
      query: (id) =>
        request(requisiteRoutes.listRequisiteVersions, { id, params: { page: 1, page_size: HISTORY_SIZE } }),
      providesTags: (_history, _error, id) => [{ type: 'Requisite', id }],
    }),
    createRequisite: build.mutation<Partial<Requisite>, RequisiteBody>({
      query: send(requisiteRoutes.createRequisite),
      transformResponse: changed<Requisite>,
      invalidatesTags: [...listed('Requisite'), 'Cabinet', 'Dashboard'],
    }),
    updateRequisite: build.mutation<Partial<Requisite>, { id: string; body: RequisiteBody }>({
      query: sendOne(requisiteRoutes.updateRequisite),
      transformResponse: changed<Requisite>,
      async onQueryStarted({ id }, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer)
          dispatch(
            requisitesApi.util.updateQueryData('getRequisite', id, (requisite) => ({ ...requisite, ...answer.data })),
          );
      },
      invalidatesTags: (_requisite, _error, { id }) => touched(id),
    }),
    toggleRequisite: build.mutation<Partial<Requisite>, { id: string; isActive: boolean }>({
      query: ({ id, isActive }) => request(requisiteRoutes.toggleRequisite, { id, body: { is_active: isActive } }),
      transformResponse: changed<Requisite>,
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
    archiveRequisite: build.mutation<Partial<Requisite>, string>({
      query: askOne(requisiteRoutes.archiveRequisite),
      transformResponse: changed<Requisite>,
      // Not the page of the requisite: it is about to be left.
      invalidatesTags: [...listed('Requisite'), 'Cabinet', 'Dashboard'],
    }),
    resetRequisiteDeals: build.mutation<Partial<Requisite>, string>({
      query: askOne(requisiteRoutes.resetRequisiteDeals),
      transformResponse: changed<Requisite>,
      invalidatesTags: (_requisite, _error, id) => touched(id),
    }),
  }),
});

export const { getRequisites, getRequisite } = requisitesApi.endpoints;
export const {
  useGetRequisiteChoicesQuery,
  useGetRequisiteHistoryQuery,
  useCreateRequisiteMutation,
  useUpdateRequisiteMutation,
  useToggleRequisiteMutation,
  useArchiveRequisiteMutation,
  useResetRequisiteDealsMutation,
} = requisitesApi;
