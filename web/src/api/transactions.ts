import * as routes from '@kantor/contract/plain/routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/deposits.ts';
import { toTransaction } from './adapter/shape';
import { api, LIST } from './api';
import { ask, askOne } from './ask';

type TransactionPage = Wire<typeof wire.listDeposits>;
export type TransactionRow = TransactionPage['results'][number];
type PendingPage = Wire<typeof wire.listPendingDeposits>;
export type PendingRow = PendingPage['results'][number];
export type TransactionDetail = Wire<typeof wire.getDeposit>;

const transactionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTransactions: build.query<TransactionPage, { page: number; page_size: number }>({
      query: ask(routes.listDeposits),
      providesTags: [{ type: 'Transaction', id: LIST }],
    }),
    getPendingTransactions: build.query<PendingPage, void>({
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
