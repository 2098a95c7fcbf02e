import type { Wire } from '@kantor/contract/call.ts';
import type { getRate } from '@kantor/contract/info.ts';
import { api } from './api';

type Rate = Wire<typeof getRate>;

const infoApi = api.injectEndpoints({
  endpoints: (build) => ({
    getRate: build.query<Rate, void>({
      query: () => 'info/rates/',
      providesTags: ['Rates'],
    }),
  }),
});

export const { useGetRateQuery } = infoApi;
