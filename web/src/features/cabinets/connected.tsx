import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Connection } from '@/api/cabinets';
import { Dialog, DialogActions } from '@/shared/dialog/dialog';
import { CopyButton } from '@/shared/ui/copy-button';
import classes from './cabinets.module.css';
import { FirstMessage } from './first-message';
import type { Application } from './guides';

interface ConnectedProps {
  title: string;
  cabinetId: string;
  application: Application;
  connection: Connection;
  onClose: () => void;
}

/** What the trader enters on the phone, step by step, and what comes of it. Escape does not close it: it is shown once. */
export function Connected({ title, cabinetId, application, connection, onClose }: ConnectedProps) {
  const { t } = useTranslation();
  const isSigned = application === 'smsGateway' || application === 'smsForwarder';
  const { address, key, template, qr } = connection;
  const secrets = isSigned
    ? [
        [t('cabinets.address'), address],
        [t('cabinets.key'), key],
        [t('cabinets.template'), template],
      ]
    : [
        [t('cabinets.address'), address],
        [t('cabinets.secret'), key],
        [t('cabinets.secretAddress'), `${address}/${key}`],
      ];
  return (
    <Dialog title={title} isBusy onClose={onClose}>
      {isSigned ? (
        <p className={classes.note}>
          <strong>{t('cabinets.onlyNow')}</strong>
          {t(`cabinets.${application}Steps`)}
        </p>
      ) : (
        <Guide application={application} isPlainHttp={address.startsWith('http:')} />
      )}
      <dl className={classes.secrets}>
        {secrets
          .filter(([, value]) => value !== '')
          .map(([label = '', value = '']) => (
            <div key={label}>
              <dt>
                {label}
                <CopyButton value={value} subject={label} />
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {qr && (
        <div className={classes.qr}>
          <img src={qr} alt={t('cabinets.addressQr')} />
        </div>
      )}
      <FirstMessage cabinetId={cabinetId} />
      <DialogActions>
        <Button data-autofocus variant="default" onClick={onClose}>
          {t('actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type Unsigned = Exclude<Application, 'smsGateway' | 'smsForwarder'>;

function Guide({ application, isPlainHttp }: { application: Unsigned; isPlainHttp: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <p className={classes.note}>
        <strong>{t('cabinets.onlyNow')}</strong>
        {t('cabinets.weaker')} {isPlainHttp && t('cabinets.plainHttp')}
      </p>
      <ol className={classes.steps}>
        {t(`cabinets.guides.${application}`)
          .split('\n')
          .map((step) => (
            <li key={step}>{step}</li>
          ))}
      </ol>
    </>
  );
}
