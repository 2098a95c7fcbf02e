import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type { createWithdrawal, getWithdrawal, listWithdrawals } from '@kantor/contract/wire/withdrawals.ts';
import { api, LIST } from './api';
import type { Wallet } from './wallets';

type WithdrawalPage = Wire<typeof listWithdrawals>;
export type WithdrawalRow = WithdrawalPage['results'][number];
export type WithdrawalDetail = Wire<typeof getWithdrawal>;
type NewWithdrawal = Omit<WireBody<typeof createWithdrawal>, 'wallet_id'> & { wallet_id: Wallet['id'] };

const withdrawalsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getWithdrawals: build.query<WithdrawalPage, { page: number; page_size: number }>({
      query: (params) => ({ url: 'merchantwithdraworders/', params }),
      providesTags: [{ type: 'Withdraw', id: LIST }],
    }),
    getWithdrawal: build.query<WithdrawalDetail, string>({
      query: (id) => `merchantwithdraworders/${encodeURIComponent(id)}/`,
      providesTags: (_withdrawal, _error, id) => [{ type: 'Withdraw', id }],
    }),
    createWithdrawal: build.mutation<unknown, { key: string; body: NewWithdrawal }>({
      query: ({ key, body }) => ({
        url: 'merchantwithdraworders/',
        method: 'POST',
        headers: { 'idempotency-key': key },
        body,
      }),
      invalidatesTags: [{ type: 'Withdraw', id: LIST }, 'Dashboard', 'History'],
    }),
  }),
});

export const {
  useGetWithdrawalsQuery,
  useGetWithdrawalQuery,
  useCreateWithdrawalMutation,
  usePrefetch: usePrefetchWithdrawal,
} = withdrawalsApi;
