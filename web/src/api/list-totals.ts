import * as batchRoutes from '@kantor/contract/plain/batch-routes.ts';
import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import * as fundsRoutes from '@kantor/contract/plain/funds-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type { getPayoutTotals } from '@kantor/contract/wire/payouts.ts';
import { api, listed } from './api';
import { request } from './ask';

/** What a list comes to: the call, and whose changes make it stale. */
const TOTALS = {
  payouts: { route: fundsRoutes.getPayoutTotals, tag: 'Payment' },
  appeals: { route: fundsRoutes.getAppealTotals, tag: 'Appeal' },
  withdrawals: { route: fundsRoutes.getWithdrawalTotals, tag: 'Withdraw' },
  usdtWithdrawals: { route: fundsRoutes.getTraderWithdrawalTotals, tag: 'Withdraw' },
  deposits: { route: fundsRoutes.getDepositTotals, tag: 'Transaction' },
  operations: { route: fundsRoutes.getOperationTotals, tag: 'History' },
  batches: { route: batchRoutes.getBatchTotals, tag: 'Batch' },
  notifications: { route: cabinetRoutes.getNotificationTotals, tag: 'Notification' },
} as const;
export type TotalsOf = keyof typeof TOTALS;

const totalsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getListTotals: build.query<Wire<typeof getPayoutTotals>, { of: TotalsOf; filters: Record<string, string> }>({
      query: ({ of, filters }) => request(TOTALS[of].route, { params: filters }),
      providesTags: (_totals, _error, { of }) => listed(TOTALS[of].tag),
    }),
  }),
});

export const { useGetListTotalsQuery } = totalsApi;
