import * as routes from '@kantor/contract/plain/routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/deposits.ts';
import { toTransaction } from './adapter/shape';
import type { Paged } from '@/shared/lib/paged';
import { api, LIST } from './api';
import { ask, askOne, type PageArgs, type RowOf } from './ask';

export type TransactionRow = RowOf<typeof wire.listDeposits>;
export type PendingRow = RowOf<typeof wire.listPendingDeposits>;
export type TransactionDetail = Wire<typeof wire.getDeposit>;

const transactionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTransactions: build.query<Paged<TransactionRow>, PageArgs>({
      query: ask(routes.listDeposits),
      providesTags: [{ type: 'Transaction', id: LIST }],
    }),
    getPendingTransactions: build.query<Paged<PendingRow>, void>({
      query: ask(routes.listPendingDeposits),
      providesTags: [{ type: 'Transaction', id: LIST }],
    }),
    getTransaction: build.query<TransactionDetail, string>({
      query: askOne(routes.getDeposit),
      transformResponse: toTransaction<TransactionDetail>,
      providesTags: (_transaction, _error, id) => [{ type: 'Transaction', id }],
    }),
  }),
});

export const { getTransactions, getTransaction } = transactionsApi.endpoints;
export const { useGetPendingTransactionsQuery } = transactionsApi;
