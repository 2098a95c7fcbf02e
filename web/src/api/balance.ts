import * as routes from '@kantor/contract/plain/routes.ts';
import type * as wire from '@kantor/contract/wire/balance.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import { changed } from './adapter/shape';
import { api, listed } from './api';
import { ask, request } from './ask';

type SentDashboard = Wire<typeof wire.getTraderDashboard>;
/** A server of the specification alone does not say what is held for payouts, nor what is left of the first day. */
export type TraderDashboard = Omit<SentDashboard, 'payouts_on_hold' | 'first_steps'> &
  Partial<Pick<SentDashboard, 'payouts_on_hold' | 'first_steps'>>;
type SentSummary = Wire<typeof wire.getMerchantDashboard>;
/** A server of the specification alone does not say what the merchant pays, what is held, nor how orders were lost. */
type ToldSummary = 'fee_bp' | 'balance_on_hold' | 'timed_out_orders' | 'cancelled_orders';
export type MerchantDashboard = Omit<SentSummary, ToldSummary> & Partial<Pick<SentSummary, ToldSummary>>;

const balanceApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTraderDashboard: build.query<TraderDashboard, void>({
      query: ask(routes.getTraderDashboard),
      providesTags: listed('Dashboard'),
    }),
    getMerchantDashboard: build.query<MerchantDashboard, void>({
      query: ask(routes.getMerchantDashboard),
      providesTags: listed('Dashboard'),
    }),
    toggleTraffic: build.mutation<Partial<TraderDashboard>, boolean>({
      query: (isActive) => request(routes.toggleTraffic, { body: { is_active: isActive } }),
      transformResponse: changed<TraderDashboard>,
      async onQueryStarted(isActive, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined);
        if (!answer) return;
        // Shown at once, so that the button does not fall back until the refetch.
        const change = (dashboard: TraderDashboard) => ({ ...dashboard, is_active: isActive, ...answer.data });
        dispatch(balanceApi.util.updateQueryData('getTraderDashboard', undefined, change));
      },
      invalidatesTags: ['Dashboard'],
    }),
    moveEarnings: build.mutation<unknown, void>({
      query: ask(routes.moveEarnings),
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
