import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OrderDetail } from '@/api/orders';
import { humanStatus } from '@/shared/i18n/human-status';
import { formatAmount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { appealTone } from '@/shared/ui/appeal-tone';
import { Card } from '@/shared/detail/facts';
import { StatusBadge } from '@/shared/ui/status-badge';
import classes from './order-side.module.css';

/** The order's latest appeal, with the way to it. */
export function OrderAppeal({ appeal }: { appeal: OrderDetail['appeal'] | undefined }) {
  const { t } = useTranslation();
  return (
    <Card title={t('orders.appeal')}>
      {appeal ? (
        <table className={classes.table} aria-label={t('orders.appeal')}>
          <thead>
            <tr>
              <th scope="col">{t('fields.amountRub')}</th>
              <th scope="col">{t('orders.appealClosed')}</th>
              <th scope="col">{t('orders.status')}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>
                <Link to={paths.appeal(appeal.id)} title={t('orders.openAppeal')}>
                  {formatAmount(appeal.amount)}
                </Link>
              </td>
              <td>{formatDateTime(appeal.processed_datetime)}</td>
              <td>
                <StatusBadge tone={appealTone(appeal.human_status)}>{humanStatus(t, appeal.human_status)}</StatusBadge>
              </td>
            </tr>
          </tbody>
        </table>
      ) : (
        <p className={classes.none}>{t('orders.noAppeal')}</p>
      )}
    </Card>
  );
}
