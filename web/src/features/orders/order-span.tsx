import { lazy, Suspense } from 'react';
import { countFields } from '@/acts/order-filters/count-fields';
import { useUser } from '@/session/use-user';
import classes from '@/shared/filters/filters.module.css';
import { MoreFilters } from '@/shared/filters/more-filters';
import { SpanFilters } from '@/shared/filters/span-filters';
import { useSpanTexts } from '@/shared/i18n/span';
import { isNarrowed } from './narrowed';
import { type Narrowing, NOT_NARROWED } from './order-narrowing';

const MoreFields = lazy(() => import('./more-fields'));

interface OrderSpanProps {
  values: Narrowing;
  onChange: (patch: Partial<Narrowing>) => void;
}

/** The days and sums of the list, and what else it is narrowed to; a server of the specification alone knows none. */
export default function OrderSpan({ values, onChange }: OrderSpanProps) {
  const t = useSpanTexts();
  if (!useUser()?.rights) return null;
  return (
    <div className={classes.span} role="group" aria-label={t('span:label')}>
      <SpanFilters values={values} sums onChange={onChange} />
      <MoreFilters
        count={countFields(values)}
        isActive={isNarrowed(values)}
        onReset={() => onChange({ ...NOT_NARROWED })}
      >
        <Suspense>
          <MoreFields values={values} onChange={onChange} />
        </Suspense>
      </MoreFilters>
    </div>
  );
}
