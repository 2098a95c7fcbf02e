import { useSpanTexts } from '@/shared/i18n/span';
import { FilterInput, readDay, readSum } from './filter-input';

/** What a list is narrowed to; empty is any. */
export interface SpanValues {
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
      <FilterInput
        label={t('span:from')}
        type="date"
        value={values.from}
        read={readDay}
        onChange={(from) => onChange({ from })}
      />
      <FilterInput
        label={t('span:to')}
        type="date"
        value={values.to}
        read={readDay}
        onChange={(to) => onChange({ to })}
      />
      {sums && (
        <>
          <FilterInput label={t('span:min')} value={values.min} read={readSum} onChange={(min) => onChange({ min })} />
          <FilterInput label={t('span:max')} value={values.max} read={readSum} onChange={(max) => onChange({ max })} />
        </>
      )}
    </>
  );
}
