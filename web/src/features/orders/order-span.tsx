import { OrderFields } from '@/acts/order-filters/order-fields';
import { countFields } from '@/acts/order-filters/values';
import { useMay } from '@/session/may';
import { useUser } from '@/session/use-user';
import classes from '@/shared/filters/filters.module.css';
import { MoreFilters } from '@/shared/filters/more-filters';
import { SpanFilters } from '@/shared/filters/span-filters';
import { useSpanTexts } from '@/shared/i18n/span';
import { isNarrowed, type Narrowing, NOT_NARROWED } from './order-narrowing';
import { RequisiteFilter } from './requisite-filter';

interface OrderSpanProps {
  values: Narrowing;
  onChange: (patch: Partial<Narrowing>) => void;
}

/** The days and sums of the list, and what else it is narrowed to; a server of the specification alone knows none. */
export default function OrderSpan({ values, onChange }: OrderSpanProps) {
  const t = useSpanTexts();
  const user = useUser();
  const hasRequisites = useMay('requisites.read');
  if (!user?.rights) return null;
  return (
    <div className={classes.span} role="group" aria-label={t('span:label')}>
      <SpanFilters values={values} sums onChange={onChange} />
      <MoreFilters
        count={countFields(values)}
        isActive={isNarrowed(values)}
        onReset={() => onChange({ ...NOT_NARROWED })}
      >
        {hasRequisites && (
          <RequisiteFilter value={values.requisite} onChange={(requisite) => onChange({ requisite })} />
        )}
        <OrderFields values={values} number={user.role === 'merchant' ? 'own' : undefined} onChange={onChange} />
      </MoreFilters>
    </div>
  );
}
