import * as routes from '@kantor/contract/plain/export-routes.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/exports.ts';
import { api } from './api';
import { ask, askOne, send } from './ask';

export type ListFile = Wire<typeof wire.createExport>;
type Asked = WireBody<typeof wire.createExport>;

export const isUnfinished = ({ state }: Pick<ListFile, 'state'>): boolean => state === 'queued' || state === 'running';

// No event tells of a file: whoever waits for one asks again.
const exportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    createExport: build.mutation<ListFile, Asked>({ query: send(routes.createExport) }),
    getExport: build.query<ListFile, string>({ query: askOne(routes.getExport), keepUnusedDataFor: 0 }),
    getExports: build.query<ListFile[], void>({
      query: ask(routes.listExports),
      transformResponse: ({ results }: Wire<typeof wire.listExports>) => results,
      keepUnusedDataFor: 0,
    }),
    stopExport: build.mutation<ListFile, string>({ query: askOne(routes.stopExport) }),
  }),
});

export const { useCreateExportMutation, useGetExportQuery, useGetExportsQuery, useStopExportMutation } = exportsApi;
