import { formatMinorUnits, parseMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { TFunction } from 'i18next';
import { TurnLeft } from '@/acts/appeal/turn-left';
import type { AppealRow } from '@/api/appeals';
import { type Amount, DASH, formatAmount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import type { Column } from '@/shared/list/data-table';
import { OrderIdCell } from './order-id-cell';
import { Status } from '@/shared/ui/status';

/** What is claimed beyond the order's sum, or less than it. */
function differenceOf(claimed: Amount, ofOrder: Amount | undefined): string {
  const [more, less] = [claimed, ofOrder].map((amount) => parseMinorUnits(String(amount ?? ''), SCALE.rub));
  if (more === undefined || less === undefined || more === less) return DASH;
  return `${more > less ? '+' : ''}${formatAmount(formatMinorUnits(more - less, SCALE.rub))}`;
}

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
    id: 'of-order',
    header: t('appeals.ofOrder'),
    align: 'right',
    isMinor: true,
    card: 'wide',
    labelled: true,
    isEmpty: ({ order_amount: amount }) => amount === undefined,
    cell: ({ order_amount: amount }) => formatAmount(amount),
  },
  {
    id: 'difference',
    header: t('appeals.difference'),
    align: 'right',
    isMinor: true,
    card: 'wide',
    labelled: true,
    isEmpty: ({ order_amount: amount }) => amount === undefined,
    cell: ({ amount, order_amount: ofOrder }) => differenceOf(amount, ofOrder),
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
