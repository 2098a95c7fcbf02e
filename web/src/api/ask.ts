import type { Route } from '@kantor/contract/plain/routes.ts';
import type { Call, Wire } from '@kantor/contract/wire/call.ts';
import type { FetchArgs } from '@reduxjs/toolkit/query/react';

interface Sent extends Pick<FetchArgs, 'params' | 'body' | 'headers' | 'responseHandler'> {
  /** Stands for `:id` in the path. */
  id?: string;
}

/** The page that a list call asks for. */
export interface PageArgs {
  page: number;
  page_size: number;
}

/** A row of a list call's answer. */
export type RowOf<C extends Call> = Wire<C> extends { results: (infer Row)[] } ? Row : never;

/** The request of a route. */
export const request = ({ method, path }: Route, { id = '', ...sent }: Sent = {}): FetchArgs => ({
  url: path.replace(':id', encodeURIComponent(id)),
  method,
  ...sent,
});

/** Asks a route without an id; its query is the argument. */
export const ask =
  (route: Route) =>
  (params: object | void): FetchArgs =>
    request(route, params ? { params } : {});

/** Asks the route of one thing, or acts on it; its id is the argument. */
export const askOne =
  (route: Route) =>
  (id: string): FetchArgs =>
    request(route, { id });

/** Sends the argument as JSON. */
export const send =
  (route: Route) =>
  (body: object): FetchArgs =>
    request(route, { body });

/** Sends a new thing as JSON, with the key that makes the same request count once. */
export const sendOnce =
  (route: Route) =>
  ({ key, body }: { key: string; body: object }): FetchArgs =>
    request(route, { headers: { 'idempotency-key': key }, body });

/** Sends a change of one thing as JSON. */
export const sendOne =
  (route: Route) =>
  ({ id, body }: { id: string; body: object }): FetchArgs =>
    request(route, { id, body });
