import type { TFunction } from 'i18next';
import type { WithdrawalRow } from '@/api/withdrawals';
import { formatAmount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import type { Column } from '@/shared/list/data-table';
import { IdText } from '@/shared/ui/short-id';
import { WithdrawalStatus } from './withdrawal-status';

export const withdrawalColumns = (t: TFunction): readonly Column<WithdrawalRow>[] => [
  { id: 'id', header: t('fields.id'), card: 'wide', cell: (withdrawal) => <IdText value={withdrawal.id} /> },
  {
    id: 'amount',
    header: t('fields.amountUsdt'),
    align: 'right',
    card: 'head',
    unit: t('units.usdt'),
    cell: (withdrawal) => formatAmount(withdrawal.amount_in_usdt),
  },
  {
    id: 'created',
    header: t('fields.created'),
    card: 'wide',
    labelled: true,
    cell: (withdrawal) => formatDateTime(withdrawal.created_at),
  },
  {
    id: 'closed',
    header: t('fields.closed'),
    card: 'wide',
    labelled: true,
    cell: (withdrawal) => formatDateTime(withdrawal.done_datetime),
  },
  {
    id: 'status',
    header: t('fields.status'),
    card: 'badge',
    cell: (withdrawal) => <WithdrawalStatus of={withdrawal} />,
  },
];
