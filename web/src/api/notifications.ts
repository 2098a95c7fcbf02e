import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type * as wire from '@kantor/contract/wire/devices.ts';
import { api } from './api';
import { askOne, type PageArgs, type RowOf } from './ask';
import { read } from './reads';

export type NotificationRow = RowOf<typeof wire.listNotifications>;
export type NotificationDetail = Wire<typeof wire.getNotification>;

const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
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

export const { getNotification } = notificationsApi.endpoints;

export const getNotifications = read<typeof wire.listNotifications, PageArgs>(
  cabinetRoutes.listNotifications,
  'Notification',
);
export const { useQuery: useGetUnreadBanksQuery } = read<typeof wire.listUnreadBanks>(
  cabinetRoutes.listUnreadBanks,
  'Notification',
);
