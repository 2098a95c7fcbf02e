import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ConfirmOrder } from '@/acts/confirm-order';
import type { NotificationDetail } from '@/api/notifications';
import { formatAmount, inRub } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { Status, statusText } from '@/shared/ui/status';
import classes from './notifications.module.css';

type Candidate = NotificationDetail['candidate_orders'][number];

const USED: readonly NotificationDetail['outcome'][] = ['paid', 'paid_by_hand'];

/** The orders that a message may be about: the trader says which. */
export function Candidates({ notification }: { notification: NotificationDetail }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.candidates} aria-label={t('notifications.candidates')}>
      {notification.candidate_orders.map((order) => (
        <li key={order.id}>
          <span className={classes.candidate}>
            <Link to={paths.order(order.id)}>{order.short_name}</Link>
            <strong>{inRub(order.amount)}</strong>
            <span>{order.bank_detail.short_name}</span>
            <span>{formatDateTime(order.created_at)}</span>
            <Status kind="order" of={order} />
          </span>
          {!USED.includes(notification.outcome) && <ThisOne order={order} notification={notification} />}
        </li>
      ))}
    </ul>
  );
}

/** Confirms the order by the message. */
function ThisOne({ order, notification }: { order: Candidate; notification: NotificationDetail }) {
  const { t } = useTranslation();
  const canBe = order.status === 'ACTIVE' || order.status === 'EXPIRED';
  const amount = formatAmount(notification.amount);
  const isAlike = amount === formatAmount(order.amount);
  return (
    <ConfirmOrder
      order={order}
      by={{
        id: notification.id,
        text: isAlike ? t('confirm.byThis', { amount }) : t('confirm.byThisOther', { amount }),
      }}
      size="xs"
      variant="default"
      className={classes.thisOne ?? ''}
      label={t('confirm.thisOneOf', { order: order.short_name })}
      disabled={!canBe}
      moot={canBe ? undefined : t('inWork.moot', { status: statusText(t, 'order', order) })}
    >
      {t('confirm.thisOne')}
    </ConfirmOrder>
  );
}
