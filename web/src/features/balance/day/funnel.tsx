import type { MerchantToday } from '@/api/merchant-day';
import { useMerchantTexts } from '@/shared/i18n/merchant';
import { formatCount, formatDecimal } from '@/shared/lib/format-amount';
import classes from './merchant-day.module.css';

/** What has become of the orders that were created today. */
export function Funnel({ day }: { day: MerchantToday['today'] }) {
  const t = useMerchantTexts();
  const counts = { issued: day.issued, paid: day.paid, late: day.late, lost: day.expired + day.cancelled };
  const shareOf = (count: number) => (day.issued === 0 ? 0 : (count / day.issued) * 100);
  return (
    <figure className={classes.figure} aria-labelledby="merchant-funnel">
      <figcaption>
        <h3 id="merchant-funnel">{t('merchant:day.funnel')}</h3>
      </figcaption>
      <dl className={classes.funnel}>
        {Object.entries(counts).map(([name, count]) => (
          <div key={name} data-step={name}>
            <dt>{t(`merchant:day.steps.${name as keyof typeof counts}`)}</dt>
            <dd>
              <b>{formatCount(count)}</b>{' '}
              {name !== 'issued' && day.issued > 0 && (
                <span>{`${formatDecimal(shareOf(count).toFixed(1), 0, 1)}\u00a0%`}</span>
              )}{' '}
              {name === 'lost' && count > 0 && (
                <span>
                  {t('merchant:day.lostOf', {
                    expired: formatCount(day.expired),
                    cancelled: formatCount(day.cancelled),
                  })}
                </span>
              )}
              <i aria-hidden="true" style={{ width: `${shareOf(count)}%` }} />
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
