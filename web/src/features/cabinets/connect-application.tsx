import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnectCabinetMutation, type Cabinet, type Connection } from '@/api/cabinets';
import { FormDialog } from '@/shared/form/form-dialog';
import { SelectField } from '@/shared/form/select-field';
import { useForm } from '@/shared/form/use-form';
import classes from './cabinets.module.css';
import { Connected } from './connected';
import { APPLICATIONS, type Application, forwarderOf } from './guides';

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
  const form = useForm<{ application: Application | '' }, Connection>({
    initial: { application: '' },
    save: ({ application }) => connect({ id: cabinet.id, application: forwarderOf(application || 'smsGateway') }),
    texts: { failure: t('cabinets.connectFailed') },
    isComplete: ({ application }) => application !== '',
    onSaved: setConnection,
  });
  const { value, onChange } = form.field('application');
  const title = t('cabinets.connectTitle', { name: cabinet.device_name });
  if (connection !== undefined && value !== '') {
    return (
      <Connected title={title} cabinetId={cabinet.id} application={value} connection={connection} onClose={onClose} />
    );
  }
  return (
    <FormDialog title={title} form={form} submitText={t('cabinets.connectAction')} onClose={onClose}>
      <p className={classes.note}>{t('cabinets.connectText')}</p>
      <SelectField
        label={t('cabinets.application')}
        value={value}
        placeholder={t('cabinets.chooseApplication')}
        options={APPLICATIONS.map((each) => ({ value: each, label: t(`cabinets.${each}`) }))}
        onChange={(chosen) => onChange(chosen as Application)}
      />
    </FormDialog>
  );
}
