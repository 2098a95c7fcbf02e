import classes from './requisites.module.css';

/** How much of a limit is used up; nothing without one. The words beside it say the same. */
export const LimitBar = ({ n, max }: { n: number; max: number }) =>
  max > 0 && (
    <span className={classes.limit} data-full={n >= max || undefined} aria-hidden="true">
      <span style={{ inlineSize: `${Math.min(100, (n / max) * 100)}%` }} />
    </span>
  );
