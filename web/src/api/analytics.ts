import type { Breakdown, Period } from '@kantor/contract/plain/analytics.ts';
import * as routes from '@kantor/contract/plain/analytics-routes.ts';
import type * as wire from '@kantor/contract/wire/analytics.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import { api } from './api';
import { ask } from './ask';

export type Analytics = Wire<typeof wire.getAnalytics>;
export type Figures = Analytics['figures'];
export type Bar = Analytics['days'][number];
export type BreakdownAnswer = Wire<typeof wire.getBreakdown>;
export type BreakdownRow = BreakdownAnswer['rows'][number];
export type Refusals = Wire<typeof wire.getRefusals>;

export interface PeriodArgs {
  period: Period;
  /** Days, of a period of one's own alone. */
  from?: string;
  to?: string;
  /** One account, for the platform's people alone. */
  account?: string;
}

/** Figures are asked for again when the page is opened: what happens meanwhile moves none of them far. */
const KEPT_S = { keepUnusedDataFor: 10 } as const;

const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAnalytics: build.query<Analytics, PeriodArgs>({ query: ask(routes.getAnalytics), ...KEPT_S }),
    getBreakdown: build.query<BreakdownAnswer, PeriodArgs & { by: Breakdown }>({
      query: ask(routes.getBreakdown),
      ...KEPT_S,
    }),
    getRefusals: build.query<Refusals, PeriodArgs>({ query: ask(routes.getRefusals), ...KEPT_S }),
  }),
});

export const { getAnalytics } = analyticsApi.endpoints;
export const { useGetAnalyticsQuery, useGetBreakdownQuery, useGetRefusalsQuery } = analyticsApi;
