import { ORDER_FILTERS, type OrderFilter } from '@kantor/contract/plain/statuses.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyLater } from '@/shared/lib/lazy-later';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import type { Narrowing } from './order-narrowing';

const OrderCount = lazyLater<{ status: OrderFilter; filters: Shown }>(() => import('./order-count'));

type Shown = Narrowing & { id: string };

interface OrderFilterProps {
  /** None while the list shows what no status says. */
  value: OrderFilter | undefined;
  /** What else the list is narrowed to. */
  filters: Shown;
  onChange: (status: OrderFilter) => void;
}

/** Chooses the status of the orders in a list, of which each says how many it has. */
export function StatusFilter({ value, filters, onChange }: OrderFilterProps) {
  const { t } = useTranslation();
  const options = ORDER_FILTERS.map((status) => ({
    value: status,
    label: t(`orders.filter.${status}`),
    note: (
      <Suspense>
        <OrderCount status={status} filters={filters} />
      </Suspense>
    ),
  }));
  return <FilterButtons label={t('orders.filterLabel')} value={value} onChange={onChange} options={options} />;
}
