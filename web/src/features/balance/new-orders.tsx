import { getOrders, isReversed, type OrderRow } from '@/api/orders';
import { type MerchantTexts, merchantTexts } from '@/shared/i18n/merchant';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { listSection } from '@/shared/section/list-section';
import type { Column } from '@/shared/list/data-table';
import { amountColumns } from '@/shared/list/exchange-columns';
import { ShortId } from '@/shared/ui/short-id';
import { Status } from '@/shared/ui/status';
import { StatusBadge } from '@/shared/ui/status-badge';
import classes from './balance.module.css';

const newOrderColumns = (t: MerchantTexts): readonly Column<OrderRow>[] => [
  ...amountColumns(t),
  {
    id: 'id',
    header: t('merchant:newOrders.id'),
    interactive: true,
    card: 'wide',
    cell: (order) => <ShortId value={order.id} subject={t('merchant:newOrders.id')} />,
  },
  {
    id: 'number',
    header: t('balance.number'),
    card: 'wide',
    labelled: true,
    fit: 'cut',
    isEmpty: ({ external_id: number }) => !number,
    cell: (order) => order.external_id ?? '',
  },
  { id: 'created', header: t('merchant:newOrders.createdAt'), cell: (order) => formatDateTime(order.created_at) },
  {
    id: 'paid',
    header: t('merchant:newOrders.paidAt'),
    card: 'badge',
    cell: (order) =>
      order.payment_datetime ? (
        <span className={classes.paid}>
          {formatDateTime(order.payment_datetime)}
          {isReversed(order) && <StatusBadge tone="neutral">{t('orders.reversed')}</StatusBadge>}
        </span>
      ) : (
        <StatusBadge tone="neutral">{t('merchant:newOrders.notPaid')}</StatusBadge>
      ),
  },
  {
    id: 'status',
    header: t('orders.status'),
    card: 'wide',
    labelled: true,
    cell: (order) => <Status kind="order" of={order} />,
  },
];

/** The merchant's orders, the latest first. */
export const NewOrders = listSection({
  name: 'newOrders',
  call: getOrders,
  pageSize: 50,
  columns: () => newOrderColumns(merchantTexts),
  row: { path: paths.order },
  live: 'first page',
});
