import * as accountRoutes from '@kantor/contract/plain/account-routes.ts';
import type { ViewList } from '@kantor/contract/plain/views.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/views.ts';
import { api, listed } from './api';
import { ask, askOne, type RowOf, send, sendOne } from './ask';

export type View = RowOf<typeof wire.listViews>;

const viewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getViews: build.query<View[], { list: ViewList }>({
      query: ask(accountRoutes.listViews),
      transformResponse: ({ results }: Wire<typeof wire.listViews>) => results,
      providesTags: listed('View'),
    }),
    saveView: build.mutation<View, WireBody<typeof wire.saveView>>({
      query: send(accountRoutes.saveView),
      invalidatesTags: ['View'],
    }),
    changeView: build.mutation<View, { id: string; body: WireBody<typeof wire.changeView> }>({
      query: sendOne(accountRoutes.changeView),
      invalidatesTags: ['View'],
    }),
    removeView: build.mutation<null, string>({
      query: askOne(accountRoutes.removeView),
      invalidatesTags: ['View'],
    }),
    chooseView: build.mutation<null, WireBody<typeof wire.chooseView>>({
      query: send(accountRoutes.chooseView),
      invalidatesTags: ['View'],
    }),
  }),
});

export const {
  useGetViewsQuery,
  useSaveViewMutation,
  useChangeViewMutation,
  useRemoveViewMutation,
  useChooseViewMutation,
} = viewsApi;
