import type { TFunction } from 'i18next';
import { getOperations, type Operation } from '@/api/operations';
import { formatAmount } from '@/shared/lib/format-amount';
import ru from '@/shared/i18n/screens.ru.json';
import { formatDateTime } from '@/shared/lib/format-date';
import { listScreen } from '@/shared/list/list-screen';
import type { Column } from '@/shared/list/data-table';
import { StatusBadge } from '@/shared/ui/status-badge';

type Known = keyof typeof ru.operations.reasons;

/** A posting that is new to this build has no words here. */
const isKnown = (reason: string | undefined): reason is Known =>
  reason !== undefined && Object.hasOwn(ru.operations.reasons, reason);

const operationColumns = (t: TFunction): readonly Column<Operation>[] => [
  {
    id: 'amount',
    header: t('fields.amountUsdt'),
    card: 'head',
    align: 'right',
    unit: t('units.usdt'),
    cell: (operation) => formatAmount(operation.amount),
  },
  {
    id: 'type',
    header: t('operations.type'),
    card: 'badge',
    cell: ({ type }) =>
      type === 'ADD' ? (
        <StatusBadge tone="success">{t('operations.add')}</StatusBadge>
      ) : (
        <StatusBadge tone="neutral">{t('operations.subtract')}</StatusBadge>
      ),
  },
  {
    id: 'reason',
    header: t('operations.reason'),
    card: 'wide',
    isEmpty: ({ reason }) => !isKnown(reason),
    cell: ({ reason }) => (isKnown(reason) ? t(`operations.reasons.${reason}`) : ''),
  },
  {
    id: 'created',
    header: t('fields.created'),
    card: 'wide',
    isEmpty: (operation) => operation.created_at === null,
    cell: (operation) => formatDateTime(operation.created_at),
  },
];

export const { Component, preload } = listScreen({
  name: 'operations',
  call: getOperations,
  pageSize: 10,
  columns: operationColumns,
});
