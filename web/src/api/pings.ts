import * as routes from '@kantor/contract/plain/routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/devices.ts';
import { numbered } from './adapter/shape';
import { api } from './api';
import { ask } from './ask';

type PingPage = Wire<typeof wire.listPings>;
export type PingRow = PingPage['results'][number];

const pingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPings: build.query<PingPage, { page: number; page_size: number }>({
      query: ask(routes.listPings),
      transformResponse: numbered<PingRow>,
      providesTags: ['Ping'],
    }),
  }),
});

export const { getPings } = pingsApi.endpoints;
