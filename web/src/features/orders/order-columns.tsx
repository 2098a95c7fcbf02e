import type { TFunction } from 'i18next';
import { ClaimNote } from '@/acts/claim-note';
import { UnheardNote } from '@/acts/unheard-note';
import { isReversed, isRunning, type OrderRow } from '@/api/orders';
import { formatDateTime } from '@/shared/lib/format-date';
import type { Column } from '@/shared/list/data-table';
import { amountColumns, methodColumn, requisiteColumns } from '@/shared/list/exchange-columns';
import { TimeLeft } from '@/shared/ui/time-left';
import { Status } from '@/shared/ui/status';
import { StatusBadge } from '@/shared/ui/status-badge';

export const orderColumns = (t: TFunction): readonly Column<OrderRow>[] => [
  ...requisiteColumns(t),
  ...amountColumns(t),
  methodColumn(t),
  { id: 'created', header: t('orders.created'), cell: (order) => formatDateTime(order.created_at) },
  {
    id: 'paid',
    header: t('orders.paid'),
    isMinor: true,
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
        <Status kind="order" of={order} />
        {isReversed(order) && (
          <>
            {' '}
            <StatusBadge tone="neutral">{t('orders.reversed')}</StatusBadge>
          </>
        )}
        {isRunning(order) && (
          <>
            {' '}
            <span title={t('inWork.timeLeft')}>
              <TimeLeft until={order.expires_at} />
            </span>
          </>
        )}
        <UnheardNote order={order} />
        <ClaimNote order={order} />
      </>
    ),
  },
];
