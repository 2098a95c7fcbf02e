import * as fundsRoutes from '@kantor/contract/plain/funds-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/deposits.ts';
import { toDeposit } from './adapter/shape';
import type { Paged } from '@/shared/lib/paged';
import { api, LIST } from './api';
import { ask, askOne, type PageArgs, type RowOf } from './ask';

export type DepositRow = RowOf<typeof wire.listDeposits>;
export type PendingRow = RowOf<typeof wire.listPendingDeposits>;
export type DepositDetail = Wire<typeof wire.getDeposit>;

const depositsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getDeposits: build.query<Paged<DepositRow>, PageArgs>({
      query: ask(fundsRoutes.listDeposits),
      providesTags: [{ type: 'Transaction', id: LIST }],
    }),
    getPendingDeposits: build.query<Paged<PendingRow>, void>({
      query: ask(fundsRoutes.listPendingDeposits),
      providesTags: [{ type: 'Transaction', id: LIST }],
    }),
    getDeposit: build.query<DepositDetail, string>({
      query: askOne(fundsRoutes.getDeposit),
      transformResponse: toDeposit<DepositDetail>,
      providesTags: (_deposit, _error, id) => [{ type: 'Transaction', id }],
    }),
  }),
});

export const { getDeposits, getDeposit } = depositsApi.endpoints;
export const { useGetPendingDepositsQuery } = depositsApi;
