import { Button } from '@mantine/core';
import classes from '@/shared/filters/filters.module.css';
import { SpanFilters } from '@/shared/filters/span-filters';
import { useSpanTexts } from '@/shared/i18n/span';
import { NO_SPAN, type SpanList } from './own-list';

/** The days and sums of a list, and what takes them back. */
export default function SpanFields({ list, clears }: { list: SpanList; clears: object }) {
  const t = useSpanTexts();
  const { from, to, min, max } = list.filters;
  return (
    <div className={classes.span} role="group" aria-label={t('span:ofList')}>
      <SpanFilters
        values={list.filters}
        sums
        onChange={(patch) => list.setFilters({ ...clears, before: '', ...patch })}
      />
      {`${from}${to}${min}${max}` !== '' && (
        <div className={classes.commands}>
          <Button variant="subtle" onClick={() => list.setFilters({ ...NO_SPAN })}>
            {t('span:reset')}
          </Button>
        </div>
      )}
    </div>
  );
}
