import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCreateCabinetMutation } from '@/api/cabinets';
import { fieldErrors, readProblem } from '@/shared/lib/problem';
import { paths } from '@/shared/lib/paths';
import { FieldsCard } from '@/shared/form/fields-card';
import { FormScreen } from '@/shared/form/form-screen';
import { SelectField } from '@/shared/form/select-field';
import { TextField } from '@/shared/form/text-field';
import { useDraft } from '@/shared/form/use-draft';
import { StatusBadge } from '@/shared/ui/status-badge';
import { toast } from '@/shared/ui/toast';
import { NAME_LENGTH, PHONE_LENGTH } from './lengths';

const BLANK = { device_name: '', phone: '' };

export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [create, { error }] = useCreateCabinetMutation();
  const { fields, isDirty, change } = useDraft(BLANK);
  const errors = fieldErrors(error);
  const submit = async () => {
    try {
      const cabinet = await create({ ...fields, bank_detail: null }).unwrap();
      await navigate(cabinet?.id ? paths.cabinet(cabinet.id) : paths.cabinets, { replace: true });
    } catch (failure) {
      toast.failure(t('cabinets.createFailed'), readProblem(failure).detail);
    }
  };

  return (
    <FormScreen
      title={t('cabinets.newTitle')}
      back={{ to: paths.cabinets, label: t('sections.cabinets') }}
      badge={<StatusBadge tone="neutral">{t('cabinets.off')}</StatusBadge>}
      submitText={t('cabinets.create')}
      onSubmit={submit}
      isDirty={isDirty}
    >
      <FieldsCard title={t('cabinets.info')}>
        <TextField
          label={t('cabinets.name')}
          value={fields.device_name}
          onChange={(name) => change({ device_name: name })}
          maxLength={NAME_LENGTH}
          error={errors['device_name']}
        />
        <TextField
          label={t('cabinets.phone')}
          type="tel"
          value={fields.phone}
          onChange={(phone) => change({ phone })}
          maxLength={PHONE_LENGTH}
          error={errors['phone']}
        />
        <SelectField
          label={t('cabinets.requisites')}
          value=""
          options={[]}
          placeholder={t('cabinets.onlyAfter')}
          onChange={() => undefined}
          disabled
        />
      </FieldsCard>
    </FormScreen>
  );
}
