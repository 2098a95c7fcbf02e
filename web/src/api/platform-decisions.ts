import * as routes from '@kantor/contract/plain/platform-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as proposals from '@kantor/contract/wire/platform/proposals.ts';
import type * as rate from '@kantor/contract/wire/platform/rate.ts';
import { api, LIST } from './api';
import { ask } from './ask';

type Proposals = Wire<typeof proposals.listProposals>;
export type Proposal = Proposals['results'][number];
export type PlatformRate = Wire<typeof rate.getPlatformRate>;

const decisionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getProposals: build.query<Proposals, void>({
      query: ask(routes.listProposals),
      providesTags: [{ type: 'Proposal', id: LIST }],
    }),
    getPlatformRate: build.query<PlatformRate, void>({
      query: ask(routes.getPlatformRate),
      providesTags: ['Rates', 'Platform'],
    }),
  }),
});

export const { getProposals, getPlatformRate } = decisionsApi.endpoints;
export const { useGetProposalsQuery, useGetPlatformRateQuery } = decisionsApi;
