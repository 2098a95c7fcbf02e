import type { Route } from '@kantor/contract/plain/routes.ts';
import type { Call, Wire } from '@kantor/contract/wire/call.ts';
import { api, type TagType } from './api';
import { askOne } from './ask';
import { nameOf } from './reads';

/** Reads one object of the platform's, and what its page hides: once that is told, the page shows it. */
export function inspect<C extends Call>(route: Route, reveal: Route, type: TagType) {
  const name = nameOf(route);
  const revealed = reveal.path as 'reveal';
  const pageApi = api.injectEndpoints({
    endpoints: (build) => ({
      [name]: build.query<Wire<C>, string>({
        query: askOne(route),
        providesTags: (_object, _error, id) => [{ type, id }],
      }),
      [revealed]: build.mutation<Wire<C>, string>({
        query: askOne(reveal),
        async onQueryStarted(id, { dispatch, queryFulfilled }) {
          const answer = await queryFulfilled.catch(() => undefined);
          if (answer) dispatch(pageApi.util.updateQueryData(name, id, () => answer.data));
        },
      }),
    }),
  });
  return [pageApi.endpoints[name], pageApi.endpoints[revealed].useMutation] as const;
}
