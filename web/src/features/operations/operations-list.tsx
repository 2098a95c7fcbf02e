import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetOperationsQuery, type Operation } from '@/api/operations';
import { formatAmount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { shownPage } from '@/shared/lib/paged';
import { useListParams } from '@/shared/list/use-list-params';
import type { Column } from '@/shared/list/data-table';
import { ListScreen } from '@/shared/list/list-screen';
import { StatusBadge } from '@/shared/ui/status-badge';

const rowKey = (operation: Operation) => operation.id;

export function Component() {
  const { t } = useTranslation();
  const list = useListParams({ pageSize: 10 });
  const query = useGetOperationsQuery(list.query);
  const isDated = shownPage(query)?.results.some((operation) => operation.created_at !== undefined) ?? true;
  const columns = useMemo(() => operationColumns(t, isDated), [t, isDated]);
  return (
    <ListScreen
      title={t('sections.operations')}
      countText={(n) => t('operations.count', { n })}
      list={list}
      query={query}
      columns={columns}
      rowKey={rowKey}
      emptyText={t('operations.notFound')}
      errorText={t('operations.notFound')}
    />
  );
}

const operationColumns = (t: TFunction, isDated: boolean): readonly Column<Operation>[] => [
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
  ...(isDated ? [createdColumn(t)] : []),
];

const createdColumn = (t: TFunction): Column<Operation> => ({
  id: 'created',
  header: t('fields.created'),
  card: 'wide',
  cell: (operation) => formatDateTime(operation.created_at),
});
