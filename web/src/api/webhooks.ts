import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import type {
  getWebhook,
  getWebhookEndpoint,
  listWebhooks,
  resendWebhook,
  updateWebhookEndpoint,
} from '@kantor/contract/wire/webhooks.ts';
import { api, LIST } from './api';

type WebhookPage = Wire<typeof listWebhooks>;
export type WebhookRow = WebhookPage['results'][number];
export type WebhookDetail = Wire<typeof getWebhook>;
export type WebhookEndpoint = Wire<typeof getWebhookEndpoint>;
type EndpointBody = WireBody<typeof updateWebhookEndpoint>;

const webhooksApi = api.injectEndpoints({
  endpoints: (build) => ({
    getWebhookEndpoint: build.query<WebhookEndpoint, void>({
      query: () => 'webhooks/endpoint/',
      providesTags: [{ type: 'Webhook', id: 'ENDPOINT' }],
    }),
    updateWebhookEndpoint: build.mutation<WebhookEndpoint, EndpointBody>({
      query: (body) => ({ url: 'webhooks/endpoint/', method: 'POST', body }),
      // Shown at once, so that the switch does not fall back until the endpoint has come anew.
      onQueryStarted: (_body, { dispatch, queryFulfilled }) => show(dispatch, queryFulfilled),
    }),
    rotateWebhookSecret: build.mutation<WebhookEndpoint, void>({
      query: () => ({ url: 'webhooks/endpoint/rotate/', method: 'POST' }),
      onQueryStarted: (_nothing, { dispatch, queryFulfilled }) => show(dispatch, queryFulfilled),
    }),
    getWebhooks: build.query<WebhookPage, { page: number; page_size: number }>({
      query: (params) => ({ url: 'webhooks/', params }),
      providesTags: [{ type: 'Webhook', id: LIST }],
    }),
    getWebhook: build.query<WebhookDetail, string>({
      query: (id) => `webhooks/${encodeURIComponent(id)}/`,
      providesTags: (_webhook, _error, id) => [{ type: 'Webhook', id }],
    }),
    resendWebhook: build.mutation<Wire<typeof resendWebhook>, string>({
      query: (id) => ({ url: `webhooks/${encodeURIComponent(id)}/resend/`, method: 'POST' }),
      invalidatesTags: (_webhook, _error, id) => [
        { type: 'Webhook', id },
        { type: 'Webhook', id: LIST },
      ],
    }),
  }),
});

type Answer = Promise<{ data: WebhookEndpoint }>;

async function show(dispatch: (action: unknown) => unknown, answer: Answer): Promise<void> {
  const told = await answer.catch(() => undefined);
  if (told) dispatch(webhooksApi.util.updateQueryData('getWebhookEndpoint', undefined, () => told.data));
}

export const {
  useGetWebhookEndpointQuery,
  useUpdateWebhookEndpointMutation,
  useRotateWebhookSecretMutation,
  useGetWebhooksQuery,
  useGetWebhookQuery,
  useResendWebhookMutation,
  usePrefetch: usePrefetchWebhook,
} = webhooksApi;
