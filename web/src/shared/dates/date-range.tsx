import { Suspense } from 'react';
import { lazyLater } from '../lib/lazy-later';
import classes from './date-range.module.css';

/** Days of Moscow's calendar as the address has them, `2026-11-25`, both whole; empty is open. */
export interface Days {
  from: string;
  to: string;
}

export interface DateRangeProps extends Days {
  /** Its name when it is not the usual one. */
  label?: string;
  /** What it says when no days are chosen: that they may be any, unless the screen then has days of its own. */
  unchosen?: string;
  /** The last day that can be chosen: today when absent. */
  max?: string;
  /** Called once a choice is complete: two days, one day twice, all from a day on (closed after the first), or none. */
  onChange: (days: Days) => void;
}

const Field = lazyLater<DateRangeProps>(() => import('./date-range-field'));

/**
 * A choice of days: a calendar of two ends with the usual spans beside it, by pointer and by keyboard. Its code comes after the
 * screen, and its place is held until then.
 */
export function DateRange(props: DateRangeProps) {
  return (
    <Suspense fallback={<span className={classes.room} />}>
      <Field {...props} />
    </Suspense>
  );
}
