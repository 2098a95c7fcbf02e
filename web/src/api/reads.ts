import type { Route } from '@kantor/contract/plain/routes.ts';
import type { Call, Wire } from '@kantor/contract/wire/call.ts';
import { api, listed, type TagType } from './api';
import { ask, askOne } from './ask';

// Calls that only read, a line each. The cache keeps them under their path, which nothing else has.

type Name = 'read';
const nameOf = ({ path }: Route) => path as Name;

/** Reads a list or a state; its query is the argument. A change of any object of these kinds makes it stale. */
export function read<C extends Call, Args extends object | void = void>(route: Route, ...types: TagType[]) {
  const name = nameOf(route);
  return api.injectEndpoints({
    endpoints: (build) => ({
      [name]: build.query<Wire<C>, Args>({ query: ask(route), providesTags: listed(...types) }),
    }),
  }).endpoints[name];
}

/** Reads one object; its id is the argument. */
export function readOne<C extends Call>(route: Route, type: TagType) {
  const name = nameOf(route);
  return api.injectEndpoints({
    endpoints: (build) => ({
      [name]: build.query<Wire<C>, string>({
        query: askOne(route),
        providesTags: (_object, _error, id) => [{ type, id }],
      }),
    }),
  }).endpoints[name];
}

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
