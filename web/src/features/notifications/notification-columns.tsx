import type { TFunction } from 'i18next';
import type { NotificationRow } from '@/api/notifications';
import { DASH } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import type { Column } from '@/shared/list/data-table';
import { MessageText } from '@/shared/raw/message-text';
import { Outcome } from '@/shared/raw/outcome';
import classes from './notifications.module.css';
import { OrderLink } from './order-link';

export const notificationColumns = (t: TFunction): readonly Column<NotificationRow>[] => [
  {
    id: 'phone',
    header: t('notifications.phone'),
    isMinor: true,
    card: 'head',
    cell: ({ phone }) => <span className={classes.phone}>{phone || DASH}</span>,
  },
  {
    id: 'application',
    header: t('notifications.application'),
    width: '12%',
    isMinor: true,
    card: 'wide',
    fit: 'cut',
    cell: ({ application }) => application,
  },
  {
    id: 'text',
    header: t('notifications.text'),
    card: 'wide',
    fit: 'cut',
    width: '46%',
    cell: ({ text }) => <MessageText text={text} cut="line" />,
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
    cell: ({ outcome, reason }) => (
      <span className={classes.outcome} title={reason}>
        <Outcome outcome={outcome} reason={reason} />
      </span>
    ),
  },
];
