import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatTimeLeft } from '../lib/format-date';
import { Boundary } from '../ui/boundary';
import classes from './timeline.module.css';

/** Something that happened to a thing. */
export interface Moment {
  key: string;
  at: string;
  what: ReactNode;
  /** Whose doing it was. */
  by?: string | undefined;
  /** In a line of its own. */
  more?: ReactNode;
  /** It has yet to happen. */
  isAhead?: true;
}

const byTime = ({ at: a }: Moment, { at: b }: Moment): number => Date.parse(a) - Date.parse(b);

/** All that happened, oldest first, each with its time, the time since the first, and whose doing it was. */
export function Timeline({ label, moments }: { label: string; moments: readonly Moment[] }) {
  const { t } = useTranslation();
  const past = moments.toSorted(byTime);
  const begin = Date.parse(past[0]?.at ?? '');
  return (
    <table className={classes.timeline} aria-label={label}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('order.event')}</th>
          <th scope="col">{t('order.by')}</th>
          <th scope="col">{t('order.historyTime')}</th>
        </tr>
      </thead>
      <tbody>
        {past.map(({ key, at, what, by, more, isAhead }) => (
          <tr key={key} data-ahead={isAhead}>
            <td className={classes.what}>
              <Boundary>
                {what}
                {more !== undefined && <div className={classes.more}>{more}</div>}
              </Boundary>
            </td>
            <td className={classes.by}>{by}</td>
            <td className={classes.at}>
              <span>{formatDateTime(at)}</span>
              <Since ms={isAhead ? 0 : Date.parse(at) - begin} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const SECOND_MS = 1000;
const DAY_MS = 86_400 * SECOND_MS;

/** How long after the first moment, to the second; after a day the date says it. */
function Since({ ms }: { ms: number }) {
  return ms >= SECOND_MS && ms < DAY_MS ? <span className={classes.since}>{`+${formatTimeLeft(ms)}`}</span> : null;
}
