import { listRequisiteDays } from '@kantor/contract/plain/day-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/requisite-days.ts';
import { api, LIST } from './api';
import { ask } from './ask';

export type RequisiteDay = Wire<typeof wire.listRequisiteDays>[number];

const daysApi = api.injectEndpoints({
  endpoints: (build) => ({
    getRequisiteDays: build.query<RequisiteDay[], void>({
      query: ask(listRequisiteDays),
      providesTags: [{ type: 'Requisite', id: LIST }],
    }),
  }),
});

export const { useGetRequisiteDaysQuery } = daysApi;
