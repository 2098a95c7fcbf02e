import { fileOf } from '@/acts/exports/file-of';
import { NO_SPAN, ownRest, OwnSpan, ownTotals } from '@/acts/own-list/own-list';
import { UnreadBanks } from '@/acts/unread-banks';
import { getNotification, getNotifications, type NotificationRow } from '@/api/notifications';
import { mayLink } from '@/session/may-link';
import { paths } from '@/shared/lib/paths';
import { listScreen } from '@/shared/list/list-screen';
import { MessageTabs } from './message-tabs';
import { notificationColumns } from './notification-columns';

const Above = () => (
  <>
    <MessageTabs />
    <UnreadBanks />
  </>
);

export const { Component, preload } = listScreen({
  name: 'notifications',
  call: getNotifications,
  file: fileOf('notifications'),
  pageSize: 10,
  filters: NO_SPAN,
  above: Above,
  columns: notificationColumns,
  row: {
    path: paths.notification,
    detail: getNotification,
    screen: () => import('./notification-details'),
    hasPanel: true,
  },
  live: 'first page',
  toolbar: (list) => <OwnSpan list={list} />,
  totals: ownTotals<NotificationRow>('notifications', ({ amount }) => amount, 'rub'),
  below: ownRest,
  next: mayLink('cabinets.read', paths.cabinets, (t) => t('cabinets.connectFirst')),
});
