import type { Wire } from '@kantor/contract/wire/call.ts';
import type { getNotification, listNotifications } from '@kantor/contract/wire/devices.ts';
import { api, LIST } from './api';

type NotificationPage = Wire<typeof listNotifications>;
export type NotificationRow = NotificationPage['results'][number];
export type NotificationDetail = Wire<typeof getNotification>;

const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getNotifications: build.query<NotificationPage, { page: number; page_size: number }>({
      query: (params) => ({ url: 'devicenotifications/', params }),
      providesTags: [{ type: 'Notification', id: LIST }],
    }),
    getNotification: build.query<NotificationDetail, string>({
      query: (id) => `devicenotifications/${encodeURIComponent(id)}/`,
      providesTags: (_notification, _error, id) => [{ type: 'Notification', id }],
    }),
  }),
});

export const {
  useGetNotificationsQuery,
  useGetNotificationQuery,
  usePrefetch: usePrefetchNotification,
} = notificationsApi;
