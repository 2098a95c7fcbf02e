import * as fundsRoutes from '@kantor/contract/plain/funds-routes.ts';
import type { Route } from '@kantor/contract/plain/routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/withdrawals.ts';
import type { WithdrawalStatus } from '@kantor/contract/plain/statuses.ts';
import type { Paged } from '@/shared/lib/paged';
import { type Coded, pageOf, toWithdrawal } from './adapter/status';
import { api, listed } from './api';
import { ask, askOne, type PageArgs, type RowOf, sendOnce } from './ask';
import type { Wallet } from './wallets';

/** A server of the specification says nothing of these. */
type Beyond = 'outcome' | 'rejected_reason' | 'sending_at' | 'can_cancel' | 'api_key';
type Sent<Withdrawal extends Record<Beyond, unknown>> = Omit<Withdrawal, Beyond> & Partial<Pick<Withdrawal, Beyond>>;
type SentRow = Sent<RowOf<typeof wire.listWithdrawals>>;
type SentWithdrawal = Sent<Wire<typeof wire.getWithdrawal>>;
export type WithdrawalRow = Coded<SentRow, WithdrawalStatus>;
export type WithdrawalDetail = Coded<SentWithdrawal, WithdrawalStatus>;
/** A merchant's amount is an integer by the specification, a trader's a decimal text. */
interface NewWithdrawal {
  amount_in_usdt: number | string;
  wallet_id: Wallet['id'];
}

const withdrawalsApi = api.injectEndpoints({
  endpoints: (build) => {
    const list = (route: Route) =>
      build.query<Paged<WithdrawalRow>, PageArgs>({
        query: ask(route),
        transformResponse: pageOf(toWithdrawal<SentRow>),
        providesTags: listed('Withdraw'),
      });
    const one = (route: Route) =>
      build.query<WithdrawalDetail, string>({
        query: askOne(route),
        transformResponse: (withdrawal: SentWithdrawal) => toWithdrawal(withdrawal),
        providesTags: (_withdrawal, _error, id) => [{ type: 'Withdraw', id }],
      });
    const create = (route: Route) =>
      build.mutation<unknown, { key: string; body: NewWithdrawal }>({
        query: sendOnce(route),
        invalidatesTags: [...listed('Withdraw'), 'Dashboard', 'History'],
      });
    const cancel = (route: Route) =>
      build.mutation<unknown, string>({
        query: askOne(route),
        // A refusal says that it is not as it was shown.
        invalidatesTags: (_answer, _error, id) => [
          { type: 'Withdraw', id },
          ...listed('Withdraw'),
          'Dashboard',
          'History',
        ],
      });
    return {
      getWithdrawals: list(fundsRoutes.listWithdrawals),
      getWithdrawal: one(fundsRoutes.getWithdrawal),
      createWithdrawal: create(fundsRoutes.createWithdrawal),
      cancelWithdrawal: cancel(fundsRoutes.cancelWithdrawal),
      getTraderWithdrawals: list(fundsRoutes.listTraderWithdrawals),
      getTraderWithdrawal: one(fundsRoutes.getTraderWithdrawal),
      createTraderWithdrawal: create(fundsRoutes.createTraderWithdrawal),
      cancelTraderWithdrawal: cancel(fundsRoutes.cancelTraderWithdrawal),
    };
  },
});

export const { getWithdrawals, getWithdrawal, getTraderWithdrawals, getTraderWithdrawal } = withdrawalsApi.endpoints;
export const {
  useCreateWithdrawalMutation,
  useCancelWithdrawalMutation,
  useCreateTraderWithdrawalMutation,
  useCancelTraderWithdrawalMutation,
} = withdrawalsApi;
