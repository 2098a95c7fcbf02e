import * as routes from '@kantor/contract/plain/routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/info.ts';
import { api } from './api';
import { ask } from './ask';

type Rate = Wire<typeof wire.getRate>;
type Bank = Wire<typeof wire.listBanks>[number];

const infoApi = api.injectEndpoints({
  endpoints: (build) => ({
    getRate: build.query<Rate, void>({
      query: ask(routes.getRate),
      providesTags: ['Rates'],
    }),
    getBanks: build.query<Bank[], void>({
      query: ask(routes.listBanks),
    }),
  }),
});

export const { getRate } = infoApi.endpoints;
export const { useGetRateQuery, useGetBanksQuery } = infoApi;
