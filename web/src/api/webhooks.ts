import * as routes from '@kantor/contract/plain/routes.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/webhooks.ts';
import type { WebhookStatus } from '@kantor/contract/plain/statuses.ts';
import type { Paged } from '@/shared/lib/paged';
import { type Coded, pageOf, toWebhook } from './adapter/status';
import { api, LIST } from './api';
import { ask, askOne, type PageArgs, type RowOf, send } from './ask';

type SentRow = RowOf<typeof wire.listWebhooks>;
type SentWebhook = Wire<typeof wire.getWebhook>;
export type WebhookRow = Coded<SentRow, WebhookStatus>;
export type WebhookDetail = Coded<SentWebhook, WebhookStatus>;
export type WebhookEndpoint = Wire<typeof wire.getWebhookEndpoint>;
type EndpointBody = WireBody<typeof wire.updateWebhookEndpoint>;

const webhooksApi = api.injectEndpoints({
  endpoints: (build) => ({
    getWebhookEndpoint: build.query<WebhookEndpoint, void>({
      query: ask(routes.getWebhookEndpoint),
      providesTags: [{ type: 'Webhook', id: 'ENDPOINT' }],
    }),
    updateWebhookEndpoint: build.mutation<WebhookEndpoint, EndpointBody>({
      query: send(routes.updateWebhookEndpoint),
      // Shown at once, so that the switch does not fall back until the endpoint has come anew.
      onQueryStarted: (_body, { dispatch, queryFulfilled }) => show(dispatch, queryFulfilled),
    }),
    rotateWebhookSecret: build.mutation<WebhookEndpoint, void>({
      query: ask(routes.rotateWebhookSecret),
      onQueryStarted: (_nothing, { dispatch, queryFulfilled }) => show(dispatch, queryFulfilled),
    }),
    getWebhooks: build.query<Paged<WebhookRow>, PageArgs>({
      query: ask(routes.listWebhooks),
      transformResponse: pageOf(toWebhook<SentRow>),
      providesTags: [{ type: 'Webhook', id: LIST }],
    }),
    getWebhook: build.query<WebhookDetail, string>({
      query: askOne(routes.getWebhook),
      transformResponse: (webhook: SentWebhook) => toWebhook(webhook),
      providesTags: (_webhook, _error, id) => [{ type: 'Webhook', id }],
    }),
    resendWebhook: build.mutation<Wire<typeof wire.resendWebhook>, string>({
      query: askOne(routes.resendWebhook),
      invalidatesTags: (_webhook, _error, id) => [
        { type: 'Webhook', id },
        { type: 'Webhook', id: LIST },
      ],
    }),
  }),
});

type Answer = Promise<{ data: WebhookEndpoint }>;

async function show(dispatch: (action: unknown) => unknown, answer: Answer): Promise<void> {
  const answered = await answer.catch(() => undefined);
  if (answered) dispatch(webhooksApi.util.updateQueryData('getWebhookEndpoint', undefined, () => answered.data));
}

export const { getWebhooks, getWebhook } = webhooksApi.endpoints;
export const {
  useGetWebhookEndpointQuery,
  useUpdateWebhookEndpointMutation,
  useRotateWebhookSecretMutation,
  useResendWebhookMutation,
} = webhooksApi;
