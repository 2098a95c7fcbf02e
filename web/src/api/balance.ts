import type { getMerchantDashboard, getTraderDashboard } from '@kantor/contract/balance.ts';
import type { Wire } from '@kantor/contract/call.ts';
import { api } from './api';

export type TraderDashboard = Wire<typeof getTraderDashboard>;
export type MerchantDashboard = Wire<typeof getMerchantDashboard>;

const balanceApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTraderDashboard: build.query<TraderDashboard, void>({
      query: () => 'trader/dashboard/',
      providesTags: ['Dashboard'],
    }),
    getMerchantDashboard: build.query<MerchantDashboard, void>({
      query: () => 'merchant/dashboard/',
      providesTags: ['Dashboard'],
    }),
    toggleTraffic: build.mutation<TraderDashboard, boolean>({
      query: (isActive) => ({ url: 'accounts/toggle/', method: 'POST', body: { is_active: isActive } }),
      async onQueryStarted(_isActive, { dispatch, queryFulfilled }) {
        // The answer is the new dashboard: shown at once, so that the button does not fall back until the refetch.
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer) void dispatch(balanceApi.util.upsertQueryData('getTraderDashboard', undefined, answer.data));
      },
      invalidatesTags: ['Dashboard'],
    }),
    moveEarnings: build.mutation<TraderDashboard, void>({
      query: () => ({ url: 'accounts/transfer/', method: 'POST' }),
      invalidatesTags: ['Dashboard', 'History', 'Transaction'],
    }),
  }),
});

export const {
  useGetTraderDashboardQuery,
  useGetMerchantDashboardQuery,
  useToggleTrafficMutation,
  useMoveEarningsMutation,
} = balanceApi;
