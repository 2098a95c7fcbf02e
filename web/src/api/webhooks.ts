import * as endpointRoutes from '@kantor/contract/plain/webhook-routes.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type * as endpoints from '@kantor/contract/wire/webhook-endpoints.ts';
import type * as wire from '@kantor/contract/wire/webhooks.ts';
import type { WebhookStatus } from '@kantor/contract/plain/statuses.ts';
import type { Paged } from '@/shared/lib/paged';
import { type Coded, pageOf, toWebhook } from './adapter/status';
import { api, listed } from './api';
import { ask, askOne, type PageArgs, type RowOf, send, sendOne } from './ask';

type SentRow = RowOf<typeof wire.listWebhooks>;
type SentWebhook = Wire<typeof wire.getWebhook>;
export type WebhookRow = Coded<SentRow, WebhookStatus>;
export type WebhookDetail = Coded<SentWebhook, WebhookStatus>;
export type WebhookEndpoint = Wire<typeof endpoints.listWebhookEndpoints>[number];
export type EndpointAnswer = Wire<typeof endpoints.testWebhookEndpoint>;

interface One<Body> {
  id: string;
  body: Body;
}

/** What the journal is narrowed to; empty is any. */
export interface WebhookFilter {
  status?: WebhookStatus | '';
  type?: string;
  search?: string;
  before?: string;
}

const webhooksApi = api.injectEndpoints({
  endpoints: (build) => ({
    getWebhookEndpoints: build.query<WebhookEndpoint[], void>({
      query: ask(endpointRoutes.listWebhookEndpoints),
      // Their health goes with the journal.
      providesTags: listed('Webhook'),
    }),
    addWebhookEndpoint: build.mutation<WebhookEndpoint, WireBody<typeof endpoints.addWebhookEndpoint>>({
      query: send(endpointRoutes.addWebhookEndpoint),
      onQueryStarted: (_body, { dispatch, queryFulfilled }) => show(dispatch, queryFulfilled),
    }),
    changeWebhookEndpoint: build.mutation<WebhookEndpoint, One<WireBody<typeof endpoints.changeWebhookEndpoint>>>({
      query: sendOne(endpointRoutes.changeWebhookEndpoint),
      // Shown at once, so that the switch does not fall back until the endpoints have come anew.
      onQueryStarted: (_body, { dispatch, queryFulfilled }) => show(dispatch, queryFulfilled),
    }),
    rotateEndpointSecret: build.mutation<WebhookEndpoint, string>({
      query: askOne(endpointRoutes.rotateEndpointSecret),
      onQueryStarted: (_id, { dispatch, queryFulfilled }) => show(dispatch, queryFulfilled),
    }),
    removeWebhookEndpoint: build.mutation<null, string>({
      query: askOne(endpointRoutes.removeWebhookEndpoint),
      invalidatesTags: listed('Webhook'),
    }),
    testWebhookEndpoint: build.mutation<EndpointAnswer, One<WireBody<typeof endpoints.testWebhookEndpoint>>>({
      query: sendOne(endpointRoutes.testWebhookEndpoint),
      invalidatesTags: listed('Webhook'),
    }),
    getWebhooks: build.query<Paged<WebhookRow>, PageArgs & WebhookFilter>({
      query: ask(endpointRoutes.listWebhooks),
      transformResponse: pageOf(toWebhook<SentRow>),
      providesTags: listed('Webhook'),
    }),
    getWebhook: build.query<WebhookDetail, string>({
      query: askOne(endpointRoutes.getWebhook),
      transformResponse: (webhook: SentWebhook) => toWebhook(webhook),
      providesTags: (_webhook, _error, id) => [{ type: 'Webhook', id }],
    }),
    /** Of the moment at which it is asked. */
    findWebhooksToResend: build.query<Wire<typeof wire.findWebhooksToResend>, Omit<WebhookFilter, 'before'>>({
      query: ask(endpointRoutes.findWebhooksToResend),
      keepUnusedDataFor: 0,
    }),
    resendWebhooks: build.mutation<Wire<typeof wire.resendWebhooks>, WireBody<typeof wire.resendWebhooks>>({
      query: send(endpointRoutes.resendWebhooks),
      invalidatesTags: ['Webhook'],
    }),
    resendWebhook: build.mutation<Wire<typeof wire.resendWebhook>, string>({
      query: askOne(endpointRoutes.resendWebhook),
      invalidatesTags: (_webhook, _error, id) => [{ type: 'Webhook', id }, ...listed('Webhook')],
    }),
  }),
});

type Answer = Promise<{ data: WebhookEndpoint }>;

/** Shows an endpoint as the server states it, in its place or after the others. */
async function show(dispatch: (action: unknown) => unknown, answer: Answer): Promise<void> {
  const answered = await answer.catch(() => undefined);
  if (!answered) return;
  const { data } = answered;
  dispatch(
    webhooksApi.util.updateQueryData('getWebhookEndpoints', undefined, (shown) => {
      const place = shown.findIndex(({ id }) => id === data.id);
      if (place === -1) shown.push(data);
      else shown[place] = data;
    }),
  );
}

export const { getWebhookEndpoints, getWebhooks, getWebhook } = webhooksApi.endpoints;
export const {
  useGetWebhookEndpointsQuery,
  useAddWebhookEndpointMutation,
  useChangeWebhookEndpointMutation,
  useRotateEndpointSecretMutation,
  useRemoveWebhookEndpointMutation,
  useTestWebhookEndpointMutation,
  useResendWebhookMutation,
  useFindWebhooksToResendQuery,
  useResendWebhooksMutation,
} = webhooksApi;
