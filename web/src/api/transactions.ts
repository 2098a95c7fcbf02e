import type { Wire } from '@kantor/contract/wire/call.ts';
import type { getDeposit, listDeposits, listPendingDeposits } from '@kantor/contract/wire/deposits.ts';
import { api, LIST } from './api';

type TransactionPage = Wire<typeof listDeposits>;
export type TransactionRow = TransactionPage['results'][number];
type PendingPage = Wire<typeof listPendingDeposits>;
export type PendingRow = PendingPage['results'][number];
export type TransactionDetail = Wire<typeof getDeposit>;

const transactionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTransactions: build.query<TransactionPage, { page: number; page_size: number }>({
      query: (params) => ({ url: 'accountwallettransactions/', params }),
      providesTags: [{ type: 'Transaction', id: LIST }],
    }),
    getPendingTransactions: build.query<PendingPage, void>({
      query: () => 'accountwallettransactions/pending/',
      providesTags: [{ type: 'Transaction', id: LIST }],
    }),
    getTransaction: build.query<TransactionDetail, string>({
      query: (id) => `accountwallettransactions/${encodeURIComponent(id)}/`,
      // Raw data is shown as text, also when it comes as an object.
      transformResponse: (transaction: TransactionDetail) => ({
        ...transaction,
        raw_data:
          typeof transaction.raw_data === 'string' ? transaction.raw_data : JSON.stringify(transaction.raw_data),
      }),
      providesTags: (_transaction, _error, id) => [{ type: 'Transaction', id }],
    }),
  }),
});

export const {
  useGetTransactionsQuery,
  useGetPendingTransactionsQuery,
  useGetTransactionQuery,
  usePrefetch: usePrefetchTransaction,
} = transactionsApi;
