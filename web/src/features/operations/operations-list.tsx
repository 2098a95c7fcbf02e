import { fileOf } from '@/acts/exports/file-of';
import { ownTotals } from '@/acts/own-list/own-list';
import { getOperations, type Operation } from '@/api/operations';
import { ObjectLink } from '@/shared/entries/object-link';
import { SignedSum } from '@/shared/entries/sum';
import { type MerchantTexts, merchantTexts } from '@/shared/i18n/merchant';
import { usdtInColumn } from '@/shared/lib/format-amount';
import ru from '@/shared/i18n/screens.ru.json';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { listScreen } from '@/shared/list/list-screen';
import type { Column } from '@/shared/list/data-table';
import { StatusBadge } from '@/shared/ui/status-badge';
import { DayHead } from './day-head';

type Known = keyof typeof ru.operations.reasons;

/** A posting that is new to this build has no words here. */
const isKnown = (reason: string | undefined): reason is Known =>
  reason !== undefined && Object.hasOwn(ru.operations.reasons, reason);

/** The page of what money moved for, by the beginning of the reason. */
const PAGE_OF: Readonly<Record<string, (id: string) => string>> = {
  order: paths.order,
  withdrawal: paths.withdrawal,
  payout: paths.payout,
};

const signedAmount = ({ amount, type }: Operation) => (type === 'ADD' ? amount : `-${amount}`);

const columns = (t: MerchantTexts): readonly Column<Operation>[] => [
  {
    id: 'created',
    header: t('fields.created'),
    card: 'wide',
    isEmpty: (operation) => operation.created_at === null,
    cell: (operation) => formatDateTime(operation.created_at),
  },
  {
    id: 'type',
    header: t('operations.type'),
    card: 'badge',
    cell: ({ type }) => (
      <StatusBadge tone={type === 'ADD' ? 'success' : 'neutral'}>
        {type === 'ADD' ? t('operations.add') : t('operations.subtract')}
      </StatusBadge>
    ),
  },
  {
    id: 'reason',
    header: t('operations.reason'),
    card: 'wide',
    fit: 'wrap',
    interactive: true,
    isEmpty: ({ reason }) => !isKnown(reason),
    cell: ({ reason, object_id: id }) =>
      isKnown(reason) && (
        <>
          {t(`operations.reasons.${reason}`)} <ObjectLink reason={reason} id={id} pages={PAGE_OF} />
        </>
      ),
  },
  {
    id: 'amount',
    header: t('fields.amountUsdt'),
    card: 'head',
    align: 'right',
    unit: t('units.usdt'),
    cell: (operation) => <SignedSum amount={signedAmount(operation)} />,
  },
  {
    id: 'after',
    header: t('merchant:history.after'),
    align: 'right',
    card: 'wide',
    labelled: true,
    isEmpty: ({ balance_after: after }) => after === undefined,
    cell: ({ balance_after: after }) => usdtInColumn(after),
  },
];

export const { Component, preload } = listScreen({
  name: 'operations',
  call: getOperations,
  file: fileOf('operations'),
  pageSize: 10,
  columns: () => columns(merchantTexts),
  totals: ownTotals<Operation>('operations', signedAmount, 'usdt'),
  before: (operation, last, width) => operation.day !== last?.day && <DayHead of={operation} columns={width} />,
});
