import * as routes from '@kantor/contract/plain/platform-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type { listBalanceBanks } from '@kantor/contract/wire/platform/balances.ts';
import { api } from './api';
import { ask, type PageArgs, type RowOf } from './ask';

export type BalanceBank = RowOf<typeof listBalanceBanks>;

const balancesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getBalanceBanks: build.query<Wire<typeof listBalanceBanks>, PageArgs>({
      query: ask(routes.listBalanceBanks),
      providesTags: ['Platform'],
    }),
  }),
});

export const { getBalanceBanks } = balancesApi.endpoints;
