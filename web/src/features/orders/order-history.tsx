import { useTranslation } from 'react-i18next';
import type { OrderDetail } from '@/api/orders';
import { formatDateTime } from '@/shared/lib/format-date';
import { Card } from '@/shared/detail/facts';
import classes from './order-side.module.css';
import { Status } from '@/shared/ui/status';

/** Every status the order has had, oldest first. */
export function OrderHistory({ history }: { history: OrderDetail['status_history'] }) {
  const { t } = useTranslation();
  return (
    <Card title={t('orders.history')}>
      {history.length === 0 ? (
        <p className={classes.none}>{t('orders.noHistory')}</p>
      ) : (
        <table className={classes.table} aria-label={t('orders.history')}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{t('orders.status')}</th>
              <th scope="col">{t('orders.historyTime')}</th>
            </tr>
          </thead>
          <tbody>
            {history.map((step) => (
              <tr key={`${step.created_at} ${step.human_status}`}>
                <td>
                  <Status kind="order" of={step} />
                </td>
                <td className={classes.time}>{formatDateTime(step.created_at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
