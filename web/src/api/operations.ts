import type { Wire } from '@kantor/contract/wire/call.ts';
import type { listOperations } from '@kantor/contract/wire/withdrawals.ts';
import { api } from './api';

type Sent = Wire<typeof listOperations>;
/** The rest of what the server may send is not shown. */
export type Operation = Pick<Sent['results'][number], 'id' | 'amount' | 'type'> & { created_at?: string };

interface OperationPage {
  count: number;
  results: Operation[];
}

const operationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOperations: build.query<OperationPage, { page: number; page_size: number }>({
      query: (params) => ({ url: 'merchantbalancehistories/', params }),
      // An entry without a number of its own is known by its place.
      transformResponse: ({ count, results }: { count: number; results: Partial<Operation>[] }, _meta, { page }) => ({
        count,
        results: results.map((entry, index) => ({ id: `${page}/${index}`, ...entry }) as Operation),
      }),
      providesTags: ['History'],
    }),
  }),
});

export const { useGetOperationsQuery } = operationsApi;
