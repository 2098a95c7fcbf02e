import * as routes from '@kantor/contract/plain/platform-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as radar from '@kantor/contract/wire/platform/radar.ts';
import { api } from './api';
import { ask, type PageArgs, type RowOf } from './ask';

export type RadarRow = RowOf<typeof radar.getRadar>;
export type RadarValue = RadarRow['figures'][number];
export type Threshold = Wire<typeof radar.listThresholds>[number];

const radarApi = api.injectEndpoints({
  endpoints: (build) => ({
    getRadar: build.query<Wire<typeof radar.getRadar>, PageArgs>({
      query: ask(routes.getRadar),
      providesTags: ['PlatformRadar'],
    }),
    getThresholds: build.query<Threshold[], void>({
      query: ask(routes.listThresholds),
      providesTags: ['PlatformRadar'],
    }),
  }),
});

export const { getRadar } = radarApi.endpoints;
export const { useGetThresholdsQuery } = radarApi;
