import type { OwnedPart } from '@kantor/contract/plain/money-trail.ts';
import * as routes from '@kantor/contract/plain/platform-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as accounts from '@kantor/contract/wire/platform/accounts.ts';
import { api } from './api';
import { ask, askOne, type PageArgs, request, type RowOf } from './ask';

export type AccountRow = RowOf<typeof accounts.listPlatformAccounts>;
export type AccountPage = Wire<typeof accounts.getPlatformAccount>;
type EntriesPage = Wire<typeof accounts.listAccountEntries>;
export type AccountEntry = EntriesPage['results'][number];

const accountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPlatformAccounts: build.query<Wire<typeof accounts.listPlatformAccounts>, PageArgs>({
      query: ask(routes.listPlatformAccounts),
      providesTags: ['Platform'],
    }),
    getPlatformAccountTotals: build.query<Wire<typeof accounts.getPlatformAccountTotals>, Record<string, string>>({
      query: (filters) => request(routes.getPlatformAccountTotals, { params: filters }),
      providesTags: ['Platform'],
    }),
    getPlatformAccount: build.query<AccountPage, string>({
      query: askOne(routes.getPlatformAccount),
      providesTags: ['Platform'],
    }),
    getAccountEntries: build.query<EntriesPage, PageArgs & { id: string; part: OwnedPart; from?: string; to?: string }>(
      {
        query: ({ id, ...params }) => request(routes.listAccountEntries, { id, params }),
        providesTags: ['Platform'],
      },
    ),
  }),
});

export const { getPlatformAccounts, getPlatformAccount } = accountsApi.endpoints;
export const { useGetAccountEntriesQuery, useGetPlatformAccountTotalsQuery } = accountsApi;
