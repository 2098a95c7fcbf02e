import { listApiRequests } from '@kantor/contract/plain/account-routes.ts';
import type { RequestResult } from '@kantor/contract/plain/api-requests.ts';
import type * as wire from '@kantor/contract/wire/api-requests.ts';
import type { Paged } from '@/shared/lib/paged';
import { api } from './api';
import { ask, type PageArgs, type RowOf } from './ask';

export type ApiRequest = RowOf<typeof wire.listApiRequests>;

interface Sought extends PageArgs {
  search?: string;
  result?: RequestResult | '';
  before?: string;
}

const requestsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getApiRequests: build.query<Paged<ApiRequest>, Sought>({ query: ask(listApiRequests) }),
  }),
});

export const { getApiRequests } = requestsApi.endpoints;
