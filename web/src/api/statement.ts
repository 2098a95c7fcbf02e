import * as routes from '@kantor/contract/plain/routes.ts';
import type { StatementPart } from '@kantor/contract/plain/money-trail.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/balance.ts';
import type { Paged } from '@/shared/lib/paged';
import { api } from './api';
import { ask, type PageArgs, type RowOf } from './ask';

export type StatementEntry = RowOf<typeof wire.listStatement>;
export type Earnings = Wire<typeof wire.getEarnings>;

interface StatementArgs extends PageArgs {
  part?: StatementPart;
  from?: string;
  to?: string;
}

const statementApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStatement: build.query<Paged<StatementEntry>, StatementArgs>({
      query: ask(routes.listStatement),
      providesTags: ['Dashboard'],
    }),
    getEarnings: build.query<Earnings, void>({ query: ask(routes.getEarnings), providesTags: ['Dashboard'] }),
  }),
});

export const { getStatement } = statementApi.endpoints;
export const { useGetEarningsQuery } = statementApi;
