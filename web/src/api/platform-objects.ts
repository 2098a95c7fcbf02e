import * as routes from '@kantor/contract/plain/platform-routes.ts';
import type { Call, Wire } from '@kantor/contract/wire/call.ts';
import type * as exchange from '@kantor/contract/wire/platform/exchange.ts';
import type * as work from '@kantor/contract/wire/platform/work.ts';
import { api, LIST } from './api';
import { ask, askOne, type PageArgs, type RowOf } from './ask';

export type PlatformPayoutRow = RowOf<typeof exchange.listPlatformPayouts>;
export type PlatformPayout = Wire<typeof exchange.getPlatformPayout>;
export type PlatformWithdrawalRow = RowOf<typeof exchange.listPlatformWithdrawals>;
export type PlatformWithdrawal = Wire<typeof exchange.getPlatformWithdrawal>;
export type PlatformAppealRow = RowOf<typeof exchange.listPlatformAppeals>;
export type PlatformAppeal = Wire<typeof exchange.getPlatformAppeal>;
export type PlatformRequisiteRow = RowOf<typeof work.listPlatformRequisites>;
export type PlatformRequisite = Wire<typeof work.getPlatformRequisite>;
export type PlatformCabinetRow = RowOf<typeof work.listPlatformCabinets>;
export type PlatformCabinet = Wire<typeof work.getPlatformCabinet>;
export type PlatformNotificationRow = RowOf<typeof work.listPlatformNotifications>;
export type PlatformNotification = Wire<typeof work.getPlatformNotification>;
export type PlatformDepositRow = RowOf<typeof exchange.listPlatformDeposits>;
export type PlatformDeposit = Wire<typeof exchange.getPlatformDeposit>;
export type PlatformWebhookRow = RowOf<typeof work.listPlatformWebhooks>;
export type PlatformWebhook = Wire<typeof work.getPlatformWebhook>;

/** The answer of a list of the platform. */
type Page<List extends Call> = Wire<List>;

const objectsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPlatformPayouts: build.query<Page<typeof exchange.listPlatformPayouts>, PageArgs>({
      query: ask(routes.listPlatformPayouts),
      providesTags: [{ type: 'Payment', id: LIST }],
    }),
    getPlatformPayout: build.query<PlatformPayout, string>({
      query: askOne(routes.getPlatformPayout),
      providesTags: (_item, _error, id) => [{ type: 'Payment', id }],
    }),
    revealPlatformPayout: build.mutation<PlatformPayout, string>({
      query: askOne(routes.revealPlatformPayout),
      async onQueryStarted(id, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer) dispatch(objectsApi.util.updateQueryData('getPlatformPayout', id, () => answer.data));
      },
    }),
    getPlatformWithdrawals: build.query<Page<typeof exchange.listPlatformWithdrawals>, PageArgs>({
      query: ask(routes.listPlatformWithdrawals),
      providesTags: [{ type: 'Withdraw', id: LIST }],
    }),
    getPlatformWithdrawal: build.query<PlatformWithdrawal, string>({
      query: askOne(routes.getPlatformWithdrawal),
      providesTags: (_item, _error, id) => [{ type: 'Withdraw', id }],
    }),
    getPlatformAppeals: build.query<Page<typeof exchange.listPlatformAppeals>, PageArgs>({
      query: ask(routes.listPlatformAppeals),
      providesTags: [{ type: 'Appeal', id: LIST }],
    }),
    getPlatformAppeal: build.query<PlatformAppeal, string>({
      query: askOne(routes.getPlatformAppeal),
      providesTags: (_item, _error, id) => [{ type: 'Appeal', id }],
    }),
    revealPlatformAppeal: build.mutation<PlatformAppeal, string>({
      query: askOne(routes.revealPlatformAppeal),
      async onQueryStarted(id, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer) dispatch(objectsApi.util.updateQueryData('getPlatformAppeal', id, () => answer.data));
      },
    }),
    getPlatformRequisites: build.query<Page<typeof work.listPlatformRequisites>, PageArgs & { search?: string }>({
      query: ask(routes.listPlatformRequisites),
      providesTags: [{ type: 'Requisite', id: LIST }],
    }),
    getPlatformRequisite: build.query<PlatformRequisite, string>({
      query: askOne(routes.getPlatformRequisite),
      providesTags: (_item, _error, id) => [{ type: 'Requisite', id }],
    }),
    revealPlatformRequisite: build.mutation<PlatformRequisite, string>({
      query: askOne(routes.revealPlatformRequisite),
      async onQueryStarted(id, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer) dispatch(objectsApi.util.updateQueryData('getPlatformRequisite', id, () => answer.data));
      },
    }),
    getPlatformCabinets: build.query<Page<typeof work.listPlatformCabinets>, PageArgs>({
      query: ask(routes.listPlatformCabinets),
      providesTags: [{ type: 'Cabinet', id: LIST }],
    }),
    getPlatformCabinet: build.query<PlatformCabinet, string>({
      query: askOne(routes.getPlatformCabinet),
      providesTags: (_item, _error, id) => [{ type: 'Cabinet', id }],
    }),
    revealPlatformCabinet: build.mutation<PlatformCabinet, string>({
      query: askOne(routes.revealPlatformCabinet),
      async onQueryStarted(id, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer) dispatch(objectsApi.util.updateQueryData('getPlatformCabinet', id, () => answer.data));
      },
    }),
    getPlatformNotifications: build.query<Page<typeof work.listPlatformNotifications>, PageArgs>({
      query: ask(routes.listPlatformNotifications),
      providesTags: [{ type: 'Notification', id: LIST }],
    }),
    getPlatformNotification: build.query<PlatformNotification, string>({
      query: askOne(routes.getPlatformNotification),
      providesTags: (_item, _error, id) => [{ type: 'Notification', id }],
    }),
    revealPlatformNotification: build.mutation<PlatformNotification, string>({
      query: askOne(routes.revealPlatformNotification),
      async onQueryStarted(id, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer) dispatch(objectsApi.util.updateQueryData('getPlatformNotification', id, () => answer.data));
      },
    }),
    getPlatformDeposits: build.query<Page<typeof exchange.listPlatformDeposits>, PageArgs>({
      query: ask(routes.listPlatformDeposits),
      providesTags: [{ type: 'Transaction', id: LIST }],
    }),
    getPlatformDeposit: build.query<PlatformDeposit, string>({
      query: askOne(routes.getPlatformDeposit),
      providesTags: (_item, _error, id) => [{ type: 'Transaction', id }],
    }),
    getPlatformWebhooks: build.query<Page<typeof work.listPlatformWebhooks>, PageArgs>({
      query: ask(routes.listPlatformWebhooks),
      providesTags: [{ type: 'Webhook', id: LIST }],
    }),
    getPlatformWebhook: build.query<PlatformWebhook, string>({
      query: askOne(routes.getPlatformWebhook),
      providesTags: (_item, _error, id) => [{ type: 'Webhook', id }],
    }),
    revealPlatformWebhook: build.mutation<PlatformWebhook, string>({
      query: askOne(routes.revealPlatformWebhook),
      async onQueryStarted(id, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer) dispatch(objectsApi.util.updateQueryData('getPlatformWebhook', id, () => answer.data));
      },
    }),
  }),
});

export const {
  getPlatformPayouts,
  getPlatformPayout,
  getPlatformWithdrawals,
  getPlatformWithdrawal,
  getPlatformAppeals,
  getPlatformAppeal,
  getPlatformRequisites,
  getPlatformRequisite,
  getPlatformCabinets,
  getPlatformCabinet,
  getPlatformNotifications,
  getPlatformNotification,
  getPlatformDeposits,
  getPlatformDeposit,
  getPlatformWebhooks,
  getPlatformWebhook,
} = objectsApi.endpoints;
export const {
  useGetPlatformRequisiteQuery,
  useGetPlatformRequisitesQuery,
  useRevealPlatformAppealMutation,
  useRevealPlatformPayoutMutation,
  useRevealPlatformRequisiteMutation,
  useRevealPlatformCabinetMutation,
  useRevealPlatformNotificationMutation,
  useRevealPlatformWebhookMutation,
} = objectsApi;
