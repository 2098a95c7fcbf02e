import * as routes from '@kantor/contract/plain/platform-routes.ts';
import type { OrderMethod } from '@kantor/contract/plain/statuses.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type * as liquidity from '@kantor/contract/wire/platform/liquidity.ts';
import type * as overview from '@kantor/contract/wire/platform/overview.ts';
import type * as reading from '@kantor/contract/wire/platform/reading.ts';
import type * as state from '@kantor/contract/wire/platform/state.ts';
import { api } from './api';
import { ask, type PageArgs, type RowOf, send } from './ask';

export type Liquidity = Wire<typeof liquidity.getLiquidity>;

export type Overview = Wire<typeof overview.getOverview>;

export type OldHold = RowOf<typeof overview.listOldHolds>;

export type State = Wire<typeof state.getState>;

export type Reading = Wire<typeof reading.getReading>;

export type Explanation = Wire<typeof reading.explainMessage>;

export interface LiquidityArgs {
  method: OrderMethod;
  /** Any when absent. */
  bank?: number;
  /** Roubles, as `parseMoneyInput` reads them. */
  amount?: string;
}

const figuresApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOverview: build.query<Overview, void>({ query: ask(routes.getOverview), providesTags: ['Platform', 'Rates'] }),
    getOldHolds: build.query<Wire<typeof overview.listOldHolds>, PageArgs>({
      query: ask(routes.listOldHolds),
      providesTags: ['Platform'],
    }),
    getState: build.query<State, void>({ query: ask(routes.getState), providesTags: ['Platform'] }),
    askVerification: build.mutation<unknown, void>({
      query: ask(routes.askVerification),
      invalidatesTags: ['Platform'],
    }),
    getReading: build.query<Reading, void>({ query: ask(routes.getReading), providesTags: ['Platform'] }),
    /** What is pasted is nobody's to keep. */
    explainMessage: build.mutation<Explanation, WireBody<typeof reading.explainMessage>>({
      query: send(routes.explainMessage),
    }),
    getLiquidity: build.query<Liquidity, LiquidityArgs>({
      query: ask(routes.getLiquidity),
      providesTags: ['Platform'],
    }),
  }),
});

export const { getLiquidity, getOldHolds, getOverview, getReading, getState } = figuresApi.endpoints;
export const {
  useGetLiquidityQuery,
  useGetOverviewQuery,
  useGetReadingQuery,
  useGetStateQuery,
  useAskVerificationMutation,
  useExplainMessageMutation,
} = figuresApi;
