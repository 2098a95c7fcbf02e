import * as routes from '@kantor/contract/plain/routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/readiness.ts';
import { api, LIST } from './api';
import { ask } from './ask';

export type Readiness = Wire<typeof wire.getReadiness>;
export type AtGates = Readiness['requisites'][number];
type Demand = Wire<typeof wire.getDemand>;

const readinessApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReadiness: build.query<Readiness, void>({
      query: ask(routes.getReadiness),
      providesTags: [{ type: 'Requisite', id: LIST }, { type: 'Cabinet', id: LIST }, 'Dashboard', 'Rates'],
    }),
    /** It changes with every order of the platform: asked for now and then. */
    getDemand: build.query<Demand, void>({ query: ask(routes.getDemand), providesTags: ['Requisite'] }),
  }),
});

export const { useGetReadinessQuery, useGetDemandQuery } = readinessApi;
