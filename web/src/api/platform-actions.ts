import { TAGS } from '@kantor/contract/plain/tags.ts';
import type { Done, Preview } from '@kantor/contract/wire/platform/action.ts';
import { api } from './api';
import { request } from './ask';
import type { Route } from '@kantor/contract/plain/routes.ts';

export type { Done, Fact, Preview } from '@kantor/contract/wire/platform/action.ts';

interface Asked {
  route: Route;
  /** Of the object; an action on several has none. */
  id?: string | undefined;
  body: object;
}

const actionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What an action would do: nothing is changed. */
    previewAction: build.mutation<Preview, Asked>({
      query: ({ route, id, body }) => request(route, { ...(id !== undefined && { id }), body }),
    }),
    carryOutAction: build.mutation<Done, Asked>({
      query: ({ route, id, body }) => request(route, { ...(id !== undefined && { id }), body }),
      // What it changes is seen in many places; a refusal says that something is not as it was shown.
      invalidatesTags: [...TAGS],
    }),
  }),
});

export const { usePreviewActionMutation, useCarryOutActionMutation } = actionsApi;
