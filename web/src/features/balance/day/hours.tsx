import { useState } from 'react';
import type { MerchantToday } from '@/api/merchant-day';
import { useMerchantTexts } from '@/shared/i18n/merchant';
import { inRub } from '@/shared/lib/format-amount';
import classes from './merchant-day.module.css';

const DAYS = ['yesterday', 'today'] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The turnover of each hour, today's bar before yesterday's; the same as a table for whoever wants figures. */
export function Hours({ hours }: { hours: MerchantToday['hours'] }) {
  const t = useMerchantTexts();
  const [isTable, setTable] = useState(false);
  const sumOf = (day: (typeof DAYS)[number], hour: number) =>
    hours[day].find((row) => row.hour === hour)?.turnover ?? '0.00';
  const most = Math.max(1, ...DAYS.flatMap((day) => hours[day].map(({ turnover }) => Number(turnover))));
  const textOf = (hour: number) =>
    t('merchant:day.sums', {
      hour: String(hour).padStart(2, '0'),
      today: inRub(sumOf('today', hour)),
      yesterday: inRub(sumOf('yesterday', hour)),
    });
  return (
    <figure className={classes.figure} aria-labelledby="merchant-hours">
      <figcaption>
        <h3 id="merchant-hours">{t('merchant:day.hours')}</h3>
        <span className={classes.legend} aria-hidden="true">
          <i data-day="today" /> {t('merchant:day.today')} <i data-day="yesterday" /> {t('merchant:day.yesterdayWhole')}
        </span>
        <button type="button" className={classes.toTable} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {t('merchant:day.asTable')}
        </button>
      </figcaption>
      {!isTable && (
        <div className={classes.bars} aria-hidden="true">
          {HOURS.map((hour) => (
            <div key={hour} className={classes.hour} title={textOf(hour)}>
              {DAYS.map((day) => (
                <i key={day} data-day={day} style={{ height: `${(Number(sumOf(day, hour)) / most) * 100}%` }} />
              ))}
              <span>{hour % 6 === 0 ? `${String(hour).padStart(2, '0')}:00` : ''}</span>
            </div>
          ))}
        </div>
      )}
      <div className={isTable ? classes.tableFrame : classes.unseen}>
        <table className={classes.table} aria-labelledby="merchant-hours">
          <thead>
            <tr>
              <th scope="col">{t('merchant:day.hour')}</th>
              <th scope="col">{t('merchant:day.today')}</th>
              <th scope="col">{t('merchant:day.yesterdayWhole')}</th>
            </tr>
          </thead>
          <tbody>
            {HOURS.map((hour) => (
              <tr key={hour}>
                <th scope="row">{`${String(hour).padStart(2, '0')}:00`}</th>
                <td>{inRub(sumOf('today', hour))}</td>
                <td>{inRub(sumOf('yesterday', hour))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
