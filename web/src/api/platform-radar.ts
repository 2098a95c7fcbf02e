import * as routes from '@kantor/contract/plain/platform-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as radar from '@kantor/contract/wire/platform/radar.ts';
import type { PageArgs, RowOf } from './ask';
import { read } from './reads';

export type RadarRow = RowOf<typeof radar.getRadar>;
export type RadarValue = RadarRow['figures'][number];
export const getRadar = read<typeof radar.getRadar, PageArgs>(routes.getRadar, 'PlatformRadar');

export type Threshold = Wire<typeof radar.listThresholds>[number];
export const { useQuery: useGetThresholdsQuery } = read<typeof radar.listThresholds>(
  routes.listThresholds,
  'PlatformRadar',
);
