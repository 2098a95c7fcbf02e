import type { ReactNode } from 'react';
import { Card } from '@/shared/detail/facts';
import { formatDateTime } from '@/shared/lib/format-date';
import classes from './contested.module.css';
import { useTexts } from './texts';

/** Something that happened; `at` is null while it has not. */
export interface Moment {
  key: string;
  at: string | null;
  what: ReactNode;
  /** Whose doing it was. */
  by?: string | undefined;
}

/** All that happened, oldest first. */
export function Timeline({ moments }: { moments: readonly Moment[] }) {
  const t = useTexts();
  const past = moments
    .flatMap(({ at, ...moment }) => (at === null ? [] : [{ ...moment, at }]))
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return (
    <Card title={t('platform:contested.history')}>
      <ol className={classes.list} aria-label={t('platform:contested.history')}>
        {past.map(({ key, at, what, by }) => (
          <li key={key}>
            <div className={classes.head}>
              <span>
                {what} {by !== undefined && <span className={classes.note}>{by}</span>}
              </span>
              <time dateTime={at}>{formatDateTime(at)}</time>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
