import type { TFunction } from 'i18next';
import type { PayoutRow } from '@/api/payouts';
import { formatDateTime } from '@/shared/lib/format-date';
import type { Column } from '@/shared/list/data-table';
import { amountColumns, methodColumn } from '@/shared/list/exchange-columns';
import { IdText } from '@/shared/ui/short-id';
import { Status } from '@/shared/ui/status';
import classes from './payouts.module.css';
import { SettlementBadge } from './settlement';

export const payoutColumns = (t: TFunction): readonly Column<PayoutRow>[] => [
  { id: 'id', header: t('fields.id'), cell: (payout) => <IdText value={payout.id} /> },
  ...amountColumns(t),
  methodColumn(t),
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
    cell: (payout) => (
      <span className={classes.states}>
        <Status kind="payout" of={payout} />
        <SettlementBadge of={payout} />
      </span>
    ),
  },
];
