import { listApiRequests } from '@kantor/contract/plain/account-routes.ts';
import type { RequestResult } from '@kantor/contract/plain/api-requests.ts';
import type * as wire from '@kantor/contract/wire/api-requests.ts';
import { momentOfMoscow } from '@/shared/lib/moment-of-moscow';
import type { Paged } from '@/shared/lib/paged';
import { api } from './api';
import { ask, type PageArgs, type RowOf } from './ask';

export type ApiRequest = RowOf<typeof wire.listApiRequests>;

interface Sought extends PageArgs {
  search?: string;
  result?: RequestResult | '';
  key?: string;
  call?: string;
  /** Minutes of Moscow's clock, the last one left out. */
  from?: string;
  to?: string;
  before?: string;
}

const momentOf = (minute: string | undefined) => (minute ? momentOfMoscow(minute) : undefined);

/** What the server is asked: moments, of minutes of Moscow's clock. */
export const sentOf = ({ from, to, ...sought }: Partial<Sought>): object => ({
  ...sought,
  from: momentOf(from),
  to: momentOf(to),
});

const requestsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getApiRequests: build.query<Paged<ApiRequest>, Sought>({
      query: (sought) => ask(listApiRequests)(sentOf(sought)),
    }),
  }),
});

export const { getApiRequests } = requestsApi.endpoints;
