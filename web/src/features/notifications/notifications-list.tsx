import { getNotification, getNotifications } from '@/api/notifications';
import { paths } from '@/shared/lib/paths';
import { listScreen } from '@/shared/list/list-screen';
import { notificationColumns } from './notification-columns';

export const { Component, preload } = listScreen({
  name: 'notifications',
  call: getNotifications,
  pageSize: 10,
  columns: notificationColumns,
  row: { path: paths.notification, detail: getNotification, screen: () => import('./notification-details') },
  live: 'first page',
});
