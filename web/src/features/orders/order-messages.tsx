import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OrderDetail } from '@/api/orders';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { Card } from '@/shared/detail/facts';
import { MessageText } from '@/shared/raw/message-text';
import { Outcome } from '@/shared/raw/outcome';
import classes from './order-messages.module.css';
import side from './order-side.module.css';

/** Banks' messages about the order: the one that paid it, those that came too late, those that may be about it. */
export function OrderMessages({ messages }: { messages: OrderDetail['notifications'] }) {
  const { t } = useTranslation();
  return (
    <Card title={t('orders.messages')}>
      {messages.length === 0 ? (
        <p className={side.none}>{t('orders.noMessages')}</p>
      ) : (
        <ul className={classes.messages} aria-label={t('orders.messages')}>
          {messages.map(({ id, created_at: at, text, outcome, reason }) => (
            <li key={id}>
              <Link to={paths.notification(id)}>{formatDateTime(at)}</Link>
              <Outcome outcome={outcome} reason={reason} />
              <MessageText text={text} cut />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
