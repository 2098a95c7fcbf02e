import * as routes from '@kantor/contract/plain/platform-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type { getPlatformPayoutTotals } from '@kantor/contract/wire/platform/exchange.ts';
import { api, listed } from './api';
import { request } from './ask';

/** What a list of the platform comes to: the call, and whose changes make it stale. */
const TOTALS = {
  orders: { route: routes.getPlatformOrderTotals, tag: 'Order' },
  payouts: { route: routes.getPlatformPayoutTotals, tag: 'Payment' },
  appeals: { route: routes.getPlatformAppealTotals, tag: 'Appeal' },
  withdrawals: { route: routes.getPlatformWithdrawalTotals, tag: 'Withdraw' },
  deposits: { route: routes.getPlatformDepositTotals, tag: 'Transaction' },
  holds: { route: routes.getOldHoldTotals, tag: 'Platform' },
  requisites: { route: routes.getPlatformRequisiteTotals, tag: 'Requisite' },
  cabinets: { route: routes.getPlatformCabinetTotals, tag: 'Cabinet' },
  webhooks: { route: routes.getPlatformWebhookTotals, tag: 'Webhook' },
  notifications: { route: routes.getPlatformNotificationTotals, tag: 'Notification' },
} as const;
export type PlatformTotalsOf = keyof typeof TOTALS;
export type PlatformTotals = Wire<typeof getPlatformPayoutTotals>;

const totalsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPlatformTotals: build.query<PlatformTotals, { of: PlatformTotalsOf; filters: Record<string, string> }>({
      query: ({ of, filters }) => request(TOTALS[of].route, { params: filters }),
      providesTags: (_totals, _error, { of }) => listed(TOTALS[of].tag),
    }),
  }),
});

export const { useGetPlatformTotalsQuery } = totalsApi;
