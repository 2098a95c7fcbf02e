import { useSpanTexts } from '@/shared/i18n/span';
import { DateRange } from '@/shared/dates/date-range';
import { FilterInput, readSum } from './filter-input';

/** What a list is narrowed to; empty is any. */
interface SpanValues {
  from: string;
  to: string;
  min: string;
  max: string;
}

interface SpanFiltersProps {
  values: SpanValues;
  /** Whether rows have sums. */
  sums?: boolean | undefined;
  onChange: (patch: Partial<SpanValues>) => void;
}

/** The days, both whole, and the sums of a list. Its frame is that of whoever shows it. */
export function SpanFilters({ values, sums = false, onChange }: SpanFiltersProps) {
  const t = useSpanTexts();
  return (
    <>
      <DateRange from={values.from} to={values.to} onChange={onChange} />
      {sums && (
        <>
          <FilterInput label={t('span:min')} value={values.min} read={readSum} onChange={(min) => onChange({ min })} />
          <FilterInput label={t('span:max')} value={values.max} read={readSum} onChange={(max) => onChange({ max })} />
        </>
      )}
    </>
  );
}
