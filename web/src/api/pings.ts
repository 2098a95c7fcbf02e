import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import type * as wire from '@kantor/contract/wire/devices.ts';
import { numbered } from './adapter/shape';
import type { Paged } from '@/shared/lib/paged';
import { api, listed } from './api';
import { ask, type PageArgs, type RowOf } from './ask';

export type PingRow = RowOf<typeof wire.listPings>;

const pingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPings: build.query<Paged<PingRow>, PageArgs>({
      query: ask(cabinetRoutes.listPings),
      transformResponse: numbered<PingRow>,
      providesTags: listed('Ping'),
    }),
  }),
});

export const { getPings } = pingsApi.endpoints;
