import type { TFunction } from 'i18next';
import { TurnLeft } from '@/acts/appeal/turn-left';
import type { AppealRow } from '@/api/appeals';
import { formatAmount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import type { Column } from '@/shared/list/data-table';
import { OrderIdCell } from './order-id-cell';
import { Status } from '@/shared/ui/status';

export const appealColumns = (t: TFunction): readonly Column<AppealRow>[] => [
  {
    id: 'order',
    header: t('appeals.orderId'),
    interactive: true,
    card: 'wide',
    cell: (appeal) => <OrderIdCell appeal={appeal} />,
  },
  {
    id: 'amount',
    header: t('fields.amountRub'),
    align: 'right',
    card: 'head',
    unit: t('units.rub'),
    cell: (appeal) => formatAmount(appeal.amount),
  },
  {
    id: 'created',
    header: t('fields.created'),
    card: 'wide',
    labelled: true,
    cell: (appeal) => formatDateTime(appeal.created_at),
  },
  {
    id: 'closed',
    header: t('fields.closed'),
    card: 'wide',
    labelled: true,
    cell: (appeal) => formatDateTime(appeal.processed_datetime),
  },
  {
    id: 'status',
    header: t('fields.status'),
    card: 'badge',
    cell: (appeal) => (
      <>
        <Status kind="appeal" of={appeal} />
        <TurnLeft of={appeal} />
      </>
    ),
  },
];
