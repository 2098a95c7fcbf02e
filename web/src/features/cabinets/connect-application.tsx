import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnectCabinetMutation, type Cabinet, type Connection, type Forwarder } from '@/api/cabinets';
import { CopyButton } from '@/shared/ui/copy-button';
import { Dialog, DialogActions } from '@/shared/dialog/dialog';
import { FormDialog } from '@/shared/form/form-dialog';
import { SelectField } from '@/shared/form/select-field';
import { useForm } from '@/shared/form/use-form';
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
  const [connection, setConnection] = useState<Connection>();
  const [connect] = useConnectCabinetMutation();
  const form = useForm<{ application: Forwarder | '' }, Connection>({
    initial: { application: '' },
    save: ({ application }) => connect({ id: cabinet.id, application: application || 'sms_gateway' }),
    texts: { failure: t('cabinets.connectFailed') },
    isComplete: ({ application }) => application !== '',
    onSaved: setConnection,
  });
  const { value, onChange } = form.field('application');
  const title = t('cabinets.connectTitle', { name: cabinet.device_name });
  if (connection !== undefined && value !== '') {
    return <Connected title={title} application={value} connection={connection} onClose={onClose} />;
  }
  return (
    <FormDialog title={title} form={form} submitText={t('cabinets.connectAction')} onClose={onClose}>
      <p className={classes.note}>{t('cabinets.connectText')}</p>
      <SelectField
        label={t('cabinets.application')}
        value={value}
        placeholder={t('cabinets.chooseApplication')}
        options={[
          { value: 'sms_gateway', label: t('cabinets.smsGateway') },
          { value: 'sms_forwarder', label: t('cabinets.smsForwarder') },
        ]}
        onChange={(chosen) => onChange(chosen as Forwarder)}
      />
    </FormDialog>
  );
}

interface ConnectedProps {
  title: string;
  application: Forwarder;
  connection: Connection;
  onClose: () => void;
}

/** Escape does not close it: what is shown is shown once. */
function Connected({ title, application, connection, onClose }: ConnectedProps) {
  const { t } = useTranslation();
  const secrets = [
    [t('cabinets.address'), connection.address],
    [t('cabinets.key'), connection.key],
    [t('cabinets.template'), connection.template],
  ] as const;
  return (
    <Dialog title={title} isBusy onClose={onClose}>
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
        <Button data-autofocus variant="default" onClick={onClose}>
          {t('actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
