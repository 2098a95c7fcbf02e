import * as routes from '@kantor/contract/plain/platform-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/platform/withdrawals.ts';
import { api } from './api';
import { askOne, type RowOf } from './ask';
import { read } from './reads';

type Transfer = Wire<typeof wire.getTransfer>;

const withdrawalsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What the chain says of a withdrawal's transfer: another answer may come of itself, so that none is kept. */
    getTransfer: build.query<Transfer, string>({
      query: askOne(routes.getTransfer),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetTransferQuery } = withdrawalsApi;

export type OpenWithdrawal = RowOf<typeof wire.listOpenWithdrawals>;
export const getOpenWithdrawals = read<typeof wire.listOpenWithdrawals>(routes.listOpenWithdrawals, 'Withdraw');
export const { useQuery: useGetOpenWithdrawalsQuery } = getOpenWithdrawals;
