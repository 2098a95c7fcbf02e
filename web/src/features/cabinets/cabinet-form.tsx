import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUpdateCabinetMutation, type Cabinet } from '@/api/cabinets';
import { fieldErrors } from '@/shared/lib/problem';
import { FieldsCard } from '@/shared/form/fields-card';
import { FormFailure } from '@/shared/form/form-failure';
import { FormScreen } from '@/shared/form/form-screen';
import { TextField } from '@/shared/form/text-field';
import { useDraft } from '@/shared/form/use-draft';
import { useAction } from '@/shared/action/use-action';
import { BlockCabinet } from './block-cabinet';
import { CabinetQr } from './cabinet-qr';
import { CabinetRequisites } from './cabinet-requisites';
import { CabinetBadge } from './cabinet-state';
import classes from './cabinets.module.css';
import { ConnectApplication } from './connect-application';
import { NAME_LENGTH, PHONE_LENGTH } from './lengths';
import { offlineReason } from './offline-reason';

interface CabinetFormProps {
  cabinet: Cabinet;
  back: { to: string; label: string };
  note: ReactNode;
}

/** A cabinet, ready to be changed; one that is blocked only shows itself. */
export function CabinetForm({ cabinet, back, note }: CabinetFormProps) {
  const { t } = useTranslation();
  const [update, { error }] = useUpdateCabinetMutation();
  const save = useAction(update, { success: t('form.saved'), failure: t('errors.update') });
  const errors = fieldErrors(error);
  const { fields, isDirty, change, reset } = useDraft({
    device_name: cabinet.device_name,
    phone: cabinet.phone,
    bank_detail: cabinet.bank_detail.map(({ id }) => id).toSorted(),
  });
  const isBlocked = cabinet.is_blocked_forever;
  const submit = async () => {
    if (await save({ id: cabinet.id, body: fields })) reset();
  };

  return (
    <FormScreen
      title={t('cabinets.detailTitle', { name: cabinet.device_name })}
      back={back}
      badge={<CabinetBadge cabinet={cabinet} />}
      note={note}
      submitText={t('form.save')}
      onSubmit={submit}
      isDirty={isDirty && !isBlocked}
      isReadOnly={isBlocked}
      tools={
        !isBlocked && (
          <>
            <CabinetQr cabinet={cabinet} />
            <ConnectApplication cabinet={cabinet} />
            {/* Last: hardly ever meant, and never undone. */}
            <BlockCabinet cabinet={cabinet} />
          </>
        )
      }
    >
      {error !== undefined && <FormFailure>{t('errors.save')}</FormFailure>}
      {isBlocked && <p className={classes.note}>{t('cabinets.blockedHint')}</p>}
      {!isBlocked && !cabinet.can_be_active && <WhyAutomatic cabinet={cabinet} />}
      <FieldsCard title={t('cabinets.info')}>
        <TextField
          label={t('cabinets.name')}
          value={fields.device_name}
          onChange={(name) => change({ device_name: name })}
          maxLength={NAME_LENGTH}
          error={errors['device_name']}
          disabled={isBlocked}
        />
        <TextField
          label={t('cabinets.phone')}
          type="tel"
          value={fields.phone}
          onChange={(phone) => change({ phone })}
          maxLength={PHONE_LENGTH}
          error={errors['phone']}
          disabled={isBlocked}
        />
        <CabinetRequisites
          cabinet={cabinet}
          value={fields.bank_detail}
          onChange={(ids) => change({ bank_detail: ids.toSorted() })}
          error={errors['bank_detail']}
        />
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
