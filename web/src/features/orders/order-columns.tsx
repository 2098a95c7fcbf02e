import type { TFunction } from 'i18next';
import { isRunning, type OrderRow } from '@/api/orders';
import { humanStatus } from '@/shared/i18n/human-status';
import { formatAmount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import type { Column } from '@/shared/ui/data-table';
import { orderTone } from '@/shared/ui/order-tone';
import { StatusBadge } from '@/shared/ui/status-badge';
import { TimeLeft } from '@/shared/ui/time-left';

export const orderColumns = (t: TFunction): readonly Column<OrderRow>[] => [
  { id: 'requisite', header: t('orders.requisite'), fit: 'wrap', cell: (order) => order.bank_detail.short_name },
  { id: 'bank', header: t('orders.bank'), fit: 'cut', cell: (order) => order.bank_name, card: 'none' },
  {
    id: 'amount',
    header: t('orders.amountRub'),
    align: 'right',
    card: 'head',
    unit: t('units.rub'),
    cell: (order) => formatAmount(order.amount),
  },
  {
    id: 'usdt',
    header: t('orders.amountUsdt'),
    align: 'right',
    card: 'end',
    unit: t('units.usdt'),
    cell: (order) => formatAmount(order.amount_in_usdt),
  },
  {
    id: 'method',
    header: t('orders.method'),
    card: 'end',
    cell: (order) => (order.is_sbp ? t('method.sbp') : t('method.c2c')),
  },
  { id: 'created', header: t('orders.created'), cell: (order) => formatDateTime(order.created_at) },
  {
    id: 'paid',
    header: t('orders.paid'),
    card: 'wide',
    labelled: true,
    cell: (order) => formatDateTime(order.payment_datetime),
  },
  {
    id: 'status',
    header: t('orders.status'),
    card: 'badge',
    cell: (order) => (
      <>
        <StatusBadge tone={orderTone(order.human_status)}>{humanStatus(t, order.human_status)}</StatusBadge>
        {isRunning(order) && (
          <>
            {' '}
            <span title={t('inWork.timeLeft')}>
              <TimeLeft until={order.expires_at} />
            </span>
          </>
        )}
      </>
    ),
  },
];
