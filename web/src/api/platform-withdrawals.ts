import * as routes from '@kantor/contract/plain/platform-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/platform/withdrawals.ts';
import { api, LIST } from './api';
import { ask, askOne } from './ask';

type OpenWithdrawals = Wire<typeof wire.listOpenWithdrawals>;
type Transfer = Wire<typeof wire.getTransfer>;
export type OpenWithdrawal = OpenWithdrawals['results'][number];

const withdrawalsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOpenWithdrawals: build.query<OpenWithdrawals, void>({
      query: ask(routes.listOpenWithdrawals),
      providesTags: [{ type: 'Withdraw', id: LIST }],
    }),
    /** What the chain says of a withdrawal's transfer: another answer may come of itself, so that none is kept. */
    getTransfer: build.query<Transfer, string>({
      query: askOne(routes.getTransfer),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { getOpenWithdrawals } = withdrawalsApi.endpoints;
export const { useGetOpenWithdrawalsQuery, useGetTransferQuery } = withdrawalsApi;
