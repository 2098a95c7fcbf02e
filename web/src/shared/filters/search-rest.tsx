import { Button } from '@mantine/core';
import { formatDateTime } from '@/shared/lib/format-date';
import { useSpanTexts } from '@/shared/i18n/span';
import classes from './filters.module.css';

interface SearchRestProps {
  /** Where a search that has not seen everything goes on; null: it has. */
  rest: { before: string; at: string } | null | undefined;
  list: {
    filters: { before: string };
    setFilters: (patch: { before: string }) => void;
  };
}

/** Says how far back a search has looked, and goes on from there. */
export function SearchRest({ rest, list }: SearchRestProps) {
  const t = useSpanTexts();
  const isFurther = list.filters.before !== '';
  if (!rest && !isFurther) return null;
  return (
    <div className={classes.rest} role="status">
      {rest && <span>{t('span:rest.text', { at: formatDateTime(rest.at) })}</span>}
      {rest && (
        <Button variant="default" onClick={() => list.setFilters({ before: rest.before })}>
          {t('span:rest.more')}
        </Button>
      )}
      {isFurther && (
        <Button variant="default" onClick={() => list.setFilters({ before: '' })}>
          {t('span:rest.first')}
        </Button>
      )}
    </div>
  );
}
