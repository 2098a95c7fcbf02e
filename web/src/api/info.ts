import type { Wire } from '@kantor/contract/wire/call.ts';
import type { getRate, listBanks } from '@kantor/contract/wire/info.ts';
import { api } from './api';

type Rate = Wire<typeof getRate>;
type Bank = Wire<typeof listBanks>[number];

const infoApi = api.injectEndpoints({
  endpoints: (build) => ({
    getRate: build.query<Rate, void>({
      query: () => 'info/rates/',
      providesTags: ['Rates'],
    }),
    getBanks: build.query<Bank[], void>({
      query: () => 'info/bank_types/',
    }),
  }),
});

export const { getRate: getRateEndpoint } = infoApi.endpoints;
export const { useGetRateQuery, useGetBanksQuery } = infoApi;
