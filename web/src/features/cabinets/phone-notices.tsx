import { SMS_FORWARDER_TEMPLATE } from '@kantor/contract/plain/forwarders.ts';
import { useTranslation } from 'react-i18next';
import type { Cabinet } from '@/api/cabinets';
import { formatDateTime } from '@/shared/lib/format-date';
import { CopyButton } from '@/shared/ui/copy-button';
import classes from './cabinets.module.css';

/** What the trader should change on the phone, and what came from it that was not taken. */
export function PhoneNotices({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation();
  const { has_old_template: isOld, refused_at: refusedAt, phone_ended_at: endedAt, phone_end_reason: reason } = cabinet;
  return (
    <>
      {endedAt && (
        <p className={classes.notice} role="status">
          <strong>
            {t(`cabinets.phoneEnded.${reason === 'blocked' ? reason : 'password'}`, { time: formatDateTime(endedAt) })}
          </strong>
          {t('cabinets.phoneEndedHelp')}
        </p>
      )}
      {refusedAt && (
        <p className={classes.notice} role="status">
          <strong>{t('cabinets.refused', { time: formatDateTime(refusedAt) })}</strong>
          {t('cabinets.refusedHelp')}
        </p>
      )}
      {isOld && (
        <div className={classes.notice} role="status">
          <p>
            <strong>{t('cabinets.oldTemplate')}</strong>
            {t('cabinets.oldTemplateHelp')}
          </p>
          <dl className={classes.secrets}>
            <div>
              <dt>
                {t('cabinets.template')}
                <CopyButton value={SMS_FORWARDER_TEMPLATE} subject={t('cabinets.template')} />
              </dt>
              <dd>{SMS_FORWARDER_TEMPLATE}</dd>
            </div>
          </dl>
        </div>
      )}
    </>
  );
}
