import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnectCabinetMutation, type Cabinet, type Connection, type Forwarder } from '@/api/cabinets';
import { CopyButton } from '@/shared/ui/copy-button';
import { Dialog, DialogActions } from '@/shared/form/dialog';
import { SelectField } from '@/shared/form/select-field';
import { useAction } from '@/shared/action/use-action';
import classes from './cabinets.module.css';

/** Makes a forwarder the cabinet's phone. Address and key are shown until the dialog is closed, and never again. */
export function ConnectApplication({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('cabinets.connect')}
      </Button>
      {isOpen && <ConnectDialog cabinet={cabinet} onClose={() => setOpen(false)} />}
    </>
  );
}

function ConnectDialog({ cabinet, onClose }: { cabinet: Cabinet; onClose: () => void }) {
  const { t } = useTranslation();
  const [application, setApplication] = useState<Forwarder | ''>('');
  const [connect, { data: connection, isLoading }] = useConnectCabinetMutation();
  // What is shown is shown once: only the button closes it.
  const holds = isLoading || connection !== undefined;
  const run = useAction(connect, { failure: t('cabinets.connectFailed') });
  const submit = async () => {
    if (application !== '') await run({ id: cabinet.id, application });
  };
  return (
    <Dialog title={t('cabinets.connectTitle', { name: cabinet.device_name })} isBusy={holds} onClose={onClose}>
      {connection === undefined || application === '' ? (
        // No form: the dialog stands in that of the cabinet, which would be saved with it.
        <div className={classes.connect}>
          <p className={classes.note}>{t('cabinets.connectText')}</p>
          <SelectField
            label={t('cabinets.application')}
            value={application}
            placeholder={t('cabinets.chooseApplication')}
            options={[
              { value: 'sms_gateway', label: t('cabinets.smsGateway') },
              { value: 'sms_forwarder', label: t('cabinets.smsForwarder') },
            ]}
            onChange={(value) => setApplication(value as Forwarder)}
          />
          <DialogActions>
            <Button variant="default" disabled={isLoading} onClick={onClose}>
              {t('actions.cancel')}
            </Button>
            <Button loading={isLoading} disabled={application === ''} onClick={() => void submit()}>
              {t('cabinets.connectAction')}
            </Button>
          </DialogActions>
        </div>
      ) : (
        <Connected application={application} connection={connection} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface ConnectedProps {
  application: Forwarder;
  connection: Connection;
  onClose: () => void;
}

function Connected({ application, connection, onClose }: ConnectedProps) {
  const { t } = useTranslation();
  const close = useRef<HTMLButtonElement>(null);
  // The button that had the focus is gone.
  useEffect(() => close.current?.focus(), []);
  const secrets = [
    [t('cabinets.address'), connection.address],
    [t('cabinets.key'), connection.key],
    [t('cabinets.template'), connection.template],
  ] as const;
  return (
    <div className={classes.connect}>
      <p className={classes.note}>
        <strong>{t('cabinets.onlyNow')}</strong>
        {application === 'sms_gateway' ? t('cabinets.smsGatewaySteps') : t('cabinets.smsForwarderSteps')}
      </p>
      <dl className={classes.secrets}>
        {secrets
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>
                {label}
                <CopyButton value={value} subject={label} />
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <DialogActions>
        <Button ref={close} variant="default" onClick={onClose}>
          {t('actions.close')}
        </Button>
      </DialogActions>
    </div>
  );
}
