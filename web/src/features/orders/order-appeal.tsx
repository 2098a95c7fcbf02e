import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OrderDetail } from '@/api/orders';
import { formatAmount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import classes from './order-side.module.css';
import { Status } from '@/shared/ui/status';

/** The order's latest appeal, with the way to it. */
export function OrderAppeal({ appeal }: { appeal: OrderDetail['appeal'] }) {
  const { t } = useTranslation();
  return (
    <div className={classes.appeal} data-none={appeal ? undefined : ''}>
      <h3>{t('order.appeal')}</h3>
      {appeal ? (
        <table className={classes.table} aria-label={t('order.appeal')}>
          <thead>
            <tr>
              <th scope="col">{t('fields.amountRub')}</th>
              <th scope="col">{t('order.appealClosed')}</th>
              <th scope="col">{t('orders.status')}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>
                <Link to={paths.appeal(appeal.id)} title={t('order.openAppeal')}>
                  {formatAmount(appeal.amount)}
                </Link>
              </td>
              <td>{formatDateTime(appeal.processed_datetime)}</td>
              <td>
                <Status kind="appeal" of={appeal} />
              </td>
            </tr>
          </tbody>
        </table>
      ) : (
        <p className={classes.none}>{t('order.noAppeal')}</p>
      )}
    </div>
  );
}
