import * as routes from '@kantor/contract/plain/reconciliation-routes.ts';
import type { ExportFormat } from '@kantor/contract/plain/exports.ts';
import type { Route } from '@kantor/contract/plain/routes.ts';
import type { Pile } from '@kantor/contract/plain/reconciliations.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/reconciliations.ts';
import type { Paged } from '@/shared/lib/paged';
import { api, listed } from './api';
import { ask, askOne, type PageArgs, request, type RowOf } from './ask';

export type Look = Wire<typeof wire.lookAtReconciliation>;
export type ReconciliationListed = RowOf<typeof wire.listReconciliations>;
export type Reconciliation = Wire<typeof wire.getReconciliation>;
export type ReconciliationRow = RowOf<typeof wire.listReconciliationRows>;
type ReconciliationTerms = WireBody<typeof wire.makeReconciliation>;

/** The server takes ten megabytes from a slow line for almost so long (server/src/http/slow-bodies.ts). */
const UPLOAD_LIMIT_MS = 6 * 60_000;

/** A multipart form: the browser itself names its content type and boundary. */
function upload(route: Route, file: File, fields: Readonly<Record<string, string | undefined>>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.set(name, value);
  body.set('file', file);
  return { ...request(route, { body }), timeout: UPLOAD_LIMIT_MS };
}

/** Of the platform, or of a merchant: the same calls at other addresses. */
interface Side {
  isPlatform: boolean;
}

const reconciliationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReconciliations: build.query<Paged<ReconciliationListed>, PageArgs>({
      query: ask(routes.listReconciliations),
      providesTags: listed('Reconciliation'),
    }),
    getPlatformReconciliations: build.query<Paged<ReconciliationListed>, PageArgs>({
      query: ask(routes.listPlatformReconciliations),
      providesTags: listed('Reconciliation'),
    }),
    getReconciliation: build.query<Reconciliation, string>({ query: askOne(routes.getReconciliation) }),
    getPlatformReconciliation: build.query<Reconciliation, string>({ query: askOne(routes.getPlatformReconciliation) }),
    getReconciliationRows: build.query<Paged<ReconciliationRow>, PageArgs & Side & { id: string; pile: Pile }>({
      query: ({ id, isPlatform, ...params }) =>
        request(isPlatform ? routes.listPlatformReconciliationRows : routes.listReconciliationRows, { id, params }),
    }),
    lookAtReconciliation: build.mutation<Look, Side & { kind: ReconciliationTerms['kind']; file: File }>({
      query: ({ isPlatform, kind, file }) =>
        upload(isPlatform ? routes.lookAtPlatformReconciliation : routes.lookAtReconciliation, file, { kind }),
    }),
    makeReconciliation: build.mutation<Reconciliation, Side & { terms: ReconciliationTerms; file: File }>({
      query: ({ isPlatform, terms, file }) =>
        upload(isPlatform ? routes.makePlatformReconciliation : routes.makeReconciliation, file, terms),
      invalidatesTags: listed('Reconciliation'),
    }),
    exportReconciliation: build.mutation<string, Side & { id: string; pile: Pile | undefined; format: ExportFormat }>({
      query: ({ isPlatform, id, pile, format }) =>
        request(isPlatform ? routes.exportPlatformReconciliation : routes.exportReconciliation, {
          id,
          params: { pile, format },
          responseHandler: async (response) =>
            response.ok ? URL.createObjectURL(await response.blob()) : response.json(),
        }),
    }),
  }),
});

export const { getReconciliations, getPlatformReconciliations, getReconciliation, getPlatformReconciliation } =
  reconciliationsApi.endpoints;
export const {
  useGetReconciliationQuery,
  useGetPlatformReconciliationQuery,
  useGetReconciliationRowsQuery,
  useLookAtReconciliationMutation,
  useMakeReconciliationMutation,
  useExportReconciliationMutation,
} = reconciliationsApi;
