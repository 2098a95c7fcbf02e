import * as routes from '@kantor/contract/plain/routes.ts';
import type * as wire from '@kantor/contract/wire/api-keys.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import { api } from './api';
import { ask, askOne, send } from './ask';

type ApiKeyList = Wire<typeof wire.listApiKeys>;
export type ApiKey = ApiKeyList['results'][number];

const apiKeysApi = api.injectEndpoints({
  endpoints: (build) => ({
    getApiKeys: build.query<ApiKey[], void>({
      query: ask(routes.listApiKeys),
      transformResponse: (answer: ApiKeyList) => answer.results,
      providesTags: ['ApiKey'],
    }),
    /** The one answer that has the key itself. */
    createApiKey: build.mutation<Wire<typeof wire.createApiKey>, { name: string }>({
      query: send(routes.createApiKey),
      invalidatesTags: ['ApiKey'],
    }),
    revokeApiKey: build.mutation<ApiKey, string>({
      query: askOne(routes.revokeApiKey),
      invalidatesTags: ['ApiKey'],
    }),
  }),
});

export const { useGetApiKeysQuery, useCreateApiKeyMutation, useRevokeApiKeyMutation } = apiKeysApi;
