import * as routes from '@kantor/contract/plain/routes.ts';
import type * as wire from '@kantor/contract/wire/info.ts';
import { read } from './reads';

export const getRate = read<typeof wire.getRate>(routes.getRate, 'Rates');
export const { useQuery: useGetRateQuery } = getRate;

export const { useQuery: useGetBanksQuery } = read<typeof wire.listBanks>(routes.listBanks);
