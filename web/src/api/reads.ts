import type { Route } from '@kantor/contract/plain/routes.ts';
import type { Call, Wire } from '@kantor/contract/wire/call.ts';
import { api, listed, type TagType } from './api';
import { ask, askOne } from './ask';

// Calls that only read, a line each. The cache keeps them under their path, which nothing else has.

/** The name of a read. The compiler takes all for one, so that each has its own types. */
export const nameOf = ({ path }: Route) => path as 'read';

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
