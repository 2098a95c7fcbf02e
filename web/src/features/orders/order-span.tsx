import { SpanFilters, type SpanValues } from '@/shared/filters/span-filters';
import classes from '@/shared/filters/filters.module.css';
import { useUser } from '@/session/use-user';
import { useSpanTexts } from '@/shared/i18n/span';

interface OrderSpanProps {
  values: SpanValues;
  onChange: (patch: Partial<SpanValues>) => void;
}

/** The days and sums of the list; a server of the specification alone knows none. */
export default function OrderSpan({ values, onChange }: OrderSpanProps) {
  const t = useSpanTexts();
  if (!useUser()?.rights) return null;
  return (
    <div className={classes.span} role="group" aria-label={t('span:label')}>
      <SpanFilters values={values} sums onChange={onChange} />
    </div>
  );
}
