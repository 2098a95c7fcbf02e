import * as fundsRoutes from '@kantor/contract/plain/funds-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/deposits.ts';
import { toDeposit } from './adapter/shape';
import { api } from './api';
import { askOne, type PageArgs, type RowOf } from './ask';
import { read } from './reads';

export type DepositRow = RowOf<typeof wire.listDeposits>;
export type PendingRow = RowOf<typeof wire.listPendingDeposits>;
export type DepositDetail = Wire<typeof wire.getDeposit>;

const depositsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getDeposit: build.query<DepositDetail, string>({
      query: askOne(fundsRoutes.getDeposit),
      transformResponse: toDeposit<DepositDetail>,
      providesTags: (_deposit, _error, id) => [{ type: 'Transaction', id }],
    }),
  }),
});

export const { getDeposit } = depositsApi.endpoints;

export const getDeposits = read<typeof wire.listDeposits, PageArgs>(fundsRoutes.listDeposits, 'Transaction');
export const { useQuery: useGetPendingDepositsQuery } = read<typeof wire.listPendingDeposits>(
  fundsRoutes.listPendingDeposits,
  'Transaction',
);
