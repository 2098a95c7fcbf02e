import * as routes from '@kantor/contract/plain/platform-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as accounts from '@kantor/contract/wire/platform/accounts.ts';
import { api } from './api';
import { ask, type PageArgs, type RowOf } from './ask';

export type AccountRow = RowOf<typeof accounts.listPlatformAccounts>;

const accountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPlatformAccounts: build.query<Wire<typeof accounts.listPlatformAccounts>, PageArgs>({
      query: ask(routes.listPlatformAccounts),
      providesTags: ['Platform'],
    }),
  }),
});

export const { getPlatformAccounts } = accountsApi.endpoints;
