import { listRequisiteDays } from '@kantor/contract/plain/day-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/requisite-days.ts';
import { read } from './reads';

export type RequisiteDay = Wire<typeof wire.listRequisiteDays>[number];
export const { useQuery: useGetRequisiteDaysQuery } = read<typeof wire.listRequisiteDays>(
  listRequisiteDays,
  'Requisite',
);
