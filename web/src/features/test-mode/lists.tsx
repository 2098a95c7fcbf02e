import { ORDER_STATUSES, type OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { appealColumns, orderColumns, payoutColumns } from '@/acts/test-mode/columns';
import { texts as t } from '@/acts/test-mode/texts';
import {
  getTestAppeal,
  getTestAppeals,
  getTestOrder,
  getTestOrders,
  getTestPayout,
  getTestPayouts,
} from '@/api/test-mode';
import { paths } from '@/shared/lib/paths';
import { listScreen } from '@/shared/list/list-screen';
import { FilterButtons } from '@/shared/ui/filter-buttons';

interface StatusesProps {
  value: OrderStatus | '';
  onChange: (status: OrderStatus | '') => void;
}

function Statuses({ value, onChange }: StatusesProps) {
  const options = (['', ...ORDER_STATUSES] as const).map((status) => ({
    value: status,
    label: status === '' ? t('testMode:all') : t(`status.order.${status}`),
  }));
  return <FilterButtons label={t('testMode:filter')} value={value} options={options} onChange={onChange} />;
}

const orderFilters: { external_id: string; status: OrderStatus | '' } = { external_id: '', status: '' };

export const { Component: OrderList } = listScreen({
  name: 'orders',
  call: getTestOrders,
  pageSize: 30,
  filters: orderFilters,
  allowed: { status: ['', ...ORDER_STATUSES] },
  columns: () => orderColumns(t),
  row: { path: paths.order, detail: getTestOrder },
  live: 'first page',
  search: { filter: 'external_id', label: () => t('testMode:search') },
  toolbar: ({ filters, setFilters }) => (
    <Statuses value={filters.status} onChange={(status) => setFilters({ status })} />
  ),
});

export const { Component: PayoutList } = listScreen({
  name: 'payouts',
  call: getTestPayouts,
  pageSize: 30,
  filters: { external_id: '' },
  columns: () => payoutColumns(t),
  row: { path: paths.payout, detail: getTestPayout },
  live: 'first page',
  search: { filter: 'external_id', label: () => t('testMode:search') },
});

export const { Component: AppealList } = listScreen({
  name: 'appeals',
  call: getTestAppeals,
  pageSize: 30,
  filters: { order_id: '' },
  columns: () => appealColumns(t),
  failed: () => t('lists.appeals.failed'),
  row: { path: paths.appeal, detail: getTestAppeal },
  live: 'first page',
});
