import type { Wire } from '@kantor/contract/wire/call.ts';
import type { listPings } from '@kantor/contract/wire/devices.ts';
import { api } from './api';

type PingPage = Wire<typeof listPings>;
export type PingRow = PingPage['results'][number];

const pingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPings: build.query<PingPage, { page: number; page_size: number }>({
      query: (params) => ({ url: 'devicenotificationpings/', params }),
      // A ping without an id of its own is known by its place.
      transformResponse: ({ count, results }: PingPage, _meta, { page }) => ({
        count,
        results: results.map((ping, index) => ({ ...ping, id: ping.id ?? `${page}/${index}` })),
      }),
      providesTags: ['Ping'],
    }),
  }),
});

export const { useGetPingsQuery } = pingsApi;
