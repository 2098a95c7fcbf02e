import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type { createPayout, getPayout, listPayouts } from '@kantor/contract/wire/payouts.ts';
import { api, LIST } from './api';

type PayoutPage = Wire<typeof listPayouts>;
export type PayoutRow = PayoutPage['results'][number];
export type PayoutDetail = Wire<typeof getPayout>;
type NewPayout = WireBody<typeof createPayout>;

const one = (id: string) => `withdraworders/${encodeURIComponent(id)}/`;

const payoutsApi = api.injectEndpoints({
  endpoints: (build) => {
    /** Money: also after a failure the screen must learn the true state, so the tags hold either way. */
    const action = (path: string) =>
      build.mutation<PayoutDetail, string>({
        query: (id) => ({ url: `${one(id)}${path}/`, method: 'POST' }),
        invalidatesTags: ['Payment', 'Dashboard', 'History'],
      });
    return {
      getPayouts: build.query<PayoutPage, { page: number; page_size: number }>({
        query: (params) => ({ url: 'withdraworders/', params }),
        providesTags: [{ type: 'Payment', id: LIST }],
      }),
      getPayout: build.query<PayoutDetail, string>({
        query: one,
        providesTags: (_payout, _error, id) => [{ type: 'Payment', id }],
      }),
      createPayout: build.mutation<unknown, { key: string; body: NewPayout }>({
        query: ({ key, body }) => ({
          url: 'withdraworders/',
          method: 'POST',
          headers: { 'idempotency-key': key },
          body,
        }),
        invalidatesTags: [{ type: 'Payment', id: LIST }, 'Dashboard', 'History'],
      }),
      cancelPayout: action('cancel'),
      confirmPayout: action('confirm'),
      freePayout: action('free'),
      takePayout: action('take_on_work'),
      /** A multipart form: the browser itself names its content type and boundary. */
      uploadPayoutPhoto: build.mutation<PayoutDetail, { id: string; photo: File }>({
        query: ({ id, photo }) => {
          const body = new FormData();
          body.append('photo', photo);
          return { url: one(id), method: 'PATCH', body };
        },
        invalidatesTags: ['Payment'],
      }),
    };
  },
});

export const {
  useGetPayoutsQuery,
  useGetPayoutQuery,
  useCreatePayoutMutation,
  useCancelPayoutMutation,
  useConfirmPayoutMutation,
  useFreePayoutMutation,
  useTakePayoutMutation,
  useUploadPayoutPhotoMutation,
  usePrefetch: usePrefetchPayout,
} = payoutsApi;
