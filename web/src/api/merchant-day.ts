import * as routes from '@kantor/contract/plain/day-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/merchant-day.ts';
import { read } from './reads';

export type MerchantToday = Wire<typeof wire.getMerchantToday>;
export const { useQuery: useGetMerchantTodayQuery } = read<typeof wire.getMerchantToday>(
  routes.getMerchantToday,
  'Dashboard',
);
