import {
  APPEAL_DAYS_JUDGED,
  APPEALS_JUDGED,
  MESSAGES_JUDGED,
  ORDERS_JUDGED,
  type RadarFigure,
} from '@kantor/contract/plain/radar.ts';
import { useGetThresholdsQuery } from '@/api/platform-radar';
import { May } from '@/session/may';
import { ErrorState } from '@/shared/ui/states';
import { EditThreshold } from './edit-threshold';
import { valueText } from './figure-values';
import classes from './radar.module.css';
import { useTexts } from './texts';

const JUDGED = {
  orders: ORDERS_JUDGED,
  days: APPEAL_DAYS_JUDGED,
  appeals: APPEALS_JUDGED,
  messages: MESSAGES_JUDGED,
};

/** What each figure counts, of how long, and its threshold. */
export function Legend({ figures }: { figures: readonly RadarFigure[] }) {
  const t = useTexts();
  const { data = [], isError, error, refetch } = useGetThresholdsQuery();
  return (
    <section className={classes.legend} aria-labelledby="radar-legend">
      <h2 id="radar-legend">{t('radar:legend')}</h2>
      <p>{t('radar:legendText')}</p>
      {isError && <ErrorState title={t('radar:thresholdsFailed')} error={error} onRetry={refetch} />}
      <dl className={classes.definitions}>
        {figures.map((figure) => {
          const threshold = data.find((each) => each.figure === figure);
          return (
            <div key={figure}>
              <dt>{t(`radar:figure.${figure}`)}</dt>
              <dd>{t(`radar:definition.${figure}`, JUDGED)}</dd>
              {threshold && (
                <dd className={classes.threshold}>
                  {threshold.threshold === null
                    ? t('radar:threshold.none')
                    : t('radar:threshold.text', {
                        threshold: valueText(figure, threshold.threshold, t),
                        least: threshold.least,
                      })}
                  <May right="platform.accounts">
                    <EditThreshold threshold={threshold} />
                  </May>
                </dd>
              )}
            </div>
          );
        })}
      </dl>
    </section>
  );
}
