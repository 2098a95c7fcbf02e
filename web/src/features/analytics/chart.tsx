import { lazy, Suspense, useState } from 'react';
import type { Analytics, Bar } from '@/api/analytics';
import { type AnalyticsTexts, useAnalyticsTexts } from '@/shared/i18n/analytics';
import { formatCount, inRub, inUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import { Skeleton } from '@/shared/ui/states';
import classes from './analytics.module.css';
import { percent } from './format';

const Bars = lazy(() => import('./bars'));

const conversionOf = ({ closed, expired, cancelled }: Bar): number | null => {
  const ended = closed + expired + cancelled;
  return ended === 0 ? null : Math.round((closed / ended) * 10_000);
};

/** What a bar may show: its height, and its words. */
const SERIES = {
  sum: { height: ({ sum }) => Number(sum), text: ({ sum }) => inRub(sum) },
  closed: { height: ({ closed }) => closed, text: ({ closed }) => formatCount(closed) },
  issued: { height: ({ issued }) => issued, text: ({ issued }) => formatCount(issued) },
  asked: { height: ({ asked }) => asked, text: ({ asked }) => formatCount(asked) },
  conversion: { height: (bar) => conversionOf(bar), text: (bar) => percent(conversionOf(bar)) },
  earned: { height: ({ earned }) => earned && Number(earned), text: ({ earned }) => inUsdt(earned) },
  fee: { height: ({ fee }) => fee && Number(fee), text: ({ fee }) => inUsdt(fee) },
  revenue: { height: ({ revenue }) => revenue && Number(revenue), text: ({ revenue }) => inUsdt(revenue) },
} as const satisfies Record<string, { height: (bar: Bar) => number | '' | null; text: (bar: Bar) => string }>;
export type SeriesName = keyof typeof SERIES;

const NAMES = Object.keys(SERIES) as SeriesName[];
const MONEY: readonly SeriesName[] = ['asked', 'earned', 'fee', 'revenue'];

const DAY_LENGTH = 5;
const TIME_AT = 12;
/** `23.11`, or `14:00`. */
const shortTime = (start: string, isHourly: boolean): string =>
  isHourly ? formatDateTime(start).slice(TIME_AT) : formatDateTime(start).slice(0, DAY_LENGTH);
const fullTime = (start: string, isHourly: boolean): string =>
  isHourly ? formatDateTime(start) : formatDateTime(start).slice(0, 10);

/** One figure by hour or by day: bars for the eye, the same as a table. */
export function Chart({ of }: { of: Analytics }) {
  const t = useAnalyticsTexts();
  const [wanted, setWanted] = useState<SeriesName>('sum');
  const [isTable, setTable] = useState(false);
  const [wantsHours, setWantsHours] = useState(false);
  const told = NAMES.filter((name) => !MONEY.includes(name) || of.figures[name as 'fee'] !== null);
  const name = told.includes(wanted) ? wanted : 'sum';
  const isOneDay = of.days.length < 2;
  const isHourly = of.hours.length > 0 && (isOneDay || wantsHours);
  const bars = (isHourly ? of.hours : of.days).map((bar) => ({
    start: bar.start,
    label: shortTime(bar.start, isHourly),
    time: fullTime(bar.start, isHourly),
    height: SERIES[name].height(bar) || 0,
    text: SERIES[name].text(bar),
  }));
  return (
    <figure className={classes.figure} aria-labelledby="analytics-chart">
      <figcaption>
        <h2 id="analytics-chart">{t('analytics:chart')}</h2>
        <div className={classes.view}>
          {of.hours.length > 0 && !isOneDay && (
            <button type="button" aria-pressed={isHourly} onClick={() => setWantsHours(!wantsHours)}>
              {t('analytics:byHour')}
            </button>
          )}
          <button type="button" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {t('analytics:asTable')}
          </button>
        </div>
        <FilterButtons
          label={t('analytics:metric')}
          value={name}
          options={told.map((each) => ({ value: each, label: seriesName(each, t) }))}
          onChange={setWanted}
        />
      </figcaption>
      {!isTable && (
        <div className={classes.chart} aria-hidden="true">
          <Suspense fallback={<Skeleton height={220} />}>
            <Bars bars={bars} isShare={name === 'conversion'} />
          </Suspense>
        </div>
      )}
      <div className={isTable ? classes.tableFrame : 'visually-hidden'}>
        <table aria-labelledby="analytics-chart">
          <thead>
            <tr>
              <th scope="col">{t(isHourly ? 'analytics:time' : 'analytics:day')}</th>
              <th scope="col">{seriesName(name, t)}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ start, time, text }) => (
              <tr key={start}>
                <th scope="row">{time}</th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

const seriesName = (name: SeriesName, t: AnalyticsTexts): string => t(`analytics:figures.${name}`);
