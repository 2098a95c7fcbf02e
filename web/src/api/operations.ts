import * as routes from '@kantor/contract/plain/routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/balance.ts';
import { api } from './api';
import { ask } from './ask';

type Sent = Wire<typeof wire.listOperations>;
/** The rest of what the server may send is not shown. */
export type Operation = Pick<Sent['results'][number], 'id' | 'amount' | 'type'> & { created_at: string | null };

interface OperationPage {
  count: number;
  results: Operation[];
}

const operationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOperations: build.query<OperationPage, { page: number; page_size: number }>({
      query: ask(routes.listOperations),
      // An entry without a number of its own is known by its place.
      transformResponse: ({ count, results }: { count: number; results: Partial<Operation>[] }, _meta, { page }) => ({
        count,
        results: results.map((entry, index) => ({ id: `${page}/${index}`, created_at: null, ...entry }) as Operation),
      }),
      providesTags: ['History'],
    }),
  }),
});

export const { getOperations } = operationsApi.endpoints;
