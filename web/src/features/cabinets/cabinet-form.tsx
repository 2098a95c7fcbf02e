import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUpdateCabinetMutation, type Cabinet } from '@/api/cabinets';
import { May, useMay } from '@/session/may';
import { FieldsCard } from '@/shared/form/fields-card';
import { FormFailure } from '@/shared/form/form-failure';
import { FormScreen } from '@/shared/form/form-screen';
import { textOf } from '@/shared/lib/text-of';
import { TextField } from '@/shared/form/text-field';
import { useForm } from '@/shared/form/use-form';
import { BlockCabinet } from './block-cabinet';
import { CabinetQr } from './cabinet-qr';
import { CabinetRequisites } from './cabinet-requisites';
import { CabinetBadge } from './cabinet-state';
import classes from './cabinets.module.css';
import { ConnectApplication } from './connect-application';
import { HealthCard } from './health';
import { offlineReason } from './offline-reason';
import { PhoneNotices } from './phone-notices';

/** None where the server sends no list. */
const requisitesOf = ({ bank_detail: list }: Cabinet) => (Array.isArray(list) ? list : []);

interface CabinetFormProps {
  cabinet: Cabinet;
  back: { to: string; label: string };
  note: ReactNode;
}

/** A cabinet, ready to be changed; one that is blocked, or another's to change, only shows itself. */
export function CabinetForm({ cabinet, back, note }: CabinetFormProps) {
  const { t } = useTranslation();
  const [update] = useUpdateCabinetMutation();
  const form = useForm({
    initial: {
      device_name: textOf(cabinet.device_name),
      phone: textOf(cabinet.phone),
      bank_detail: requisitesOf(cabinet)
        .map(({ id }) => id)
        .toSorted(),
    },
    save: (body) => update({ id: cabinet.id, body }),
    texts: { success: t('form.saved'), failure: t('errors.update') },
  });
  const isBlocked = cabinet.is_blocked_forever;
  const isReadOnly = !useMay('cabinets.edit') || isBlocked;

  return (
    <FormScreen
      title={t('cabinets.detailTitle', { name: textOf(cabinet.device_name) })}
      back={back}
      badge={<CabinetBadge cabinet={cabinet} />}
      note={note}
      form={form}
      submitText={t('form.save')}
      isForChanges
      isReadOnly={isReadOnly}
      tools={
        !isBlocked && (
          <May right="phones.connect">
            <CabinetQr cabinet={cabinet} />
            <ConnectApplication cabinet={cabinet} />
          </May>
        )
      }
      apart={!isReadOnly && <BlockCabinet cabinet={cabinet} />}
    >
      {form.hasFailed && <FormFailure>{t('errors.save')}</FormFailure>}
      {isBlocked && <p className={classes.note}>{t('cabinets.blockedHint')}</p>}
      {!isBlocked && <PhoneNotices cabinet={cabinet} />}
      {!isBlocked && !cabinet.can_be_active && <WhyAutomatic cabinet={cabinet} />}
      <HealthCard cabinet={cabinet} />
      <FieldsCard title={t('cabinets.info')}>
        <TextField label={t('cabinets.name')} maxLength={MAX_LENGTH.name} {...form.field('device_name')} />
        <TextField label={t('cabinets.phone')} type="tel" maxLength={MAX_LENGTH.phone} {...form.field('phone')} />
        <CabinetRequisites cabinet={cabinet} {...form.field('bank_detail')} />
      </FieldsCard>
    </FormScreen>
  );
}

function WhyAutomatic({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation();
  const why = offlineReason(t, cabinet);
  if (why === undefined) return <p className={classes.note}>{t('cabinets.automaticHint')}</p>;
  return (
    <p className={classes.note}>
      <strong>{why.reason}</strong>
      {why.help}
    </p>
  );
}
