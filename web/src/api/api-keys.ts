import * as accountRoutes from '@kantor/contract/plain/account-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import type * as wire from '@kantor/contract/wire/api-keys.ts';
import type * as limits from '@kantor/contract/wire/limits.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type { Paged } from '@/shared/lib/paged';
import { api, listed } from './api';
import { ask, askOne, type RowOf, send } from './ask';

export type ApiKey = RowOf<typeof wire.listApiKeys>;

export type MerchantLimits = Wire<typeof limits.getMerchantLimits>;

const apiKeysApi = api.injectEndpoints({
  endpoints: (build) => ({
    getApiKeys: build.query<ApiKey[], void>({
      query: ask(routes.listApiKeys),
      transformResponse: (answer: Paged<ApiKey>) => answer.results,
      providesTags: listed('ApiKey'),
    }),
    /** Orders take of them and give back. */
    getMerchantLimits: build.query<MerchantLimits, void>({
      query: ask(routes.getMerchantLimits),
      providesTags: listed('Dashboard'),
    }),
    /** The one answer that has the key itself. */
    createApiKey: build.mutation<Wire<typeof wire.createApiKey>, WireBody<typeof wire.createApiKey>>({
      query: send(routes.createApiKey),
      invalidatesTags: ['ApiKey'],
    }),
    revokeApiKey: build.mutation<ApiKey, string>({
      query: askOne(routes.revokeApiKey),
      invalidatesTags: ['ApiKey'],
    }),
    getServerWithdrawals: build.query<Wire<typeof wire.getServerWithdrawals>, void>({
      query: ask(accountRoutes.getServerWithdrawals),
      providesTags: listed('User'),
    }),
    setServerWithdrawals: build.mutation<
      Wire<typeof wire.setServerWithdrawals>,
      WireBody<typeof wire.setServerWithdrawals>
    >({
      query: send(accountRoutes.setServerWithdrawals),
      invalidatesTags: ['User'],
    }),
  }),
});

export const {
  useGetApiKeysQuery,
  useGetMerchantLimitsQuery,
  useCreateApiKeyMutation,
  useRevokeApiKeyMutation,
  useGetServerWithdrawalsQuery,
  useSetServerWithdrawalsMutation,
} = apiKeysApi;
