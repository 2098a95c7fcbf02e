import type { createApiKey, listApiKeys } from '@kantor/contract/wire/api-keys.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import { api } from './api';

type ApiKeyList = Wire<typeof listApiKeys>;
export type ApiKey = ApiKeyList['results'][number];

const apiKeysApi = api.injectEndpoints({
  endpoints: (build) => ({
    getApiKeys: build.query<ApiKey[], void>({
      query: () => 'apikeys/',
      transformResponse: (answer: ApiKeyList) => answer.results,
      providesTags: ['ApiKey'],
    }),
    /** The one answer that has the key itself. */
    createApiKey: build.mutation<Wire<typeof createApiKey>, { name: string }>({
      query: (body) => ({ url: 'apikeys/', method: 'POST', body }),
      invalidatesTags: ['ApiKey'],
    }),
    revokeApiKey: build.mutation<ApiKey, string>({
      query: (id) => ({ url: `apikeys/${encodeURIComponent(id)}/revoke/`, method: 'POST' }),
      invalidatesTags: ['ApiKey'],
    }),
  }),
});

export const { useGetApiKeysQuery, useCreateApiKeyMutation, useRevokeApiKeyMutation } = apiKeysApi;
