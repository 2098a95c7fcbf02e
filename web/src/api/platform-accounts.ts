import type { OwnedPart } from '@kantor/contract/plain/money-trail.ts';
import * as routes from '@kantor/contract/plain/platform-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as accounts from '@kantor/contract/wire/platform/accounts.ts';
import { api, listed } from './api';
import { type PageArgs, request, type RowOf } from './ask';
import { read, readOne } from './reads';

export type AccountRow = RowOf<typeof accounts.listPlatformAccounts>;
export type AccountPage = Wire<typeof accounts.getPlatformAccount>;
type EntriesPage = Wire<typeof accounts.listAccountEntries>;
export type AccountEntry = EntriesPage['results'][number];

const accountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAccountEntries: build.query<EntriesPage, PageArgs & { id: string; part: OwnedPart; from?: string; to?: string }>(
      {
        query: ({ id, ...params }) => request(routes.listAccountEntries, { id, params }),
        providesTags: listed('Platform'),
      },
    ),
  }),
});

export const { useGetAccountEntriesQuery } = accountsApi;

export const getPlatformAccounts = read<typeof accounts.listPlatformAccounts, PageArgs>(
  routes.listPlatformAccounts,
  'Platform',
);
export const { useQuery: useGetPlatformAccountTotalsQuery } = read<
  typeof accounts.getPlatformAccountTotals,
  Record<string, string>
>(routes.getPlatformAccountTotals, 'Platform');
export const getPlatformAccount = readOne<typeof accounts.getPlatformAccount>(routes.getPlatformAccount, 'Platform');
