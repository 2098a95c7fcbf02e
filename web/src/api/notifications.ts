import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/devices.ts';
import type { Paged } from '@/shared/lib/paged';
import { api, LIST } from './api';
import { ask, askOne, type PageArgs, type RowOf } from './ask';

export type NotificationRow = RowOf<typeof wire.listNotifications>;
export type NotificationDetail = Wire<typeof wire.getNotification>;

const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getNotifications: build.query<Paged<NotificationRow>, PageArgs>({
      query: ask(cabinetRoutes.listNotifications),
      providesTags: [{ type: 'Notification', id: LIST }],
    }),
    getUnreadBanks: build.query<Wire<typeof wire.listUnreadBanks>, void>({
      query: ask(cabinetRoutes.listUnreadBanks),
      providesTags: [{ type: 'Notification', id: LIST }],
    }),
    getNotification: build.query<NotificationDetail, string>({
      query: askOne(cabinetRoutes.getNotification),
      // It shows what its orders have come to. An error here would leave the page waiting for ever.
      providesTags: (notification, _error, id) => [
        { type: 'Notification', id },
        ...(Array.isArray(notification?.candidates) ? notification.candidates : []).map((order) => ({
          type: 'Order' as const,
          id: order,
        })),
      ],
    }),
  }),
});

export const { useGetUnreadBanksQuery } = notificationsApi;
export const { getNotifications, getNotification } = notificationsApi.endpoints;
