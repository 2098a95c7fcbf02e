import type { getMerchantDashboard, getTraderDashboard } from '@kantor/contract/wire/balance.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import { api, type Changed } from './api';

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
    toggleTraffic: build.mutation<Changed<TraderDashboard>, boolean>({
      query: (isActive) => ({ url: 'accounts/toggle/', method: 'POST', body: { is_active: isActive } }),
      async onQueryStarted(isActive, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined);
        if (!answer) return;
        // Shown at once, so that the button does not fall back until the refetch.
        const change = (dashboard: TraderDashboard) => ({ ...dashboard, is_active: isActive, ...answer.data });
        dispatch(balanceApi.util.updateQueryData('getTraderDashboard', undefined, change));
      },
      invalidatesTags: ['Dashboard'],
    }),
    moveEarnings: build.mutation<Changed<TraderDashboard>, void>({
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
