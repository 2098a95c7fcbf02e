import type { WaitingIn } from '@kantor/contract/plain/inbox.ts';
import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import type { Route } from '@kantor/contract/plain/routes.ts';
import type * as wire from '@kantor/contract/wire/cabinets.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import { changed, type MaybeSeen } from './adapter/shape';
import { api, listed } from './api';
import { ask, askOne, type PageArgs, request, send, sendOne } from './ask';

export type Cabinet = MaybeSeen<Wire<typeof wire.getCabinet>>;
interface CabinetPage {
  count: number;
  results: Cabinet[];
}
/** The settings that the trader enters in the application on the phone. */
export type Connection = Wire<typeof wire.connectCabinet>;
export type LastHeard = Wire<typeof wire.getLastHeard>;
export type Forwarder = WireBody<typeof wire.connectCabinet>['application'];
type Choice = Wire<typeof wire.listCabinetChoices>[number];
export type CabinetHealth = Wire<typeof wire.listCabinetHealth>[number];
type CabinetBody = WireBody<typeof wire.createCabinet>;

/** A change of a cabinet makes its lists stale, the requisites that name it, and the state of traffic. */
const touched = (id: string) => [
  { type: 'Cabinet' as const, id },
  ...listed('Cabinet'),
  'Requisite' as const,
  'Dashboard' as const,
];

const cabinetsApi = api.injectEndpoints({
  endpoints: (build) => {
    const action = (route: Route) =>
      build.mutation<Partial<Cabinet>, string>({
        query: askOne(route),
        transformResponse: changed<Cabinet>,
        invalidatesTags: (_cabinet, _error, id) => touched(id),
      });
    return {
      getCabinets: build.query<CabinetPage, PageArgs & { waiting?: WaitingIn<'cabinets'> | '' }>({
        query: ask(cabinetRoutes.listCabinets),
        providesTags: listed('Cabinet'),
      }),
      getCabinet: build.query<Cabinet, string>({
        query: askOne(cabinetRoutes.getCabinet),
        providesTags: (_cabinet, _error, id) => [{ type: 'Cabinet', id }],
      }),
      getCabinetHealth: build.query<CabinetHealth[], void>({
        query: ask(cabinetRoutes.listCabinetHealth),
        providesTags: listed('Cabinet', 'Ping', 'Notification', 'Order'),
      }),
      getCabinetChoices: build.query<Choice[], string>({
        query: askOne(cabinetRoutes.listCabinetChoices),
        providesTags: (_choices, _error, id) => [{ type: 'Cabinet', id }, ...listed('Requisite')],
      }),
      getLastHeard: build.query<LastHeard, string>({
        query: askOne(cabinetRoutes.getLastHeard),
        providesTags: (_heard, _error, id) => [{ type: 'Cabinet', id }, ...listed('Notification', 'Ping')],
      }),
      createCabinet: build.mutation<Partial<Cabinet>, CabinetBody>({
        query: send(cabinetRoutes.createCabinet),
        transformResponse: changed<Cabinet>,
        invalidatesTags: [...listed('Cabinet'), 'Dashboard'],
      }),
      updateCabinet: build.mutation<Partial<Cabinet>, { id: string; body: CabinetBody }>({
        query: sendOne(cabinetRoutes.updateCabinet),
        transformResponse: changed<Cabinet>,
        async onQueryStarted({ id }, { dispatch, queryFulfilled }) {
          const answer = await queryFulfilled.catch(() => undefined);
          if (answer)
            dispatch(cabinetsApi.util.updateQueryData('getCabinet', id, (cabinet) => ({ ...cabinet, ...answer.data })));
        },
        invalidatesTags: (_cabinet, _error, { id }) => touched(id),
      }),
      toggleCabinet: build.mutation<Partial<Cabinet>, { id: string; isActive: boolean }>({
        query: ({ id, isActive }) => request(cabinetRoutes.toggleCabinet, { id, body: { is_active: isActive } }),
        transformResponse: changed<Cabinet>,
        async onQueryStarted({ id, isActive }, { dispatch, queryFulfilled, getState }) {
          const answer = await queryFulfilled.catch(() => undefined);
          if (!answer) return;
          // Shown at once, so that the switch does not fall back until the list has come anew.
          for (const query of cabinetsApi.util.selectCachedArgsForQuery(getState(), 'getCabinets')) {
            dispatch(
              cabinetsApi.util.updateQueryData('getCabinets', query, ({ results }) => {
                const switched = results.find((cabinet) => cabinet.id === id);
                if (switched) Object.assign(switched, { is_active: isActive }, answer.data);
              }),
            );
          }
        },
        invalidatesTags: (_cabinet, _error, { id }) => touched(id),
      }),
      blockCabinet: action(cabinetRoutes.blockCabinet),
      resetCabinetDeals: action(cabinetRoutes.resetCabinetDeals),
      resetCabinetSum: action(cabinetRoutes.resetCabinetSum),
      /** An address and a key that are shown once: what is answered is nobody's to keep. */
      connectCabinet: build.mutation<Connection, { id: string; application: Forwarder }>({
        query: ({ id, application }) => request(cabinetRoutes.connectCabinet, { id, body: { application } }),
        invalidatesTags: (_connection, _error, { id }) => touched(id),
      }),
      /** A picture with a token for one phone: each asking makes a new one, so it is not kept. */
      makeCabinetQr: build.mutation<string, string>({
        query: (id) => request(cabinetRoutes.getCabinetQr, { id, responseHandler: readPicture }),
      }),
    };
  },
});

/** The store holds plain values only: a picture as a `data:` address, a failure as its document. */
async function readPicture(response: Response): Promise<unknown> {
  if (!response.ok) return response.json();
  const picture = await response.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture could not be read')));
    reader.readAsDataURL(picture);
  });
}

export const { getCabinets, getCabinet } = cabinetsApi.endpoints;
export const {
  useGetCabinetChoicesQuery,
  useGetCabinetHealthQuery,
  useCreateCabinetMutation,
  useUpdateCabinetMutation,
  useToggleCabinetMutation,
  useBlockCabinetMutation,
  useResetCabinetDealsMutation,
  useResetCabinetSumMutation,
  useMakeCabinetQrMutation,
  useConnectCabinetMutation,
  useGetLastHeardQuery,
} = cabinetsApi;
