import type { WaitingIn } from '@kantor/contract/plain/inbox.ts';
import { openAppealByClaim } from '@kantor/contract/plain/match-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import type { Route } from '@kantor/contract/plain/routes.ts';
import type * as wire from '@kantor/contract/wire/appeals.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type { AppealStatus } from '@kantor/contract/plain/statuses.ts';
import type { Paged } from '@/shared/lib/paged';
import { type Coded, pageOf, toAppeal } from './adapter/status';
import { api, listed } from './api';
import { ask, askOne, type PageArgs, request, type RowOf } from './ask';

type SentRow = RowOf<typeof wire.listAppeals>;
type SentAppeal = Wire<typeof wire.getAppeal>;
export type AppealRow = Coded<SentRow, AppealStatus>;
export type AppealDetail = Coded<SentAppeal, AppealStatus>;
export type AppealDesk = NonNullable<SentAppeal['desk']>;

interface AppealsArgs extends PageArgs {
  order_id?: string;
  waiting?: WaitingIn<'appeals'> | '';
}

/** Money and the order's status: also after a failure the screen must learn the true state, so the tags hold either way. */
const CHANGED = ['Appeal', 'Order', 'Dashboard'] as const;

interface Sent<Body> {
  id: string;
  body?: Body;
}

const decision = (route: Route) => ({
  query: ({ id, body }: { id: string; body?: unknown }) => request(route, { id, ...(body !== undefined && { body }) }),
  invalidatesTags: [...CHANGED],
});

/** A file of ten megabytes over a slow line. */
const UPLOAD_LIMIT_MS = 6 * 60_000;

/** A multipart form: the browser itself names its content type and boundary. */
function upload(route: Route, { id, key, file, ...fields }: { id: string; key: string; file: File } & Fields) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', file);
  return { ...request(route, { id, headers: { 'idempotency-key': key }, body }), timeout: UPLOAD_LIMIT_MS };
}
type Fields = { [name: string]: string | File };

const appealsApi = api.injectEndpoints({
  endpoints: (build) => {
    return {
      getAppeals: build.query<Paged<AppealRow>, AppealsArgs>({
        query: ask(routes.listAppeals),
        transformResponse: pageOf(toAppeal<SentRow>),
        providesTags: listed('Appeal'),
      }),
      getAppeal: build.query<AppealDetail, string>({
        query: askOne(routes.getAppeal),
        transformResponse: (appeal: SentAppeal) => toAppeal(appeal),
        providesTags: (_appeal, _error, id) => [{ type: 'Appeal', id }],
      }),
      confirmAppeal: build.mutation<unknown, { id: string; ground?: WireBody<typeof wire.confirmAppeal> }>({
        query: ({ id, ground }) => request(routes.confirmAppeal, { id, ...(ground && { body: ground }) }),
        invalidatesTags: ['Appeal', 'Order', 'Dashboard', 'Notification'],
      }),
      declineAppeal: build.mutation<unknown, Sent<WireBody<typeof wire.declineAppeal>>>(decision(routes.declineAppeal)),
      escalateAppeal: build.mutation<unknown, Sent<WireBody<typeof wire.escalateAppeal>>>(
        decision(routes.escalateAppeal),
      ),
      contestAppeal: build.mutation<unknown, Sent<WireBody<typeof wire.contestAppeal>>>(decision(routes.contestAppeal)),
      acceptAppeal: build.mutation<unknown, string>({
        query: askOne(routes.acceptAppeal),
        invalidatesTags: [...CHANGED],
      }),
      addAppealFile: build.mutation<unknown, { id: string; file: File; key: string }>({
        query: ({ id, file, key }) => upload(routes.addAppealFile, { id, key, file }),
        invalidatesTags: ['Appeal'],
      }),
      /** With what the payer has said: their receipts come along by themselves. */
      openAppealByClaim: build.mutation<SentAppeal, { id: string; key: string; amount: string; comment: string }>({
        query: ({ id, key, amount, comment }) =>
          request(openAppealByClaim, {
            id,
            headers: { 'idempotency-key': key },
            body: { amount, ...(comment !== '' && { comment }) },
          }),
        invalidatesTags: [...CHANGED],
      }),
      openAppeal: build.mutation<SentAppeal, { id: string; file: File; key: string; amount: string; comment: string }>({
        query: ({ id, key, file, amount, comment }) =>
          upload(routes.openAppeal, { id, key, file, amount, ...(comment !== '' && { comment }) }),
        invalidatesTags: [...CHANGED],
      }),
    };
  },
});

export const { getAppeals, getAppeal } = appealsApi.endpoints;
export const {
  useAcceptAppealMutation,
  useAddAppealFileMutation,
  useConfirmAppealMutation,
  useContestAppealMutation,
  useDeclineAppealMutation,
  useEscalateAppealMutation,
  useOpenAppealByClaimMutation,
  useOpenAppealMutation,
} = appealsApi;
