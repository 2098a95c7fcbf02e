import { ORDER_FILTERS, type OrderFilter } from '@kantor/contract/plain/statuses.ts';
import { useTranslation } from 'react-i18next';
import { FilterButtons } from '@/shared/ui/filter-buttons';

interface OrderFilterProps {
  value: OrderFilter;
  onChange: (status: OrderFilter) => void;
}

/** Chooses the status of the orders in a list. */
export function StatusFilter({ value, onChange }: OrderFilterProps) {
  const { t } = useTranslation();
  const options = ORDER_FILTERS.map((status) => ({ value: status, label: t(`orders.filter.${status}`) }));
  return <FilterButtons label={t('orders.filterLabel')} value={value} onChange={onChange} options={options} />;
}
