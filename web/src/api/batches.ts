import * as routes from '@kantor/contract/plain/batch-routes.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/batches.ts';
import type { Paged } from '@/shared/lib/paged';
import { api, listed } from './api';
import { ask, askOne, type PageArgs, request, type RowOf, send, sendOne } from './ask';

export type BatchListed = RowOf<typeof wire.listBatches>;
export type Batch = Wire<typeof wire.getBatch>;
export type BatchRow = RowOf<typeof wire.listBatchRows>;
export type BatchColumns = Batch['columns'];
type Settings = Wire<typeof wire.getBatchSettings>;

/** The server takes ten megabytes from a slow line for almost so long (server/src/http/slow-bodies.ts). */
const UPLOAD_LIMIT_MS = 6 * 60_000;

/** Money: also after a failure the screen must learn the true state, so the tags hold either way. */
const CHANGED = ['Batch', 'Payment', 'Dashboard', 'History', 'Inbox'] as const;

const batchesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getBatches: build.query<Paged<BatchListed>, PageArgs>({
      query: ask(routes.listBatches),
      providesTags: listed('Batch'),
    }),
    getBatch: build.query<Batch, string>({
      query: askOne(routes.getBatch),
      // What is available, and the rate, are of its sums.
      providesTags: (_batch, _error, id) => [{ type: 'Batch', id }, ...listed('Rates', 'Dashboard')],
    }),
    getBatchRows: build.query<Paged<BatchRow>, PageArgs & { id: string; state?: string }>({
      query: ({ id, ...params }) => request(routes.listBatchRows, { id, params }),
      providesTags: (_rows, _error, { id }) => [{ type: 'Batch', id }],
    }),
    /** A multipart form: the browser itself names its content type and boundary. */
    uploadBatch: build.mutation<Batch, File>({
      query: (file) => {
        const body = new FormData();
        body.append('file', file);
        return { ...request(routes.uploadBatch, { body }), timeout: UPLOAD_LIMIT_MS };
      },
      invalidatesTags: listed('Batch'),
    }),
    mapBatch: build.mutation<Batch, { id: string; body: WireBody<typeof wire.mapBatch> }>({
      query: sendOne(routes.mapBatch),
      invalidatesTags: ['Batch'],
    }),
    startBatch: build.mutation<Batch, { id: string; body: WireBody<typeof wire.startBatch> }>({
      query: sendOne(routes.startBatch),
      invalidatesTags: [...CHANGED],
    }),
    approveBatch: build.mutation<Batch, { id: string; body: WireBody<typeof wire.approveBatch> }>({
      query: sendOne(routes.approveBatch),
      invalidatesTags: [...CHANGED],
    }),
    resumeBatch: build.mutation<Batch, { id: string; body: WireBody<typeof wire.resumeBatch> }>({
      query: sendOne(routes.resumeBatch),
      invalidatesTags: [...CHANGED],
    }),
    stopBatch: build.mutation<Batch, string>({ query: askOne(routes.stopBatch), invalidatesTags: [...CHANGED] }),
    cancelBatch: build.mutation<Batch, string>({ query: askOne(routes.cancelBatch), invalidatesTags: [...CHANGED] }),
    exportBatch: build.mutation<string, string>({
      query: (id) =>
        request(routes.exportBatch, {
          id,
          responseHandler: async (response) =>
            response.ok ? URL.createObjectURL(await response.blob()) : response.json(),
        }),
    }),
    getBatchSettings: build.query<Settings, void>({
      query: ask(routes.getBatchSettings),
      providesTags: listed('User'),
    }),
    setBatchSettings: build.mutation<Settings, WireBody<typeof wire.setBatchSettings>>({
      query: send(routes.setBatchSettings),
      invalidatesTags: ['User', 'Batch'],
    }),
  }),
});

export const { getBatches, getBatch } = batchesApi.endpoints;
export const {
  useGetBatchQuery,
  useGetBatchRowsQuery,
  useUploadBatchMutation,
  useMapBatchMutation,
  useStartBatchMutation,
  useApproveBatchMutation,
  useResumeBatchMutation,
  useStopBatchMutation,
  useCancelBatchMutation,
  useExportBatchMutation,
  useGetBatchSettingsQuery,
  useSetBatchSettingsMutation,
} = batchesApi;
