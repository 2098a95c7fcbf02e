import * as routes from '@kantor/contract/plain/routes.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/withdrawals.ts';
import type { WithdrawalStatus } from '@kantor/contract/plain/statuses.ts';
import type { Paged } from '@/shared/lib/paged';
import { type Coded, pageOf, toWithdrawal } from './adapter/status';
import { api, LIST } from './api';
import { ask, askOne, type PageArgs, type RowOf, sendOnce } from './ask';
import type { Wallet } from './wallets';

/** A server of the specification says nothing of these. */
type Beyond = 'outcome' | 'rejected_reason' | 'sending_at' | 'can_cancel';
type Sent<Withdrawal extends Record<Beyond, unknown>> = Omit<Withdrawal, Beyond> & Partial<Pick<Withdrawal, Beyond>>;
type SentRow = Sent<RowOf<typeof wire.listWithdrawals>>;
type SentWithdrawal = Sent<Wire<typeof wire.getWithdrawal>>;
export type WithdrawalRow = Coded<SentRow, WithdrawalStatus>;
export type WithdrawalDetail = Coded<SentWithdrawal, WithdrawalStatus>;
type NewWithdrawal = Omit<WireBody<typeof wire.createWithdrawal>, 'wallet_id'> & { wallet_id: Wallet['id'] };

const withdrawalsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getWithdrawals: build.query<Paged<WithdrawalRow>, PageArgs>({
      query: ask(routes.listWithdrawals),
      transformResponse: pageOf(toWithdrawal<SentRow>),
      providesTags: [{ type: 'Withdraw', id: LIST }],
    }),
    getWithdrawal: build.query<WithdrawalDetail, string>({
      query: askOne(routes.getWithdrawal),
      transformResponse: (withdrawal: SentWithdrawal) => toWithdrawal(withdrawal),
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
