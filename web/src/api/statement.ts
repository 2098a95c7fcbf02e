import type { OwnedPart } from '@kantor/contract/plain/money-trail.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import * as statementRoutes from '@kantor/contract/plain/statement-routes.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type * as balance from '@kantor/contract/wire/balance.ts';
import type * as wire from '@kantor/contract/wire/statement.ts';
import type { Paged } from '@/shared/lib/paged';
import { api, listed } from './api';
import { ask, askOne, type PageArgs, request, type RowOf, send } from './ask';
import { read } from './reads';

export type StatementEntry = RowOf<typeof wire.listStatement>;
export type Earnings = Wire<typeof balance.getEarnings>;
export type Totals = Wire<typeof wire.getStatementTotals>;
export type ListedAct = RowOf<typeof wire.listActs>;
export type Act = Wire<typeof wire.getAct>;
export type Party = Wire<typeof wire.getParty>;
type Period = WireBody<typeof wire.createAct>;

interface Days {
  from?: string;
  to?: string;
}

/** Whose acts: of an account for the platform's people, of its revenue, or one's own. */
export type ActsOf = { account: string } | 'revenue' | 'own';

const actsRoute = (of: ActsOf) => {
  if (of === 'own') return { list: statementRoutes.listActs, create: statementRoutes.createAct };
  return of === 'revenue'
    ? { list: statementRoutes.listRevenueActs, create: statementRoutes.createRevenueAct }
    : { list: statementRoutes.listAccountActs, create: statementRoutes.createAccountAct };
};
const idOf = (of: ActsOf) => (typeof of === 'object' ? { id: of.account } : {});

/** A file in this browser, under an address that whoever asked lets go again. */
async function fileOf(response: Response): Promise<{ name: string; url: string }> {
  const [, name = 'act.pdf'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name, url: URL.createObjectURL(await response.blob()) };
}

const statementApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAccountTotals: build.query<Totals, Days & { id: string }>({
      query: ({ id, ...params }) => request(statementRoutes.getAccountTotals, { id, params }),
      providesTags: listed('Platform'),
    }),
    getActs: build.query<Paged<ListedAct>, PageArgs & { of: ActsOf }>({
      query: ({ of, ...params }) => request(actsRoute(of).list, { ...idOf(of), params }),
      providesTags: listed('Act'),
    }),
    createAct: build.mutation<ListedAct, { of: ActsOf; body: Period }>({
      query: ({ of, body }) => request(actsRoute(of).create, { ...idOf(of), body }),
      invalidatesTags: ['Act'],
    }),
    getAct: build.query<Act, string>({ query: askOne(statementRoutes.getAct) }),
    getPlatformAct: build.query<Act, string>({ query: askOne(statementRoutes.getPlatformAct) }),
    takeActFile: build.mutation<{ name: string; url: string }, { id: string; isPlatform: boolean }>({
      query: ({ id, isPlatform }) =>
        request(isPlatform ? statementRoutes.getPlatformActFile : statementRoutes.getActFile, {
          id,
          responseHandler: (response) => (response.ok ? fileOf(response) : response.json()),
        }),
    }),
    getParty: build.query<Party, void>({ query: ask(statementRoutes.getParty), providesTags: listed('Party') }),
    setParty: build.mutation<null, Party>({ query: send(statementRoutes.setParty), invalidatesTags: ['Party'] }),
  }),
});

export const getStatement = read<typeof wire.listStatement, PageArgs & Days & { part?: OwnedPart }>(
  statementRoutes.listStatement,
  'Dashboard',
);
export const { useQuery: useGetStatementTotalsQuery } = read<typeof wire.getStatementTotals, Days>(
  statementRoutes.getStatementTotals,
  'Dashboard',
);
export const { useQuery: useGetEarningsQuery } = read<typeof balance.getEarnings>(routes.getEarnings, 'Dashboard');
export const getRevenue = read<typeof wire.listRevenue, PageArgs & Days>(statementRoutes.listRevenue, 'Platform');
export const { useQuery: useGetRevenueTotalsQuery } = read<typeof wire.getRevenueTotals, Days>(
  statementRoutes.getRevenueTotals,
  'Platform',
);
export const {
  useGetAccountTotalsQuery,
  useGetActsQuery,
  useCreateActMutation,
  useGetActQuery,
  useGetPlatformActQuery,
  useTakeActFileMutation,
  useGetPartyQuery,
  useSetPartyMutation,
} = statementApi;
