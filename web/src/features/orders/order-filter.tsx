import { ORDER_FILTERS, type OrderFilter } from '@kantor/contract/plain/statuses.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyLater } from '@/shared/lib/lazy-later';
import { FilterButtons } from '@/shared/ui/filter-buttons';

const OrderCount = lazyLater<{ status: OrderFilter; id: string }>(() => import('./order-count'));

interface OrderFilterProps {
  /** None while the list shows what no status says. */
  value: OrderFilter | undefined;
  /** The text of the search box. */
  search: string;
  /** Whether it is known how many each has. */
  isCounted: boolean;
  onChange: (status: OrderFilter) => void;
}

/** Chooses the status of the orders in a list, of which each says how many it has. */
export function StatusFilter({ value, search, isCounted, onChange }: OrderFilterProps) {
  const { t } = useTranslation();
  const options = ORDER_FILTERS.map((status) => ({
    value: status,
    label: t(`orders.filter.${status}`),
    note: isCounted && (
      <Suspense>
        <OrderCount status={status} id={search} />
      </Suspense>
    ),
  }));
  return <FilterButtons label={t('orders.filterLabel')} value={value} onChange={onChange} options={options} />;
}
