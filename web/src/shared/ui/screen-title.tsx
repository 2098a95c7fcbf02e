import { useTranslation } from 'react-i18next';
import { useNewOrdersBadge } from '../lib/new-orders-badge';

/** The browser's title of a screen: `Заказы — Kantor`; with the orders that came while nobody looked, `(2) Заказы — Kantor`. */
export function ScreenTitle({ children }: { children: string }) {
  const { t } = useTranslation();
  const newOrders = useNewOrdersBadge();
  return <title>{`${newOrders > 0 ? `(${newOrders}) ` : ''}${children} — ${t('app.name')}`}</title>;
}
