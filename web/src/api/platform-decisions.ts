import * as routes from '@kantor/contract/plain/platform-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as proposals from '@kantor/contract/wire/platform/proposals.ts';
import type * as rate from '@kantor/contract/wire/platform/rate.ts';
import type { RowOf } from './ask';
import { read } from './reads';

export type Proposal = RowOf<typeof proposals.listProposals>;
export const getProposals = read<typeof proposals.listProposals>(routes.listProposals, 'Proposal');
export const { useQuery: useGetProposalsQuery } = getProposals;

export type PlatformRate = Wire<typeof rate.getPlatformRate>;
export const getPlatformRate = read<typeof rate.getPlatformRate>(routes.getPlatformRate, 'Rates', 'Platform');
export const { useQuery: useGetPlatformRateQuery } = getPlatformRate;
