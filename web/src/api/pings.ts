import type { Wire } from '@kantor/contract/call.ts';
import type { listPings } from '@kantor/contract/devices.ts';
import { api } from './api';

type PingPage = Wire<typeof listPings>;
export type PingRow = PingPage['results'][number];

const pingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPings: build.query<PingPage, { page: number; page_size: number }>({
      query: (params) => ({ url: 'devicenotificationpings/', params }),
      providesTags: ['Ping'],
    }),
  }),
});

export const { useGetPingsQuery } = pingsApi;
