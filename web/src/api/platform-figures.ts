import * as routes from '@kantor/contract/plain/platform-routes.ts';
import type { OrderMethod } from '@kantor/contract/plain/statuses.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type * as liquidity from '@kantor/contract/wire/platform/liquidity.ts';
import type * as overview from '@kantor/contract/wire/platform/overview.ts';
import type * as reading from '@kantor/contract/wire/platform/reading.ts';
import type * as state from '@kantor/contract/wire/platform/state.ts';
import { api } from './api';
import { ask, type PageArgs, type RowOf, send } from './ask';
import { read } from './reads';

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

export const getOverview = read<typeof overview.getOverview>(routes.getOverview, 'Platform', 'Rates');
export const getOldHolds = read<typeof overview.listOldHolds, PageArgs>(routes.listOldHolds, 'Platform');
export const getState = read<typeof state.getState>(routes.getState, 'Platform');
export const getReading = read<typeof reading.getReading>(routes.getReading, 'Platform');
export const getLiquidity = read<typeof liquidity.getLiquidity, LiquidityArgs>(routes.getLiquidity, 'Platform');
export const { useQuery: useGetOverviewQuery } = getOverview;
export const { useQuery: useGetStateQuery } = getState;
export const { useQuery: useGetReadingQuery } = getReading;
export const { useQuery: useGetLiquidityQuery } = getLiquidity;

const figuresApi = api.injectEndpoints({
  endpoints: (build) => ({
    askVerification: build.mutation<unknown, void>({
      query: ask(routes.askVerification),
      invalidatesTags: ['Platform'],
    }),
    /** What is pasted is nobody's to keep. */
    explainMessage: build.mutation<Explanation, WireBody<typeof reading.explainMessage>>({
      query: send(routes.explainMessage),
    }),
  }),
});

export const { useAskVerificationMutation, useExplainMessageMutation } = figuresApi;
