import * as payoutRoutes from '@kantor/contract/plain/payout-routes.ts';
import type { Route } from '@kantor/contract/plain/routes.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/payouts.ts';
import type { Paged } from '@/shared/lib/paged';
import type { PayoutStatus } from '@kantor/contract/plain/statuses.ts';
import { toPayoutDetail } from './adapter/shape';
import { type Coded, pageOf, toPayout } from './adapter/status';
import { api, listed } from './api';
import { ask, askOne, type PageArgs, request, type RowOf, sendOnce } from './ask';

/** Fields beyond the specification: a server of it alone leaves them out. */
type Beyond =
  | 'settlement'
  | 'contest_until'
  | 'can_contest'
  | 'take_refusal'
  | 'taken_until'
  | 'contest_reason'
  | 'decision_reason';
type Specified<Item> = Omit<Item, Beyond> & Partial<Pick<Item, Beyond & keyof Item>>;

type SentRow = Specified<RowOf<typeof wire.listPayouts>>;
type SentPayout = Specified<Wire<typeof wire.getPayout>>;
export type PayoutRow = Coded<SentRow, PayoutStatus>;
export type PayoutDetail = Omit<Coded<SentPayout, PayoutStatus>, 'photo'> & Pick<SentPayout, 'photo'>;
type NewPayout = WireBody<typeof wire.createPayout>;

/** The server takes ten megabytes from a slow line for almost so long (server/src/http/slow-bodies.ts). */
const UPLOAD_LIMIT_MS = 6 * 60_000;

const payoutsApi = api.injectEndpoints({
  endpoints: (build) => {
    /** Money: also after a failure the screen must learn the true state, so the tags hold either way. */
    const action = (route: Route) =>
      build.mutation<unknown, string>({
        query: askOne(route),
        invalidatesTags: ['Payment', 'Dashboard', 'History'],
      });
    return {
      getPayouts: build.query<Paged<PayoutRow>, PageArgs>({
        query: ask(payoutRoutes.listPayouts),
        transformResponse: pageOf(toPayout<SentRow>),
        providesTags: listed('Payment'),
      }),
      getPayout: build.query<PayoutDetail, string>({
        query: askOne(payoutRoutes.getPayout),
        transformResponse: (payout: SentPayout): PayoutDetail => toPayoutDetail(payout),
        providesTags: (_payout, _error, id) => [{ type: 'Payment', id }],
      }),
      createPayout: build.mutation<unknown, { key: string; body: NewPayout }>({
        query: sendOnce(payoutRoutes.createPayout),
        invalidatesTags: [...listed('Payment'), 'Dashboard', 'History'],
      }),
      cancelPayout: action(payoutRoutes.cancelPayout),
      confirmPayout: action(payoutRoutes.confirmPayout),
      freePayout: action(payoutRoutes.freePayout),
      takePayout: action(payoutRoutes.takePayout),
      contestPayout: build.mutation<unknown, { id: string; reason: string }>({
        query: ({ id, reason }) => request(payoutRoutes.contestPayout, { id, body: { reason } }),
        invalidatesTags: ['Payment', 'Dashboard', 'History'],
      }),
      /** A multipart form: the browser itself names its content type and boundary. */
      uploadPayoutPhoto: build.mutation<unknown, { id: string; photo: File }>({
        query: ({ id, photo }) => {
          const body = new FormData();
          body.append('photo', photo);
          return { ...request(payoutRoutes.uploadPayoutPhoto, { id, body }), timeout: UPLOAD_LIMIT_MS };
        },
        invalidatesTags: ['Payment'],
      }),
    };
  },
});

export const { getPayouts, getPayout, uploadPayoutPhoto } = payoutsApi.endpoints;
export const {
  useCreatePayoutMutation,
  useCancelPayoutMutation,
  useConfirmPayoutMutation,
  useContestPayoutMutation,
  useFreePayoutMutation,
  useTakePayoutMutation,
  useUploadPayoutPhotoMutation,
} = payoutsApi;
