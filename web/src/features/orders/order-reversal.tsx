import { useTranslation } from 'react-i18next';
import { isReversed, type OrderDetail } from '@/api/orders';
import { FactsCard } from '@/shared/detail/facts';
import { inRub } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';

/** What was taken back of the order, which stays closed; nothing for most orders. */
export function OrderReversal({ order }: { order: OrderDetail }) {
  const { t } = useTranslation();
  const { reversed_amount: amount, reversed_at: at, reversal_reason: reason } = order;
  if (!isReversed(order)) return null;
  return (
    <FactsCard
      title={t('orders.reversed')}
      facts={[
        [t('order.reversedAmount'), inRub(amount)],
        [t('order.reversedAt'), formatDateTime(at)],
        [t('order.reversalReason'), reason ?? ''],
      ]}
    />
  );
}
