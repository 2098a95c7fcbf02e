import * as routes from '@kantor/contract/plain/routes.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/withdrawals.ts';
import { api, LIST } from './api';
import { ask, askOne, sendOnce } from './ask';
import type { Wallet } from './wallets';

type WithdrawalPage = Wire<typeof wire.listWithdrawals>;
export type WithdrawalRow = WithdrawalPage['results'][number];
export type WithdrawalDetail = Wire<typeof wire.getWithdrawal>;
type NewWithdrawal = Omit<WireBody<typeof wire.createWithdrawal>, 'wallet_id'> & { wallet_id: Wallet['id'] };

const withdrawalsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getWithdrawals: build.query<WithdrawalPage, { page: number; page_size: number }>({
      query: ask(routes.listWithdrawals),
      providesTags: [{ type: 'Withdraw', id: LIST }],
    }),
    getWithdrawal: build.query<WithdrawalDetail, string>({
      query: askOne(routes.getWithdrawal),
      providesTags: (_withdrawal, _error, id) => [{ type: 'Withdraw', id }],
    }),
    createWithdrawal: build.mutation<unknown, { key: string; body: NewWithdrawal }>({
      query: sendOnce(routes.createWithdrawal),
      invalidatesTags: [{ type: 'Withdraw', id: LIST }, 'Dashboard', 'History'],
    }),
  }),
});

export const { getWithdrawals, getWithdrawal } = withdrawalsApi.endpoints;
export const { useCreateWithdrawalMutation } = withdrawalsApi;
