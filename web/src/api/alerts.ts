import * as accountRoutes from '@kantor/contract/plain/account-routes.ts';
import type * as wire from '@kantor/contract/wire/alerts.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import { api, listed } from './api';
import { ask, askOne, request, send } from './ask';

export type Alerts = Wire<typeof wire.getAlerts>;
type AlertChoices = WireBody<typeof wire.chooseAlerts>;
export type TelegramLink = Wire<typeof wire.startTelegram>;

const alertsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAlerts: build.query<Alerts, void>({ query: ask(accountRoutes.getAlerts), providesTags: listed('Alerts') }),
    chooseAlerts: build.mutation<null, AlertChoices>({
      query: send(accountRoutes.chooseAlerts),
      invalidatesTags: ['Alerts'],
    }),
    addPushBrowser: build.mutation<Wire<typeof wire.addPushBrowser>, WireBody<typeof wire.addPushBrowser>>({
      query: send(accountRoutes.addPushBrowser),
      invalidatesTags: ['Alerts'],
    }),
    startTelegram: build.mutation<TelegramLink, void>({ query: () => request(accountRoutes.startTelegram) }),
    removeAlertChannel: build.mutation<null, string>({
      query: askOne(accountRoutes.removeAlertChannel),
      invalidatesTags: ['Alerts'],
    }),
    testAlerts: build.mutation<Wire<typeof wire.testAlerts>, void>({ query: () => request(accountRoutes.testAlerts) }),
  }),
});

export const {
  useGetAlertsQuery,
  useChooseAlertsMutation,
  useAddPushBrowserMutation,
  useStartTelegramMutation,
  useRemoveAlertChannelMutation,
  useTestAlertsMutation,
} = alertsApi;
