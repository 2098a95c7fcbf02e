import * as routes from '@kantor/contract/plain/routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/readiness.ts';
import { read } from './reads';

export type Readiness = Wire<typeof wire.getReadiness>;
export type AtGates = Readiness['requisites'][number];
export const { useQuery: useGetReadinessQuery } = read<typeof wire.getReadiness>(
  routes.getReadiness,
  'Requisite',
  'Cabinet',
  'Dashboard',
  'Rates',
);

/** It changes with every order of the platform: asked for now and then. */
export const { useQuery: useGetDemandQuery } = read<typeof wire.getDemand>(routes.getDemand, 'Requisite');
