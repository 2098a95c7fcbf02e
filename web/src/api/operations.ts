import * as fundsRoutes from '@kantor/contract/plain/funds-routes.ts';
import type * as wire from '@kantor/contract/wire/balance.ts';
import type { Paged } from '@/shared/lib/paged';
import { numbered, toOperation } from './adapter/shape';
import { pageOf } from './adapter/status';
import { api, listed } from './api';
import { ask, type PageArgs, type RowOf } from './ask';

type Sent = RowOf<typeof wire.listOperations>;
/** A server of the specification alone says neither the balance nor the days. */
type Told = 'balance_after' | 'day' | 'day_amount';
type SentOperation = Omit<Sent, Told> & Partial<Pick<Sent, Told>>;
export type Operation = ReturnType<typeof toOperation<SentOperation>>;

const operationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOperations: build.query<Paged<Operation>, PageArgs>({
      query: ask(fundsRoutes.listOperations),
      transformResponse: (page: Paged<SentOperation>, meta, query) => pageOf(toOperation)(numbered(page, meta, query)),
      providesTags: listed('History'),
    }),
  }),
});

export const { getOperations } = operationsApi.endpoints;
