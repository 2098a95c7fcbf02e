import { useTranslation } from 'react-i18next';
import { useNewOrdersBadge } from '../lib/new-orders-badge';

/** The browser's title of a screen: `Заказы — Kantor`; with the orders that came while nobody looked, `(2) Заказы — Kantor`. */
export function ScreenTitle({ children }: { children: string }) {
  const { t } = useTranslation();
  const unseen = useNewOrdersBadge();
  return <title>{`${unseen > 0 ? `(${unseen}) ` : ''}${children} — ${t('app.name')}`}</title>;
}
