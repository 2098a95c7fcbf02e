import { OrderFields } from '@/acts/order-filters/order-fields';
import { countFields } from '@/acts/order-filters/count-fields';
import { type FieldValues, NO_FIELDS } from '@/acts/order-filters/values';
import { MoreFilters } from '@/shared/filters/more-filters';
import type { ListParams } from '@/shared/list/use-list-params';
import { AccountFilter } from './account-filter';
import { RequisiteFilter } from './requisite-filter';
import { useTexts } from './texts';

const { bank: _bank, ...FIELDS } = NO_FIELDS;
/** What orders are narrowed to besides what every list of the platform is. */
export const NO_PARTS = { ...FIELDS, trader: '', merchant: '' };
type Parts = typeof NO_PARTS & Pick<FieldValues, 'bank'>;

const ELSE = { account: '', from: '', to: '', min: '', max: '' };
type Values = Parts & typeof ELSE & { before: string };

/** Both sides of an order, its requisite, method, who confirmed it, and the shop's number, behind «Ещё фильтры». */
export function OrderParts({ list }: { list: Pick<ListParams<Values>, 'filters' | 'setFilters'> }) {
  const t = useTexts();
  const { filters } = list;
  const change = (patch: Partial<Parts & typeof ELSE>) => list.setFilters({ before: '', ...patch });
  const sides = [filters.trader, filters.merchant].filter((id) => id !== '').length;
  const isElse = Object.keys(ELSE).some((name) => filters[name as keyof typeof ELSE] !== '');
  const count = countFields({ ...filters, bank: '' }) + sides;
  return (
    <MoreFilters
      count={count}
      isActive={count > 0 || isElse || filters.bank !== ''}
      onReset={() => change({ ...NO_PARTS, ...ELSE, bank: '' })}
    >
      <AccountFilter
        side="trader"
        label={t('platform:columns.trader')}
        value={filters.trader}
        onChange={(trader) => change({ trader })}
      />
      <AccountFilter
        side="merchant"
        label={t('platform:columns.merchant')}
        value={filters.merchant}
        onChange={(merchant) => change({ merchant })}
      />
      <RequisiteFilter value={filters.requisite} onChange={(requisite) => change({ requisite })} />
      <OrderFields values={filters} isWithoutBank number="shop" onChange={change} />
    </MoreFilters>
  );
}
