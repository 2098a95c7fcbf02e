import type { TFunction } from 'i18next';
import type { PayoutRow } from '@/api/payouts';
import { formatAmount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import type { Column } from '@/shared/ui/data-table';
import { IdText } from '@/shared/ui/short-id';
import { PayoutStatusBadge } from './payout-status';

export const payoutColumns = (t: TFunction): readonly Column<PayoutRow>[] => [
  { id: 'id', header: t('fields.id'), cell: (payout) => <IdText value={payout.id} /> },
  {
    id: 'amount',
    header: t('fields.amountRub'),
    align: 'right',
    card: 'head',
    unit: t('units.rub'),
    cell: (payout) => formatAmount(payout.amount),
  },
  {
    id: 'usdt',
    header: t('fields.amountUsdt'),
    align: 'right',
    card: 'end',
    unit: t('units.usdt'),
    cell: (payout) => formatAmount(payout.amount_in_usdt),
  },
  {
    id: 'method',
    header: t('fields.method'),
    card: 'end',
    cell: (payout) => (payout.is_sbp ? t('method.sbp') : t('method.c2c')),
  },
  {
    id: 'created',
    header: t('fields.created'),
    labelled: true,
    cell: (payout) => formatDateTime(payout.created_at),
  },
  {
    id: 'closed',
    header: t('fields.closed'),
    card: 'wide',
    labelled: true,
    cell: (payout) => formatDateTime(payout.done_datetime),
  },
  {
    id: 'status',
    header: t('fields.status'),
    card: 'badge',
    cell: (payout) => <PayoutStatusBadge status={payout.human_status} />,
  },
];
