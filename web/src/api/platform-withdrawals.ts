import * as routes from '@kantor/contract/plain/platform-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/platform/withdrawals.ts';
import { api, LIST } from './api';
import { ask } from './ask';

type OpenWithdrawals = Wire<typeof wire.listOpenWithdrawals>;
export type OpenWithdrawal = OpenWithdrawals['results'][number];

const withdrawalsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOpenWithdrawals: build.query<OpenWithdrawals, void>({
      query: ask(routes.listOpenWithdrawals),
      providesTags: [{ type: 'Withdraw', id: LIST }],
    }),
  }),
});

export const { getOpenWithdrawals } = withdrawalsApi.endpoints;
export const { useGetOpenWithdrawalsQuery } = withdrawalsApi;
