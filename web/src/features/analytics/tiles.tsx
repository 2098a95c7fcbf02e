import { useState } from 'react';
import type { Analytics, Figures } from '@/api/analytics';
import { type AnalyticsTexts, useAnalyticsTexts } from '@/shared/i18n/analytics';
import { formatDateTime, formatTime } from '@/shared/lib/format-date';
import classes from './analytics.module.css';
import { changeText, dayText, METRICS, type MetricName } from './format';

const NAMES = Object.keys(METRICS) as MetricName[];
const DEFINITION = 'analytics-definition';

const isTold = (name: MetricName, figures: Figures): boolean => {
  const metric = METRICS[name];
  return 'isTold' in metric ? metric.isTold(figures) : true;
};

const changeOf = (name: MetricName, { now, before }: Analytics['compared']): string => {
  const metric = METRICS[name];
  return 'number' in metric ? changeText(metric.number(now), metric.number(before)) : '';
};

const noteOf = (name: MetricName, figures: Figures, t: AnalyticsTexts): string => {
  const metric = METRICS[name];
  return 'note' in metric ? metric.note(figures, t) : '';
};

/** The period's figures beside those of the period before; a press tells how one is counted. */
export function Tiles({ of: { figures, compared, period } }: { of: Analytics }) {
  const t = useAnalyticsTexts();
  const [defined, define] = useState<MetricName>();
  const before = { from: dayText(compared.from), to: dayText(compared.to) };
  /** While the period goes on, both are compared up to the same time. */
  const isUnderWay = Date.parse(compared.until) < Date.parse(`${period.to}T21:00:00Z`);
  const changeNow = (name: MetricName) => {
    const change = changeOf(name, compared);
    // The figure itself is of this minute, so that the two beside it do not give the change.
    return change && isUnderWay ? t('analytics:changeBy', { change, time: formatTime(compared.until) }) : change;
  };
  return (
    <section aria-label={t('analytics:tiles')} className={classes.section}>
      <div className={classes.tiles}>
        {NAMES.filter((name) => isTold(name, figures)).map((name) => (
          <button
            key={name}
            type="button"
            aria-expanded={defined === name}
            aria-controls={DEFINITION}
            onClick={() => define(defined === name ? undefined : name)}
          >
            <span>{t(`analytics:figures.${name}`)}</span> <b>{METRICS[name].text(figures, t)}</b>{' '}
            <small>
              {noteOf(name, figures, t)} {t('analytics:was', { value: METRICS[name].text(compared.before, t) })}{' '}
              <em>{changeNow(name)}</em>
            </small>
          </button>
        ))}
      </div>
      <p id={DEFINITION} className={classes.definition} role="status">
        {defined && <b>{`${t(`analytics:figures.${defined}`)}. `}</b>}
        {defined ? t(`analytics:definitions.${defined}`) : t('analytics:define')}{' '}
        {isUnderWay
          ? t('analytics:comparedUntil', { ...before, until: formatDateTime(compared.until) })
          : t('analytics:compared', before)}
      </p>
    </section>
  );
}
