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
  const isUnsigned = cabinet.is_unsigned;
  return (
    <>
      {isUnsigned && <UnsignedPhone cabinet={cabinet} />}
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
          <strong>
            {t(isUnsigned ? 'cabinets.unreadable' : 'cabinets.refused', { time: formatDateTime(refusedAt) })}
          </strong>
          {t(isUnsigned ? 'cabinets.unreadableHelp' : 'cabinets.refusedHelp')}
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

/** Where the posts of an application that signs nothing come from; told louder when that has changed. */
function UnsignedPhone({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation();
  const { post_address: address, post_address_since: since, former_post_address: former } = cabinet;
  if (address && since && former) {
    return (
      <p className={classes.notice} role="status">
        <strong>{t('cabinets.addressChanged', { address, former, time: formatDateTime(since) })}</strong>
        {t('cabinets.unsigned')} {t('cabinets.addressChangedHelp')}
      </p>
    );
  }
  return (
    <p className={classes.note}>
      {t('cabinets.unsigned')} {address && since && t('cabinets.postAddress', { address, time: formatDateTime(since) })}
    </p>
  );
}
