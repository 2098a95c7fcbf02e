import * as routes from '@kantor/contract/plain/routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/search.ts';
import { api } from './api';
import { ask } from './ask';

/** An object that is known by what was typed. */
export type Found = Wire<typeof wire.search>['results'][number];

const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    // What was found is of the moment: nothing of it is kept.
    search: build.query<Wire<typeof wire.search>, { text: string }>({
      query: ask(routes.search),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { search } = searchApi.endpoints;
