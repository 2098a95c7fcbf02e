import * as routes from '@kantor/contract/plain/day-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/merchant-day.ts';
import { api } from './api';
import { ask } from './ask';

export type MerchantToday = Wire<typeof wire.getMerchantToday>;

const dayApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMerchantToday: build.query<MerchantToday, void>({
      query: ask(routes.getMerchantToday),
      providesTags: ['Dashboard'],
    }),
  }),
});

export const { useGetMerchantTodayQuery } = dayApi;
