import type { TFunction } from 'i18next';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePolling } from '@/api/api';
import { useGetNotificationsQuery, usePrefetchNotification, type NotificationRow } from '@/api/notifications';
import { DASH } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { useListParams } from '@/shared/list/use-list-params';
import type { Column } from '@/shared/list/data-table';
import { ListScreen } from '@/shared/list/list-screen';
import { MessageText } from '@/shared/raw/message-text';
import { Outcome } from '@/shared/raw/outcome';
import classes from './notifications.module.css';
import { OrderLink } from './order-link';

const PREFETCHED_FOR_SECONDS = 30;

const rowKey = (notification: NotificationRow) => notification.id;
const rowHref = (notification: NotificationRow) => paths.notification(notification.id);

export function Component() {
  const { t } = useTranslation();
  const list = useListParams({ pageSize: 10 });
  const query = useGetNotificationsQuery(list.query, usePolling(list.page === 1));
  const prefetch = usePrefetchNotification('getNotification', { ifOlderThan: PREFETCHED_FOR_SECONDS });
  const columns = useMemo(() => notificationColumns(t), [t]);
  const onRowIntent = useCallback(
    (notification: NotificationRow) => {
      prefetch(notification.id);
      void import('./notification-details');
    },
    [prefetch],
  );
  return (
    <ListScreen
      title={t('sections.notifications')}
      countText={(n) => t('notifications.count', { n })}
      list={list}
      query={query}
      columns={columns}
      rowKey={rowKey}
      rowHref={rowHref}
      onRowIntent={onRowIntent}
      emptyText={t('notifications.notFound')}
      errorText={t('notifications.notFound')}
    />
  );
}

const notificationColumns = (t: TFunction): readonly Column<NotificationRow>[] => [
  {
    id: 'phone',
    header: t('notifications.phone'),
    card: 'head',
    cell: ({ phone }) => <span className={classes.phone}>{phone || DASH}</span>,
  },
  {
    id: 'application',
    header: t('notifications.application'),
    card: 'wide',
    fit: 'cut',
    cell: ({ application }) => application,
  },
  {
    id: 'text',
    header: t('notifications.text'),
    card: 'wide',
    fit: 'wrap',
    cell: ({ text }) => <MessageText text={text} cut />,
  },
  {
    id: 'created',
    header: t('notifications.created'),
    card: 'badge',
    cell: ({ created_at: at }) => formatDateTime(at),
  },
  {
    id: 'order',
    header: t('notifications.order'),
    interactive: true,
    card: 'wide',
    labelled: true,
    cell: ({ order }) => <OrderLink id={order} />,
  },
  {
    id: 'outcome',
    header: t('notifications.outcome'),
    card: 'wide',
    fit: 'wrap',
    cell: ({ outcome, reason }) => (
      <span className={classes.outcome}>
        <Outcome outcome={outcome} reason={reason} />
      </span>
    ),
  },
];
